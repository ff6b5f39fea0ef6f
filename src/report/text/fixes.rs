//! What to do, said once for a whole group.

use std::collections::BTreeSet;

use super::row::{Relation, Row, Rows};
use crate::{
    changes::ChangeKind,
    report::{ChangeEntry, ElementEntry},
};

/// The fixes of a group: reservations as one statement, fields to be moved back as one sentence, the rest once each.
pub(super) fn merged(rows: &Rows) -> Vec<String> {
    let mut fixes = Fixes::default();
    for row in &rows.table {
        for change in &row.changes {
            fixes.take(change, row);
        }
    }
    for change in rows.holder.iter().chain(&rows.annotations) {
        fixes.take_text(&change.fix);
    }
    fixes.into_lines()
}

#[derive(Default)]
struct Fixes<'a> {
    /// Reserved numbers and ranges, with the number each begins with.
    numbers: BTreeSet<(i64, &'a str)>,
    /// Reserved names, in quotation marks.
    names: Vec<&'a str>,
    /// Fields and values that moved, at their old places.
    moved: Vec<(&'a ElementEntry, &'a str)>,
    /// Fields and values that took the number of another one.
    takers: Vec<(&'a ElementEntry, &'a str)>,
    /// Everything else.
    others: Vec<&'a str>,
}

impl<'a> Fixes<'a> {
    fn take(&mut self, change: &'a ChangeEntry, row: &Row<'a>) {
        use ChangeKind::{EnumValueNumberReused, EnumValueRenumbered, FieldNumberReused, FieldRenumbered};
        match (change.kind, &change.old, &change.new) {
            (FieldRenumbered | EnumValueRenumbered, Some(old), _) => self.moved.push((old, &change.fix)),
            // Once the old field is back at its number, nobody else is there.
            (FieldNumberReused | EnumValueNumberReused, ..) if row.relation == Relation::Same => {}
            (FieldNumberReused, _, Some(new)) => self.takers.push((new, &change.fix)),
            _ => self.take_text(&change.fix),
        }
    }

    fn take_text(&mut self, fix: &'a str) {
        match reserved(fix) {
            Some(items) => {
                for item in items {
                    match item {
                        Item::Number(start, text) => {
                            self.numbers.insert((start, text));
                        }
                        Item::Name(name) if !self.names.contains(&name) => self.names.push(name),
                        Item::Name(_) => {}
                    }
                }
            }
            None if !self.others.contains(&fix) => self.others.push(fix),
            None => {}
        }
    }

    fn into_lines(mut self) -> Vec<String> {
        let statement = |items: Vec<&str>| format!("reserved {};", items.join(", "));
        let mut statements = Vec::new();
        if !self.numbers.is_empty() {
            statements.push(statement(self.numbers.into_iter().map(|(_, text)| text).collect()));
        }
        if !self.names.is_empty() {
            statements.push(statement(self.names));
        }
        let mut lines = Vec::new();
        if !statements.is_empty() {
            lines.push(statements.join(" "));
        }
        // A field that goes back to where it was leaves the number it took.
        self.takers.retain(|(taker, _)| !self.moved.iter().any(|(moved, _)| moved.name == taker.name));
        lines.extend(match self.moved.as_slice() {
            [] => None,
            [(_, fix)] => Some((*fix).to_owned()),
            moved => Some(format!("Put back {}.", list(moved, |e| format!("`{} = {}`", e.name, number(e))))),
        });
        lines.extend(match self.takers.as_slice() {
            [] => None,
            [(_, fix)] => Some((*fix).to_owned()),
            takers => {
                Some(format!("Give numbers that were never used to {}.", list(takers, |e| format!("`{}`", e.name))))
            }
        });
        lines.extend(self.others.into_iter().map(str::to_owned));
        lines.retain(|line| !line.is_empty());
        lines
    }
}

fn number(element: &ElementEntry) -> i32 {
    element.number.unwrap_or_default()
}

fn list(elements: &[(&ElementEntry, &str)], text: impl Fn(&ElementEntry) -> String) -> String {
    elements.iter().map(|(element, _)| text(element)).collect::<Vec<_>>().join(", ")
}

enum Item<'a> {
    /// A number or a range, with the number it begins with.
    Number(i64, &'a str),
    /// A name in quotation marks.
    Name(&'a str),
}

/// The items of a fix that consists of `reserved` statements and nothing else; none for an empty fix.
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
    use super::Fixes;

    fn merged(fixes: &[&'static str]) -> Vec<String> {
        let mut all = Fixes::default();
        fixes.iter().for_each(|fix| all.take_text(fix));
        all.into_lines()
    }

    #[test]
    fn reservations_become_one_statement_each_for_numbers_and_names() {
        let fixes =
            [r#"reserved "b";"#, "reserved 15;", "reserved 3, 9 to 11;", "", r#"reserved 15; reserved "b", "a";"#];
        assert_eq!(merged(&fixes), [r#"reserved 3, 9 to 11, 15; reserved "b", "a";"#]);
    }

    #[test]
    fn advice_is_given_once() {
        let fixes = ["keep `a`; reserved 4", "reserved 4;", "keep `a`; reserved 4"];
        assert_eq!(merged(&fixes), ["reserved 4;", "keep `a`; reserved 4"]);
    }
}
