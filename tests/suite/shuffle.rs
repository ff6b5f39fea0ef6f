//! The same schema with its declarations in the opposite order.

/// Reverses messages, enums, services and extensions of a file, and the members of messages, oneofs, services and
/// extensions. Values of enums stay: their order means something.
pub fn reversed(text: &str) -> String {
    let (statements, rest) = statements(text);
    let (mut head, mut declarations) = (String::new(), Vec::new());
    for statement in statements {
        match keyword(statement) {
            "message" | "enum" | "service" | "extend" => declarations.push(with_members_reversed(statement)),
            _ => head.push_str(statement),
        }
    }
    declarations.reverse();
    format!("{head}{}{rest}", declarations.concat())
}

fn with_members_reversed(statement: &str) -> String {
    let is_group = statement.split_whitespace().any(|word| word == "group") && statement.trim_end().ends_with('}');
    if !matches!(keyword(statement), "message" | "service" | "extend" | "oneof") && !is_group {
        return statement.to_owned();
    }
    let (Some(open), Some(close)) = (open_brace(statement), statement.rfind('}')) else { return statement.to_owned() };
    let (members, rest) = statements(&statement[open + 1..close]);
    let mut members: Vec<String> = members.into_iter().map(with_members_reversed).collect();
    members.reverse();
    // On a line of its own, so that a comment above a member is not one behind the brace.
    format!("{}\n{}{rest}\n{}", &statement[..=open], members.concat(), &statement[close..])
}

/// Splits a body into statements, each with the comments above it and behind it, and what is left.
fn statements(body: &str) -> (Vec<&str>, &str) {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in code(body) {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        let ends = depth == 0 && (c == ';' || c == '}' && !body[at + 1..].trim_start().starts_with(';'));
        if ends {
            let line_end = body[at..].find('\n').map_or(body.len(), |n| at + n + 1);
            let behind = &body[at + 1..line_end];
            let end = if behind.trim_start().starts_with("//") || behind.trim().is_empty() { line_end } else { at + 1 };
            found.push(&body[start..end]);
            start = end;
        }
    }
    (found, &body[start..])
}

fn open_brace(statement: &str) -> Option<usize> {
    code(statement).find(|(_, c)| *c == '{').map(|(at, _)| at)
}

/// The first word outside comments.
fn keyword(statement: &str) -> &str {
    let start = code(statement).find(|(_, c)| !c.is_whitespace()).map_or(0, |(at, _)| at);
    statement[start..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// Characters outside comments and strings.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut rest = 0;
    std::iter::from_fn(move || {
        loop {
            let here = &text[rest..];
            let c = here.chars().next()?;
            let skipped = if here.starts_with("//") {
                here.find('\n').unwrap_or(here.len())
            } else if here.starts_with("/*") {
                here.find("*/").map_or(here.len(), |n| n + 2)
            } else if c == '"' {
                here[1..].find('"').map_or(here.len(), |n| n + 2)
            } else {
                let at = rest;
                rest += c.len_utf8();
                return Some((at, c));
            };
            rest += skipped;
        }
    })
}

#[test]
fn members_and_messages_are_reversed_with_their_comments() {
    let text = "syntax = \"proto3\";\n\n// First; {\nmessage A {\n  // one\n  int32 a = 1; // behind\n  oneof o { int32 b = 2; int32 c = 3; }\n}\nenum E {\n  Z = 0;\n  Y = 1;\n}\n";
    let turned = "syntax = \"proto3\";\nenum E {\n  Z = 0;\n  Y = 1;\n}\n\n// First; {\nmessage A {\n  oneof o { int32 c = 3; int32 b = 2; }\n  // one\n  int32 a = 1; // behind\n}\n";
    let without_blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(without_blanks(&reversed(text)), without_blanks(turned));
    assert_eq!(without_blanks(&reversed(&reversed(text))), without_blanks(text));
}
