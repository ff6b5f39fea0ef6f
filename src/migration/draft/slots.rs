//! Places in a new message that nothing is known to fill: where a field may have gone.

use super::{
    carry::carry,
    context::{Context, Version},
    members::{Known, Member, known, members, open_message},
};
use crate::schema::{Field, FieldType, MessageId};

/// How deep below a message fields are looked for.
const DEEPEST: usize = 3;

/// A place in a new message.
#[derive(Debug, Clone)]
pub(super) struct Slot<'a> {
    /// `supported_interfaces[0].url`.
    pub path: String,
    pub field: &'a Field,
    /// What the field was called in the old version of the message it is in.
    pub former_name: Option<&'a str>,
    /// The path of the message it is in, and that field's name; `None` for a field of the message itself.
    pub within: Option<Within>,
}

/// The field of a message that holds a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Within {
    pub path: String,
    pub name: String,
}

/// The open places of a new message, seen from the old one that became it: its open fields, what is inside of those,
/// and the open fields of messages that stay in it.
pub(super) fn slots<'a>(context: &Context<'a>, old: MessageId, new: MessageId) -> Vec<Slot<'a>> {
    let mut found = Vec::new();
    let open = open_members(context, old, new);
    for (index, member) in members(context.new, new).into_iter().enumerate() {
        let is_open = open.contains(&index);
        if is_open {
            found.push(Slot { path: member.step.clone(), field: member.field, former_name: None, within: None });
        }
        inside(context, &member, "", is_open, &mut vec![new], &mut found);
    }
    found
}

/// The indices of new members that are not the whole of an old one as it is.
pub(super) fn open_members(context: &Context<'_>, old: MessageId, new: MessageId) -> Vec<usize> {
    let (before, after) = (members(context.old, old), members(context.new, new));
    let is_filled = |j: usize| {
        known(context, old, new).iter().any(|(a, b, how)| {
            *b == j
                && !matches!(how, Known::Suspect { .. })
                && carry(context, before[*a].field, after[*b].field).is_some()
        })
    };
    (0..after.len()).filter(|&j| !is_filled(j)).collect()
}

fn inside<'a>(
    context: &Context<'a>,
    member: &Member<'a>,
    prefix: &str,
    is_open: bool,
    above: &mut Vec<MessageId>,
    found: &mut Vec<Slot<'a>>,
) {
    let Some(message) = open_message(context, Version::New, member.field) else { return };
    let step = match &member.field.ty {
        FieldType::Singular { .. } => member.step.clone(),
        // The first of a list that something else fills is not free to be changed.
        FieldType::Repeated { .. } if is_open && prefix.is_empty() => format!("{}[0]", member.step),
        FieldType::Repeated { .. } | FieldType::Map { .. } => return,
    };
    if above.len() >= DEEPEST || above.contains(&message) {
        return;
    }
    let path = format!("{prefix}{step}");
    let former = former_message(context, message);
    let known = former.map_or_else(Vec::new, |old| known(context, old, message));
    let open = former.map(|old| open_members(context, old, message));
    above.push(message);
    for (index, inner) in members(context.new, message).into_iter().enumerate() {
        let inner_open = is_open || open.as_ref().is_some_and(|open| open.contains(&index));
        if inner_open {
            let former_name = known.iter().find(|(_, j, how)| *j == index && !matches!(how, Known::Suspect { .. }));
            let former_name =
                former_name.zip(former).and_then(|((i, ..), old)| Some(context.old[old].fields.get(*i)?.name()));
            let within = Some(Within { path: path.clone(), name: member.field.name().to_owned() });
            found.push(Slot { path: format!("{path}.{}", inner.step), field: inner.field, former_name, within });
        }
        inside(context, &inner, &format!("{path}."), inner_open, above, found);
    }
    above.pop();
}

fn former_message(context: &Context<'_>, new: MessageId) -> Option<MessageId> {
    context.pairing.old_message(new)
}
