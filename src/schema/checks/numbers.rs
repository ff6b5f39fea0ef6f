//! Field numbers and names: valid, and each once. protox checks this in text; descriptor sets come unchecked.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::DescriptorProto;

use super::{
    child, part,
    report::{Place, Reporter},
    tag,
};
use crate::schema::SchemaError;

/// The largest field number: 29 bits.
const LARGEST: i32 = 536_870_911;
/// Numbers that protobuf keeps for itself.
const IMPLEMENTATION: std::ops::RangeInclusive<i32> = 19_000..=19_999;

pub(super) fn message(
    reporter: &Reporter,
    message: &DescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let mut by_number: HashMap<i32, usize> = HashMap::with_capacity(message.field.len());
    let mut by_name: HashMap<&str, usize> = HashMap::with_capacity(message.field.len());
    for (i, field) in message.field.iter().enumerate() {
        let name = field.name.as_deref().unwrap_or_default();
        let number = field.number.unwrap_or_default();
        let place = |i, tag, label| Place::new(part(&child(path, tag::MESSAGE_FIELD, i), tag), label);
        if !(1..=LARGEST).contains(&number) || IMPLEMENTATION.contains(&number) {
            return Err(reporter.error(
                format!("`{full_name}.{name}` has the number {number}, which is not allowed"),
                [place(i, tag::FIELD_NUMBER, "this number")],
                format!("numbers go from 1 to {LARGEST}, without 19000 to 19999"),
            ));
        }
        if let Some(earlier) = by_number.insert(number, i) {
            let other = message.field[earlier].name.as_deref().unwrap_or_default();
            return Err(reporter.error(
                format!("`{full_name}`: `{other}` and `{name}` both have the number {number}"),
                [place(i, tag::FIELD_NUMBER, "used again"), place(earlier, tag::FIELD_NUMBER, "used here already")],
                "give one of them a number that was never used",
            ));
        }
        if let Some(earlier) = by_name.insert(name, i) {
            return Err(reporter.error(
                format!("`{full_name}` has two fields named `{name}`"),
                [place(i, tag::NAME, "named again"), place(earlier, tag::NAME, "named here already")],
                "rename one of them",
            ));
        }
    }
    Ok(())
}
