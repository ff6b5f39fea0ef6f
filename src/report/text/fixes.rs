//! What to do, said once for a whole message.

use std::collections::BTreeSet;

/// The fixes of several changes: `reserved` statements merged, everything else once each.
///
/// Numbers come before names, as `reserved` statements cannot mix them.
pub(super) fn merged<'a>(fixes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut numbers = BTreeSet::new();
    let mut names = Vec::new();
    let mut advice: Vec<String> = Vec::new();
    for fix in fixes.into_iter().filter(|fix| !fix.is_empty()) {
        match reserved(fix) {
            Some(items) => {
                for item in items {
                    match item {
                        Item::Number(start, text) => {
                            numbers.insert((start, text));
                        }
                        Item::Name(name) if !names.contains(&name) => names.push(name),
                        Item::Name(_) => {}
                    }
                }
            }
            None if !advice.iter().any(|known| known == fix) => advice.push(fix.to_owned()),
            None => {}
        }
    }
    let statement = |items: Vec<&str>| format!("reserved {};", items.join(", "));
    let mut statements = Vec::new();
    if !numbers.is_empty() {
        statements.push(statement(numbers.into_iter().map(|(_, text)| text).collect()));
    }
    if !names.is_empty() {
        statements.push(statement(names));
    }
    if !statements.is_empty() {
        advice.insert(0, statements.join(" "));
    }
    advice
}

enum Item<'a> {
    /// A number or a range, with the number it begins with.
    Number(i64, &'a str),
    /// A name in quotation marks.
    Name(&'a str),
}

/// The items of a fix that consists of `reserved` statements and nothing else.
fn reserved(fix: &str) -> Option<Vec<Item<'_>>> {
    let mut items = Vec::new();
    for statement in fix.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        for text in statement.strip_prefix("reserved ")?.split(',').map(str::trim) {
            items.push(match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(_) => Item::Name(text),
                None => Item::Number(text.split(' ').next()?.parse().ok()?, text),
            });
        }
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn reservations_become_one_statement_each_for_numbers_and_names() {
        let fixes =
            [r#"reserved "b";"#, "reserved 15;", "reserved 3, 9 to 11;", "", r#"reserved 15; reserved "b", "a";"#];
        assert_eq!(merged(fixes), [r#"reserved 3, 9 to 11, 15; reserved "b", "a";"#]);
    }

    #[test]
    fn advice_is_given_once() {
        let fixes = ["keep `a`; reserved 4", "reserved 4;", "keep `a`; reserved 4"];
        assert_eq!(merged(fixes), ["reserved 4;", "keep `a`; reserved 4"]);
    }
}
