//! Who left a number or name, and who took it.

use super::Context;
use crate::{
    changes::{Change, Subject},
    schema::Reserved,
};

/// A field or enum value of the old version that a change is about.
pub(super) struct Gone<'a> {
    pub(super) name: &'a str,
    pub(super) number: i32,
    /// The number has an owner in the new version: an alias, or whoever took it over.
    pub(super) number_in_use: bool,
    /// What the new version reserves there.
    pub(super) reserved: &'a Reserved,
}

impl<'a> Gone<'a> {
    /// `None` when the change is about neither, or nothing of the old version, or there is no new version to look at.
    pub(super) fn of(context: Context<'a>, change: &Change) -> Option<Self> {
        match &change.subject {
            Subject::Field { messages, field } => {
                let field = field.old()?.get(context.old);
                let message = &context.new[*messages.new()?];
                Some(Gone {
                    name: field.name(),
                    number: field.number,
                    number_in_use: message.field_numbered(field.number).is_some(),
                    reserved: &message.reserved,
                })
            }
            Subject::EnumValue { enums, value } => {
                let value = value.old()?;
                let value = &context.old[value.of].values[value.index];
                let of = &context.new[*enums.new()?];
                Some(Gone {
                    name: &value.element.name,
                    number: value.number,
                    number_in_use: of.values_numbered(value.number).next().is_some(),
                    reserved: &of.reserved,
                })
            }
            _ => None,
        }
    }
}

/// The name of the field or enum value of the new version that a change is about.
pub(super) fn taker<'a>(context: Context<'a>, change: &Change) -> Option<&'a str> {
    match &change.subject {
        Subject::Field { field, .. } => Some(field.new()?.get(context.new).name()),
        Subject::EnumValue { value, .. } => {
            let value = value.new()?;
            Some(&context.new[value.of].values[value.index].element.name)
        }
        _ => None,
    }
}
