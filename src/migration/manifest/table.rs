//! Tables of lines, and the small questions that all tables ask.

use std::ops::Range;

use super::{
    FieldPath, Placed, Template,
    document::{Entry, Item, Value},
    error::Fault,
    lines::{
        DropLine, EmptyVersion, EnumLine, EnumTable, Leg, Line, LineKind, Literal, Made, MessageTable, MoveLine,
        NewKind, NewLine, VersionFilter, Via,
    },
};
use crate::migration::suggestion::suggestion;

pub(super) type Faults = Vec<Fault>;

/// The entry with this key.
pub(super) fn take<'e>(entries: &'e [Entry], key: &str) -> Option<&'e Entry> {
    entries.iter().find(|entry| entry.key == key)
}

/// Complains about keys that are not known.
pub(super) fn only(entries: &[Entry], known: &[&str], faults: &mut Faults) {
    for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let help = match suggestion(&entry.key, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("what can stand here: {}", known.join(", ")),
        };
        let fault = Fault::new(entry.key_span.clone(), format!("unknown key `{}`", entry.key), "not known here");
        faults.push(fault.with_help(help));
    }
}

/// Complains about a value of the wrong sort.
pub(super) fn must_be(what: &str, found: &Value, span: Range<usize>, faults: &mut Faults) {
    faults.push(Fault::new(span, format!("expected {what}, found {}", found.sort()), "here"));
}

/// The entries of a table; none after a complaint.
pub(super) fn entries<'i>(item: &'i Item, faults: &mut Faults) -> &'i [Entry] {
    match &item.value {
        Value::Table(entries) => entries,
        other => {
            must_be("a table", other, item.span.clone(), faults);
            &[]
        }
    }
}

/// A string; an empty one after a complaint.
pub(super) fn text(item: &Item, faults: &mut Faults) -> String {
    match &item.value {
        Value::Text(text) => text.clone(),
        other => {
            must_be("a string", other, item.span.clone(), faults);
            String::new()
        }
    }
}

/// A string that says why. An empty one does not.
pub(super) fn reason(item: &Item, faults: &mut Faults) -> String {
    let reason = text(item, faults);
    if matches!(item.value, Value::Text(_)) && reason.trim().is_empty() {
        faults.push(Fault::new(item.span.clone(), "the reason is empty", "say why, it is what a report says"));
    }
    reason
}

/// One string or a list of them.
pub(super) fn texts(item: &Item, faults: &mut Faults) -> Vec<Placed<String>> {
    match &item.value {
        Value::Text(text) => vec![Placed::new(text.clone(), item.span.clone())],
        Value::List(items) => items.iter().map(|item| Placed::new(text(item, faults), item.span.clone())).collect(),
        other => {
            must_be("a string or a list of strings", other, item.span.clone(), faults);
            Vec::new()
        }
    }
}

/// Reads each of the tables `[key.NAME]`.
pub(super) fn tables<T>(
    root: &[Entry],
    key: &str,
    faults: &mut Faults,
    read: impl Fn(Placed<String>, &[Entry], &mut Faults) -> T,
) -> Vec<T> {
    let mut all = Vec::new();
    for entry in take(root, key).map_or(&[][..], |entry| entries(&entry.item, faults)) {
        let name = Placed::new(entry.key.clone(), entry.key_span.clone());
        let lines = entries(&entry.item, faults);
        all.push(read(name, lines, faults));
    }
    all
}

/// `[enum.X]`, where `lost_key` is `drop`, or `[new_enum.X]`, where it is `absent`.
pub(super) fn enum_table(name: Placed<String>, entries: &[Entry], lost_key: &str, faults: &mut Faults) -> EnumTable {
    let mut lines = Vec::new();
    for entry in entries {
        let value = Placed::new(entry.key.clone(), entry.key_span.clone());
        match &entry.item.value {
            Value::Text(other) if lost_key == "drop" => {
                let written_as = Some(Placed::new(other.clone(), entry.item.span.clone()));
                lines.push(EnumLine { value, written_as, lost: None });
            }
            Value::Table(fields) => {
                only(fields, &[lost_key, "as"], faults);
                let written_as = take(fields, "as").map(|e| Placed::new(text(&e.item, faults), e.item.span.clone()));
                let lost = take(fields, lost_key).map(|e| reason(&e.item, faults));
                if lost.is_none() {
                    let fault = Fault::new(entry.item.span.clone(), format!("no `{lost_key} = \"why\"`"), "here");
                    faults.push(fault);
                }
                lines.push(EnumLine { value, written_as, lost });
            }
            other => must_be(
                &format!("a value's name, or {{ {lost_key} = \"why\", as = … }}"),
                other,
                entry.item.span.clone(),
                faults,
            ),
        }
    }
    EnumTable { name, lines }
}

/// `[message.X]`.
pub(super) fn message_table(name: Placed<String>, entries: &[Entry], faults: &mut Faults) -> MessageTable<Line> {
    let lines = entries.iter().filter_map(|entry| line(entry, faults)).collect();
    MessageTable { name, lines }
}

fn line(entry: &Entry, faults: &mut Faults) -> Option<Line> {
    let path = path(&entry.key, entry.key_span.clone(), faults)?;
    let fields = match &entry.item.value {
        Value::Text(_) => {
            let leg = Leg { via: Placed::new(Via::Copy, entry.item.span.clone()), empty: None, loss: None };
            let (to, up, down) = (paths(&entry.item, faults), Some(leg.clone()), Some(leg));
            let kind = LineKind::Move(MoveLine { to, up, down, distinct: Vec::new() });
            return Some(Line { path, kind, why: None });
        }
        Value::Table(fields) => fields,
        other => {
            must_be("a new path, { to = … } or { drop = \"why\" }", other, entry.item.span.clone(), faults);
            return None;
        }
    };
    let why = take(fields, "why").map(|e| text(&e.item, faults));
    let kind = match (take(fields, "to"), take(fields, "drop")) {
        (Some(to), None) => {
            only(fields, &["to", "via", "empty", "loss", "distinct", "up", "down", "why"], faults);
            let to = paths(&to.item, faults);
            let distinct = take(fields, "distinct").map_or_else(Vec::new, |e| paths(&e.item, faults));
            let usual = leg(fields, None, entry.item.span.clone(), faults);
            let up = one_way(fields, "up", &usual, faults);
            let down = one_way(fields, "down", &usual, faults);
            LineKind::Move(MoveLine { to, up, down, distinct })
        }
        (None, Some(reason)) => {
            only(fields, &["drop", "back", "why"], faults);
            let back = take(fields, "back").and_then(|e| made(&e.item, faults));
            LineKind::Drop(DropLine { reason: self::reason(&reason.item, faults), back })
        }
        (Some(_), Some(drop)) => {
            faults.push(Fault::new(drop.key_span.clone(), "a field either goes somewhere or is dropped", "both"));
            return None;
        }
        (None, None) => {
            let fault = Fault::new(entry.item.span.clone(), "the line does not say where the field went", "here");
            faults.push(fault.with_help("add `to = \"new.path\"`, or `drop = \"why\"`"));
            return None;
        }
    };
    Some(Line { path, kind, why })
}

/// `via`, `empty` and `loss`, each falling back on what holds both ways.
fn leg(fields: &[Entry], usual: Option<&Leg>, span: Range<usize>, faults: &mut Faults) -> Leg {
    let via = take(fields, "via").and_then(|e| via(&e.item, faults));
    let empty = take(fields, "empty").and_then(|e| literal(&e.item, faults));
    let loss = take(fields, "loss").map(|e| reason(&e.item, faults));
    let unused = || Placed::new(Via::Copy, span);
    Leg {
        via: via.or_else(|| usual.map(|leg| leg.via.clone())).unwrap_or_else(unused),
        empty: empty.or_else(|| usual.and_then(|leg| leg.empty.clone())),
        loss: loss.or_else(|| usual.and_then(|leg| leg.loss.clone())),
    }
}

fn one_way(fields: &[Entry], key: &str, usual: &Leg, faults: &mut Faults) -> Option<Leg> {
    let Some(entry) = take(fields, key) else {
        // What is put where nothing was belongs to the way up: the way down finds it there.
        let empty = usual.empty.clone().filter(|_| key == "up");
        return Some(Leg { empty, ..usual.clone() });
    };
    match &entry.item.value {
        Value::Boolean(false) => None,
        Value::Boolean(true) => Some(usual.clone()),
        Value::Table(own) => {
            only(own, &["via", "empty", "loss"], faults);
            let usual = Leg { empty: usual.empty.clone().filter(|_| key == "up"), ..usual.clone() };
            Some(leg(own, Some(&usual), entry.item.span.clone(), faults))
        }
        other => {
            must_be("false, or a table of what is different this way", other, entry.item.span.clone(), faults);
            None
        }
    }
}

/// `[new.X]`.
pub(super) fn new_table(name: Placed<String>, entries: &[Entry], faults: &mut Faults) -> MessageTable<NewLine> {
    let lines = entries.iter().filter_map(|entry| new_line(entry, faults)).collect();
    MessageTable { name, lines }
}

fn new_line(entry: &Entry, faults: &mut Faults) -> Option<NewLine> {
    let path = path(&entry.key, entry.key_span.clone(), faults)?;
    let Value::Table(fields) = &entry.item.value else {
        let what = "{ absent = \"why\" }, { value = … } or { only = …, else = \"why\" }";
        must_be(what, &entry.item.value, entry.item.span.clone(), faults);
        return None;
    };
    let why = take(fields, "why").map(|e| text(&e.item, faults));
    let kind = match (take(fields, "absent"), take(fields, "value"), take(fields, "only")) {
        (Some(reason), None, None) => {
            only(fields, &["absent", "why"], faults);
            NewKind::Absent(self::reason(&reason.item, faults))
        }
        (None, Some(value), None) => {
            only(fields, &["value", "why"], faults);
            NewKind::Value(made(&value.item, faults)?)
        }
        (None, None, Some(filter)) => {
            only(fields, &["only", "else", "why"], faults);
            let reason = take(fields, "else").map(|e| self::reason(&e.item, faults));
            let Some(reason) = reason else {
                let fault =
                    Fault::new(filter.key_span.clone(), "the line does not say why the others are lost", "here");
                faults.push(fault.with_help("add `else = \"why\"`"));
                return None;
            };
            NewKind::Only { filter: version_filter(&filter.item, faults)?, reason }
        }
        _ => {
            let fault = Fault::new(entry.item.span.clone(), "the line must say one thing about the new field", "here");
            faults.push(fault.with_help("`absent = \"why\"`, `value = …`, or `only = …` with `else = \"why\"`"));
            return None;
        }
    };
    Some(NewLine { path, kind, why })
}

fn version_filter(item: &Item, faults: &mut Faults) -> Option<VersionFilter> {
    let fields = entries(item, faults);
    only(fields, &["field", "from", "below", "or_empty"], faults);
    let bound = |key: &str, faults: &mut Faults| {
        let entry = take(fields, key)?;
        let version = major_minor(&text(&entry.item, faults));
        if version.is_none() {
            faults.push(Fault::new(entry.item.span.clone(), "a bound has the form Major.Minor", "not so"));
        }
        Some(Placed::new(version?, entry.item.span.clone()))
    };
    let (from, below) = (bound("from", faults), bound("below", faults));
    let empty = match take(fields, "or_empty").map(|e| (&e.item.value, e.item.span.clone())) {
        Some((Value::Boolean(true), _)) => EmptyVersion::In,
        Some((Value::Boolean(false), _)) | None => EmptyVersion::Out,
        Some((other, span)) => {
            must_be("true or false", other, span, faults);
            EmptyVersion::Out
        }
    };
    let Some(field) = take(fields, "field") else {
        faults.push(Fault::new(item.span.clone(), "`only` does not say which field holds the version", "here"));
        return None;
    };
    let field = path(&text(&field.item, faults), field.item.span.clone(), faults)?;
    Some(VersionFilter { field, from, below, empty })
}

fn via(item: &Item, faults: &mut Faults) -> Option<Placed<Via>> {
    let refused = |text: String, help: String, faults: &mut Faults| {
        faults.push(Fault::new(item.span.clone(), text, "here").with_help(help));
        None
    };
    let found = match &item.value {
        Value::Text(name) => match Via::named(name) {
            Some(via) => via,
            None => {
                let help = format!("there are {}, and {{ template = \"…\" }}", Via::NAMES.join(", "));
                return refused(format!("there is no transform `{name}`"), help, faults);
            }
        },
        Value::Table(fields) => {
            only(fields, &["template"], faults);
            let Some(entry) = take(fields, "template") else {
                return refused("an unknown transform".to_owned(), "{ template = \"tasks/{id}\" }".to_owned(), faults);
            };
            match Template::parse(&text(&entry.item, faults)) {
                Ok(template) => Via::Template(template),
                Err(what) => {
                    let help = "as in \"tasks/{task_id}/configs/{id}\"".to_owned();
                    return refused(format!("no template: {what}"), help, faults);
                }
            }
        }
        other => {
            must_be("the name of a transform", other, item.span.clone(), faults);
            return None;
        }
    };
    Some(Placed::new(found, item.span.clone()))
}

fn made(item: &Item, faults: &mut Faults) -> Option<Placed<Made>> {
    let made = match &item.value {
        Value::Table(fields) if take(fields, "is_one_of").is_some() => {
            only(fields, &["is_one_of", "of"], faults);
            let values = take(fields, "is_one_of").map_or_else(Vec::new, |e| texts(&e.item, faults));
            let Some(of) = take(fields, "of") else {
                let fault = Fault::new(item.span.clone(), "`is_one_of` does not say which field it asks", "here");
                faults.push(fault.with_help("add `of = \"path.to.an.enum\"`"));
                return None;
            };
            Made::IsOneOf { values, of: path(&text(&of.item, faults), of.item.span.clone(), faults)? }
        }
        _ => Made::Literal(literal(item, faults)?.value),
    };
    Some(Placed::new(made, item.span.clone()))
}

fn literal(item: &Item, faults: &mut Faults) -> Option<Placed<Literal>> {
    let literal = match &item.value {
        Value::Text(text) => Literal::Text(text.clone()),
        Value::Integer(number) => Literal::Integer(*number),
        Value::Float(number) => Literal::Float(*number),
        Value::Boolean(value) => Literal::Boolean(*value),
        Value::Table(entries) if entries.is_empty() => Literal::EmptyMessage,
        other => {
            must_be("a string, a number, true, false or {}", other, item.span.clone(), faults);
            return None;
        }
    };
    Some(Placed::new(literal, item.span.clone()))
}

fn paths(item: &Item, faults: &mut Faults) -> Vec<Placed<FieldPath>> {
    let found = texts(item, faults);
    found.into_iter().filter_map(|text| path(&text.value, text.span, faults)).collect()
}

fn path(text: &str, span: Range<usize>, faults: &mut Faults) -> Option<Placed<FieldPath>> {
    match FieldPath::parse(text) {
        Ok(path) => Some(Placed::new(path, span)),
        Err(what) => {
            faults.push(Fault::new(span, format!("no path: {what}"), "here"));
            None
        }
    }
}

/// `0.3` as two numbers.
pub(super) fn major_minor(text: &str) -> Option<(u32, u32)> {
    let number = |part: &str| -> Option<u32> {
        let canonical =
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
        canonical.then(|| part.parse().ok()).flatten()
    };
    let (major, minor) = text.split_once('.')?;
    Some((number(major)?, number(minor)?))
}
