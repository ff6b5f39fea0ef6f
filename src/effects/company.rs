//! Samples in which a field is not alone: with others that the reader keeps in one oneof with it, and with the one that
//! stands where the reader looks for it.

use super::{
    sample::{Form, Sample},
    typed::Typed,
    values::{self, Fill},
};
use crate::{
    dynamic::{DynamicMessage, Value},
    schema::Field,
};

/// Any one of the siblings clears the field; a handful shows it as well as thousands.
const SIBLINGS: usize = 6;
/// Values of a sibling; some may not reach the reader.
const VALUES_OF_A_SIBLING: usize = 3;

/// The field together with each other one that the writer can set beside it and the reader keeps in the same oneof.
/// `numbers` are the reader's for the writer's fields.
pub(super) fn with_new_siblings(
    writer: Typed<'_>,
    field: &Field,
    reader: Typed<'_>,
    reader_field: Option<&Field>,
    numbers: &[(i32, i32)],
) -> Vec<Sample> {
    let Some(oneof) = reader_field.and_then(|f| f.oneof) else { return Vec::new() };
    let Some(value) = values::telling(writer, field) else { return Vec::new() };
    let siblings = writer.message.fields.iter().filter(|other| {
        let apart = other.number != field.number && (other.oneof.is_none() || other.oneof != field.oneof);
        let counterpart = numbers.iter().find(|(w, _)| *w == other.number).map(|(_, r)| *r);
        apart
            && counterpart
                .and_then(|number| reader.message.field_numbered(number))
                .is_some_and(|sibling| sibling.oneof == Some(oneof))
    });
    siblings
        .take(SIBLINGS)
        .flat_map(|other| {
            let theirs = values::for_field(writer.schema, other, Fill::Anything).into_iter().take(VALUES_OF_A_SIBLING);
            theirs.map(|theirs| both((field, value.clone()), (other, theirs)))
        })
        .map(Sample::from)
        .collect()
}

/// The field together with the one that has its new number or name, and is read in its place.
pub(super) fn with_a_stand_in(writer: Typed<'_>, field: &Field, reader_field: Option<&Field>) -> Vec<Sample> {
    let Some(at) = reader_field else { return Vec::new() };
    let Some(value) = values::telling(writer, field) else { return Vec::new() };
    let stands_in = |other: &&Field| {
        let names = [other.name(), &other.json_name];
        let can_be_set = other.oneof.is_none() || other.oneof != field.oneof;
        other.number != field.number
            && can_be_set
            && (other.number == at.number || names.contains(&at.json_name.as_str()))
    };
    let others = writer.message.fields.iter().filter(stands_in);
    others
        .filter_map(|other| {
            let message = both((field, value.clone()), (other, values::telling(writer, other)?));
            Some(Sample { message, form: Form::InCompany(field.number) })
        })
        .collect()
}

fn both((field, value): (&Field, Value), (other, theirs): (&Field, Value)) -> DynamicMessage {
    DynamicMessage {
        fields: [(field.number, value), (other.number, theirs)].into_iter().collect(),
        unknown: Vec::new(),
    }
}
