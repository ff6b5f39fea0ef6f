//! Every draft is TOML, satisfies the schema for editors, and accounts for every type and every field of both sides.

use std::collections::HashMap;

use proto_diff::schema::{Message, Schema};
use toml::{Table, Value};

use crate::{Example, editor_schema};

fn for_every_draft(faults: impl Fn(&Example, &Table) -> Vec<String>) {
    let mut wrong = Vec::new();
    for example in Example::all() {
        let text = example.draft();
        match text.parse::<Table>() {
            Ok(table) => {
                wrong.extend(faults(&example, &table).iter().map(|fault| format!("{}: {fault}", example.name)))
            }
            Err(error) => wrong.push(format!("{}: {error}\n{text}", example.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn drafts_satisfy_the_schema_for_editors() {
    let validator = editor_schema::validator();
    for_every_draft(|_, table| editor_schema::faults(&validator, table));
}

#[test]
fn commented_out_alternatives_can_stand_in() {
    let validator = editor_schema::validator();
    for example in Example::all() {
        let text = example.draft();
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            let alternative = line
                .strip_prefix("# ")
                .filter(|rest| !rest.starts_with(' ') && rest.parse::<Table>().is_ok_and(|t| !t.is_empty()));
            match alternative {
                // In the place of the line above it.
                Some(alternative) => *lines.last_mut().expect("a line above") = alternative.to_owned(),
                None => lines.push(line.to_owned()),
            }
        }
        let text = lines.join("\n");
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}\n{text}", example.name));
        let faults = editor_schema::faults(&validator, &table);
        assert!(faults.is_empty(), "{}: {}\n{text}", example.name, faults.join("\n"));
    }
}

#[test]
fn nothing_is_left_out() {
    for_every_draft(|example, table| {
        let (old, new) = (Side::of(&example.old), Side::of(&example.new));
        let became = successors(table, &old, &new);
        let mut faults: Vec<String> = Vec::new();
        let mut sources: HashMap<String, Vec<String>> = HashMap::new();
        for (name, message) in &old.messages {
            let Some(after) = became.get(name) else {
                let said = lines(table, "types").contains_key(name);
                faults.extend((!said).then(|| format!("nothing is said of {name}")));
                continue;
            };
            let said = section(table, "message", name);
            for field in &message.fields {
                let has_line = said.keys().any(|key| first_step(key) == field.name());
                let stays = new.messages[after].field_named(field.name()).is_some();
                faults.extend((!has_line && !stays).then(|| format!("nothing is said of {name}.{}", field.name())));
                if !has_line && stays {
                    sources.entry(after.clone()).or_default().push(field.name().to_owned());
                }
            }
            for (key, value) in &said {
                faults.extend(no_path(&example.old, message, key).map(|step| format!("{name}: {key}: {step}")));
                for target in targets(value) {
                    let step = no_path(&example.new, new.messages[after], &target);
                    faults.extend(step.map(|step| format!("{after}: {target}: {step}")));
                    sources.entry(after.clone()).or_default().push(first_step(&target).to_owned());
                    // A path into a message fills the field there.
                    if let Some((holder, inner)) = target.rsplit_once('.').filter(|(holder, _)| !holder.contains('[')) {
                        let inside = inner_message(&example.new, new.messages[after], holder);
                        let inside = inside.map(|message| message.nested_name.clone());
                        sources.entry(inside.unwrap_or_default()).or_default().push(first_step(inner).to_owned());
                    }
                }
            }
        }
        for (name, message) in &new.messages {
            if lines(table, "new_types").contains_key(name) {
                continue;
            }
            let said = section(table, "new", name);
            for field in &message.fields {
                let filled = sources.get(name).is_some_and(|names| names.iter().any(|n| n == field.name()));
                let has_line = said.contains_key(field.name());
                faults.extend((!filled && !has_line).then(|| format!("{name}.{} has no source", field.name())));
            }
        }
        faults
    });
}

struct Side<'a> {
    messages: HashMap<String, &'a Message>,
}

impl<'a> Side<'a> {
    fn of(schema: &'a Schema) -> Self {
        let messages = schema.subject_messages().map(|id| (schema[id].nested_name.clone(), &schema[id])).collect();
        Side { messages }
    }
}

fn successors(table: &Table, old: &Side<'_>, new: &Side<'_>) -> HashMap<String, String> {
    let types = lines(table, "types");
    let nested = |name: &str| {
        let is_it = |(nested, message): &(&String, &&Message)| *nested == name || message.element.full_name == name;
        new.messages.iter().find(is_it).map(|(nested, _)| nested.clone())
    };
    let successor = |(name, message): (&String, &&Message)| {
        let line = types.get(name).or_else(|| types.get(&message.element.full_name));
        let after = match line {
            Some(Value::String(after)) => nested(after)?,
            Some(_) => return None,
            None => nested(name)?,
        };
        Some((name.clone(), after))
    };
    old.messages.iter().filter_map(successor).collect()
}

fn lines(table: &Table, key: &str) -> Table {
    table.get(key).and_then(Value::as_table).cloned().unwrap_or_default()
}

fn section(table: &Table, key: &str, name: &str) -> Table {
    lines(&lines(table, key), name)
}

fn targets(value: &Value) -> Vec<String> {
    let to = match value {
        Value::Table(fields) => fields.get("to"),
        other => Some(other),
    };
    match to {
        Some(Value::String(path)) => vec![path.clone()],
        Some(Value::Array(paths)) => paths.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn first_step(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

/// The step that leads nowhere. Extensions are left out.
fn no_path(schema: &Schema, message: &Message, path: &str) -> Option<String> {
    let path = path.strip_suffix("[1..]").unwrap_or(path);
    if path.starts_with('[') {
        return None;
    }
    let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let Some(field) = message.field_named(first_step(step)) else { return Some(format!("{step} is no field")) };
    match rest {
        None => None,
        Some(rest) => match field.value_kind().message() {
            Some(inner) => no_path(schema, &schema[inner], rest),
            None => Some(format!("{step} is no message")),
        },
    }
}

fn inner_message<'s>(schema: &'s Schema, message: &Message, path: &str) -> Option<&'s Message> {
    let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let inner = &schema[message.field_named(first_step(step))?.value_kind().message()?];
    match rest {
        None => Some(inner),
        Some(rest) => inner_message(schema, inner, rest),
    }
}
