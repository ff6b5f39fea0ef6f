//! Fingerprints: the same finding under moved lines and unrelated edits.

use xxhash_rust::xxh3::xxh3_64;

use super::Context;
use crate::{
    changes::{Change, Detail, Subject},
    pairing::Sides,
};

/// Twelve hexadecimal digits over kind, full names and numbers, and nothing that depends on layout.
pub(super) fn of(context: Context<'_>, change: &Change) -> String {
    let mut parts = vec![change.kind.name()];
    subject(context, &change.subject, &mut parts);
    match &change.detail {
        Detail::Option { name, .. } | Detail::Name(name) => parts.push(name.clone()),
        Detail::Numbers(numbers) => parts.push(numbers.to_string()),
        Detail::Required { on_the_wire } => parts.push(on_the_wire.to_string()),
        Detail::Texts { old, new } => parts.extend([old.clone(), new.clone()]),
        Detail::Counter { said, .. } => parts.push(said.to_string()),
        Detail::CallType { part, old, new } => parts.extend([format!("{part:?}"), old.clone(), new.clone()]),
        Detail::Streaming { .. }
        | Detail::None
        | Detail::Identity { .. }
        | Detail::Told(_)
        | Detail::Reuse(_)
        | Detail::ReuseTold { .. }
        | Detail::Fate(_)
        | Detail::Gone(_)
        | Detail::Http { .. } => {}
    }
    // The upper 48 of 64 bits.
    format!("{:012x}", xxh3_64(parts.join("\u{0}").as_bytes()) >> 16)
}

fn subject(context: Context<'_>, subject: &Subject, parts: &mut Vec<String>) {
    let Context { old, new, .. } = context;
    match subject {
        Subject::Field { messages, field } => {
            names(messages, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
            let text = |f: &crate::schema::Field| format!("{}={}", f.name(), f.number);
            parts.push(field.old().map_or_else(String::new, |f| text(f.get(old))));
            parts.push(field.new().map_or_else(String::new, |f| text(f.get(new))));
        }
        Subject::Message(sides) => {
            names(sides, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
        }
        Subject::Oneof { messages, oneof } => {
            names(messages, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
            let old_name = messages.old().zip(oneof.old()).map(|(m, i)| old[*m].oneofs[*i].element.name.clone());
            let new_name = messages.new().zip(oneof.new()).map(|(m, i)| new[*m].oneofs[*i].element.name.clone());
            parts.extend([old_name.unwrap_or_default(), new_name.unwrap_or_default()]);
        }
        Subject::Enum(sides) => {
            names(sides, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
        }
        Subject::EnumValue { enums, value } => {
            names(enums, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
            let text = |v: &crate::schema::EnumValue| format!("{}={}", v.element.name, v.number);
            parts.push(value.old().map_or_else(String::new, |v| text(&old[v.of].values[v.index])));
            parts.push(value.new().map_or_else(String::new, |v| text(&new[v.of].values[v.index])));
        }
        Subject::Service(sides) => {
            names(sides, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
        }
        Subject::Rpc { services, method } => {
            names(services, |id| &old[id].element.full_name, |id| &new[id].element.full_name, parts);
            let old_name = services.old().zip(method.old()).map(|(s, i)| old[*s].methods[*i].element.name.clone());
            let new_name = services.new().zip(method.new()).map(|(s, i)| new[*s].methods[*i].element.name.clone());
            parts.extend([old_name.unwrap_or_default(), new_name.unwrap_or_default()]);
        }
        Subject::File(sides) => names(sides, |id| &old[id].name, |id| &new[id].name, parts),
        Subject::Package(sides) => {
            parts.extend([sides.old().cloned().unwrap_or_default(), sides.new().cloned().unwrap_or_default()]);
        }
    }
}

fn names<'a, T: Copy>(
    sides: &Sides<T>,
    old: impl Fn(T) -> &'a String,
    new: impl Fn(T) -> &'a String,
    parts: &mut Vec<String>,
) {
    parts.push(sides.old().map_or_else(String::new, |id| old(*id).clone()));
    parts.push(sides.new().map_or_else(String::new, |id| new(*id).clone()));
}
