//! The statements of a function, of which those are left out that nobody needs.

use std::collections::HashSet;

use super::text::code;

/// Statements in their order.
#[derive(Default)]
pub(super) struct Body {
    statements: Vec<Statement>,
}

enum Statement {
    /// It does something.
    Do(String),
    /// It gives names to a value, or to the parts of one, and does nothing else.
    Let { names: Vec<String>, value: String },
    /// It takes a oneof apart: what it is, its members with their names, and what each holds in a box.
    Members { subject: String, members: Vec<Member> },
}

/// A member of a oneof that gets a name of its own.
pub(super) struct Member {
    pub name: String,
    /// The path of the variant.
    pub variant: String,
}

impl Body {
    pub fn run(&mut self, statement: impl Into<String>) {
        self.statements.push(Statement::Do(statement.into()));
    }

    /// Names a value. The value must have no effect: if nobody uses the name, there is no such statement.
    pub fn name(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.statements.push(Statement::Let { names: vec![name.into()], value: value.into() });
    }

    /// Names both parts of a value, which must have no effect either.
    pub fn name_both(&mut self, first: impl Into<String>, second: impl Into<String>, value: impl Into<String>) {
        self.statements.push(Statement::Let { names: vec![first.into(), second.into()], value: value.into() });
    }

    pub fn members(&mut self, subject: String, members: Vec<Member>) {
        self.statements.push(Statement::Members { subject, members });
    }

    /// The text of what is needed, given what comes after.
    pub fn finish(self, after: &str) -> String {
        let mut used: HashSet<String> = words(after).into_iter().collect();
        let mut kept = Vec::new();
        for statement in self.statements.into_iter().rev() {
            let text = match statement {
                Statement::Do(text) => text,
                Statement::Let { names, .. } if !names.iter().any(|name| used.contains(name)) => continue,
                Statement::Let { names, value } => match names.as_slice() {
                    [name] => format!("let {name} = {value};"),
                    names => {
                        let mark = |name: &String| if used.contains(name) { name.clone() } else { format!("_{name}") };
                        format!("let ({}) = {value};", names.iter().map(mark).collect::<Vec<_>>().join(", "))
                    }
                },
                Statement::Members { subject, members } => match taken_apart(&subject, &members, &used) {
                    Some(text) => text,
                    None => continue,
                },
            };
            used.extend(words(&text));
            kept.push(text);
        }
        kept.push(String::new());
        kept.reverse();
        kept.join("\n") + after
    }
}

fn taken_apart(subject: &str, members: &[Member], used: &HashSet<String>) -> Option<String> {
    let wanted: Vec<&Member> = members.iter().filter(|member| used.contains(&member.name)).collect();
    match wanted.as_slice() {
        [] => None,
        [one] if members.len() == 1 => {
            Some(format!("let {} = {subject}.map(|{}(value)| value);", one.name, one.variant))
        }
        [one] => Some(format!(
            "let {} = match {subject} {{ Some({}(value)) => Some(value), _ => None }};",
            one.name, one.variant
        )),
        many => {
            let names: Vec<String> = many.iter().map(|member| format!("mut {}", member.name)).collect();
            let nones = vec!["None"; many.len()].join(", ");
            let arms: String =
                many.iter().map(|m| format!("Some({}(value)) => {} = Some(value),", m.variant, m.name)).collect();
            let rest = if many.len() == members.len() { "None => {}" } else { "_ => {}" };
            Some(format!("let ({}) = ({nones}); match {subject} {{ {arms} {rest} }}", names.join(", ")))
        }
    }
}

/// The identifiers in a text, without those of fields, which are no variables: `.name` and `name: `.
pub(super) fn words(text: &str) -> Vec<String> {
    let code = code(text);
    let mut words = Vec::new();
    let mut rest = code.as_str();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        let is_field = before.ends_with('.') && !before.ends_with("..");
        let is_label = after.starts_with(':') && !after.starts_with("::");
        if !is_field && !is_label {
            words.push(word.to_owned());
        }
        rest = after;
    }
    words
}
