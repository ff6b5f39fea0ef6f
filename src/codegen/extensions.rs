//! Extensions that are in the way of a language whose messages have none.

use std::collections::BTreeSet;

use super::program::Way;
use crate::{direction::Direction, migration::Side, schema::FieldRef};

/// What can be done about an extension of a version, and about those of the other one that would be in the way next.
pub(super) fn remedy(way: &Way<'_>, side: Side) -> String {
    let done = match side.leaving() {
        Direction::Upgrade => "upgraded",
        Direction::Downgrade => "downgraded",
    };
    let this = format!(
        "leave what declares it out of the {side} schema, and what names it out of the manifest; messages keep it as an \
         unknown field then, which is reported as a loss when they are {done}"
    );
    let others: Vec<String> = used(way, side.other()).into_iter().map(|name| format!("`{name}`")).collect();
    match others.as_slice() {
        [] => this,
        others => format!("{this}. The same goes for {} in the {} schema", others.join(", "), side.other()),
    }
}

/// The extensions of a version that a way reads or writes, by their full names.
fn used<'m>(way: &Way<'m>, side: Side) -> BTreeSet<&'m str> {
    let functions = way.printed().map(|(_, function)| function);
    let fields: Vec<FieldRef> = match side == way.source_side() {
        true => {
            let places = functions.flat_map(|function| {
                let unread = function.unread.iter().map(|unread| unread.place);
                function.uses().into_keys().chain(unread)
            });
            places.map(|place| place.field).collect()
        }
        false => functions.flat_map(|function| function.all_writes().map(|write| write.field)).collect(),
    };
    let extensions = fields.into_iter().filter(|field| matches!(field, FieldRef::Extension(_)));
    extensions.map(|field| field.get(way.schema(side)).element.full_name.as_str()).collect()
}
