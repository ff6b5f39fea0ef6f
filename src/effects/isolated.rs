//! Experiments between a field and a version of it in which one thing differs, so that a rename is not blamed for a
//! change of type at the same field.
//!
//! Both messages are made up of what the change can touch, in the old schema.

use std::collections::HashSet;

use super::{
    Direction, Notice,
    experiment::Experiment,
    judge::{EnumNumbers, Identity, Types},
    sample::in_all_forms,
    trial::Trial,
    typed::Typed,
    values::{self, Fill},
};
use crate::{
    changes::{Change, ChangeKind, Detail},
    schema::{Field, FieldType, Kind, Message, NumberSet, Options, Reserved, Scalar, Schema},
};

/// A field that is the same on both sides.
pub(super) struct Subject<'a> {
    pub(super) schema: &'a Schema,
    /// The old message; an extension is no member of it.
    pub(super) message: &'a Message,
    pub(super) old: &'a Field,
    pub(super) new: &'a Field,
    /// All fields of the message that are the same on both sides, the subject among them unless it is an extension.
    pub(super) pairs: &'a [(&'a Field, &'a Field)],
}

/// Tries what this change alone does. Nothing where no reader can notice it.
pub(super) fn try_out(change: &Change, subject: &Subject<'_>, run: &mut dyn FnMut(Experiment<'_>)) -> Notice {
    let extension = subject.message.field_numbered(subject.old.number).is_none();
    let (old, new) = if extension {
        (fully_named(subject.old), fully_named(subject.new))
    } else {
        (subject.old.clone(), subject.new.clone())
    };
    let mut original = vec![old.clone()];
    let mut patched = vec![old.clone()];
    match (change.kind, &change.detail) {
        (ChangeKind::FieldRenamed | ChangeKind::FieldJsonNameChanged, _) => {
            rename(&mut patched[0], &new);
            // One field's new name may be what another one was called before.
            for (other_old, other_new) in subject.pairs.iter().filter(|(f, _)| f.number != old.number) {
                if share_a_name(other_old, &old, &new) || share_a_name(other_new, &old, &new) {
                    original.push((*other_old).clone());
                    let mut renamed = (*other_old).clone();
                    rename(&mut renamed, other_new);
                    patched.push(renamed);
                }
            }
        }
        (ChangeKind::FieldPresenceChanged, _) => {
            if let (FieldType::Singular { presence, .. }, FieldType::Singular { presence: new, .. }) =
                (&mut patched[0].ty, &new.ty)
            {
                *presence = *new;
            }
        }
        (ChangeKind::FieldOptionChanged, Detail::Option { name, .. }) if name == "packed" => {
            if let (FieldType::Repeated { packing, .. }, FieldType::Repeated { packing: new, .. }) =
                (&mut patched[0].ty, &new.ty)
            {
                *packing = *new;
            }
        }
        (ChangeKind::FieldOptionChanged, Detail::Option { name, .. }) if name == "features.utf8_validation" => {
            patched[0].utf8 = new.utf8;
        }
        _ => return Notice::Tried,
    }
    original.iter_mut().chain(&mut patched).for_each(make_known);
    let (original, patched) = (holder(subject.message, original), holder(subject.message, patched));
    let original = Typed { schema: subject.schema, message: &original };
    let patched = Typed { schema: subject.schema, message: &patched };
    for direction in Direction::BOTH {
        let (writer, reader) = match direction {
            Direction::Upgrade => (original, patched),
            Direction::Downgrade => (patched, original),
        };
        let field = writer.message.field_numbered(old.number);
        let values = field.map(|field| values::for_field(writer.schema, field, Fill::Anything)).unwrap_or_default();
        run(Experiment {
            direction,
            writer,
            reader,
            identity: Identity {
                numbers: writer.message.fields.iter().map(|f| (f.number, f.number)).collect(),
                types: Types::Shared,
                enum_numbers: EnumNumbers::MeanTheSame,
                meaning: None,
            },
            must_be_present: None,
            must_be_complete: None,
            // Names leave no trace in bytes.
            readers: match change.kind {
                ChangeKind::FieldRenamed | ChangeKind::FieldJsonNameChanged => &Trial::JSON,
                _ => &Trial::ALL,
            },
            samples: field.map(|field| in_all_forms(writer, reader, field, values)).unwrap_or_default(),
        });
    }
    Notice::Tried
}

fn rename(field: &mut Field, new: &Field) {
    field.element.name.clone_from(&new.element.name);
    field.json_name.clone_from(&new.json_name);
}

fn share_a_name(field: &Field, old: &Field, new: &Field) -> bool {
    let names: HashSet<&str> = [old.name(), &old.json_name, new.name(), &new.json_name].into_iter().collect();
    names.contains(field.name()) || names.contains(field.json_name.as_str())
}

/// An extension as the member that JSON makes of it.
fn fully_named(extension: &Field) -> Field {
    let mut field = extension.clone();
    field.element.name = format!("[{}]", extension.element.full_name);
    field.json_name.clone_from(&field.element.name);
    field
}

/// What a name or an option does, it does to any type: a string takes the place of one that nothing is known about.
fn make_known(field: &mut Field) {
    let kind = match &mut field.ty {
        FieldType::Singular { kind, .. } | FieldType::Repeated { kind, .. } => kind,
        FieldType::Map { value, .. } => value,
    };
    if matches!(kind, Kind::StandIn(_)) {
        *kind = Kind::Scalar(Scalar::String);
    }
}

fn holder(message: &Message, mut fields: Vec<Field>) -> Message {
    fields.iter_mut().for_each(|field| field.oneof = None);
    Message {
        element: message.element.clone(),
        nested_name: message.nested_name.clone(),
        parent: message.parent,
        fields,
        oneofs: Vec::new(),
        reserved: Reserved::default(),
        extension_ranges: NumberSet::default(),
        is_map_entry: false,
        options: Options::default(),
    }
}
