//! Who is who: between two states of one model, or as a report has it.

use proto_diff::{
    Comparison,
    changes::{ChangeKind, Subject},
    effects::Direction,
    pairing::Sides,
    rules::Finding,
    schema::{Enum, Message},
};

use super::{
    model::{EnumModel, FieldModel, Model},
    oracle::{Kin, Namesakes},
};

/// The model of the writer's schema and that of the reader's.
pub struct ModelKin<'a> {
    pub writer: &'a Model,
    pub reader: &'a Model,
}

impl Kin for ModelKin<'_> {
    fn field(&self, writer: &Message, number: i32, reader: &Message) -> Option<i32> {
        // Messages keep their names.
        if writer.element.full_name != reader.element.full_name {
            return Namesakes.field(writer, number, reader);
        }
        let uid = fields(self.writer, writer)?.iter().find(|field| field.number == number)?.uid;
        Some(fields(self.reader, reader)?.iter().find(|field| field.uid == uid)?.number)
    }

    fn same_value(&self, (writer, written): (&Enum, i32), (reader, read): (&Enum, i32)) -> bool {
        if writer.element.full_name != reader.element.full_name {
            return Namesakes.same_value((writer, written), (reader, read));
        }
        let uid = |of: Option<&EnumModel>, number| {
            of?.values.iter().find(|value| value.number == number).map(|value| value.uid)
        };
        let (written, read) = (uid(named(self.writer, writer), written), uid(named(self.reader, reader), read));
        written.is_some() && written == read
    }
}

/// The model's fields of a message.
pub fn fields<'a>(model: &'a Model, message: &Message) -> Option<&'a [FieldModel]> {
    let index = (0..model.messages.len()).find(|index| model.full_name(*index) == message.element.full_name)?;
    Some(&model.messages[index].fields)
}

pub fn named<'a>(model: &'a Model, of: &Enum) -> Option<&'a EnumModel> {
    model.enums.iter().find(|model| model.name == of.element.name)
}

/// Who is who as a report has it.
pub struct PairedKin<'a> {
    pub comparison: &'a Comparison,
    pub direction: Direction,
}

impl Kin for PairedKin<'_> {
    fn field(&self, writer: &Message, number: i32, reader: &Message) -> Option<i32> {
        let Comparison { old, new, pairing, .. } = self.comparison;
        let (before, after) = self.old_and_new(writer, reader);
        let ids = old.message_named(&before.element.full_name).zip(new.message_named(&after.element.full_name));
        let Some(fields) = ids.and_then(|(old, new)| pairing.fields_of(old, new)) else {
            return Namesakes.field(writer, number, reader);
        };
        let pairs = fields.identities().map(|(i, j)| (before.fields[i].number, after.fields[j].number));
        let mut pairs = pairs.map(|(old, new)| self.old_and_new(old, new));
        pairs.find(|(written, _)| *written == number).map(|(_, read)| read)
    }

    fn same_value(&self, (writer, written): (&Enum, i32), (reader, read): (&Enum, i32)) -> bool {
        let (old, new) = self.old_and_new((writer, written), (reader, read));
        let renamed = |finding: &Finding| match &finding.change.subject {
            Subject::EnumValue {
                enums: Sides::Both { old: before, new: after },
                value: Sides::Both { old: i, new: j },
            } => {
                let (before, after) = (&self.comparison.old[*before], &self.comparison.new[*after]);
                (before.element.full_name == old.0.element.full_name && before.values[i.index].number == old.1)
                    && (after.element.full_name == new.0.element.full_name && after.values[j.index].number == new.1)
            }
            _ => false,
        };
        let renames = self.comparison.findings.iter().filter(|f| f.change.kind == ChangeKind::EnumValueRenamed);
        Namesakes.same_value((writer, written), (reader, read)) || renames.into_iter().any(renamed)
    }
}

impl PairedKin<'_> {
    fn old_and_new<T>(&self, writer: T, reader: T) -> (T, T) {
        match self.direction {
            Direction::Upgrade => (writer, reader),
            Direction::Downgrade => (reader, writer),
        }
    }
}
