//! Who is who between two states of one model.

use proto_diff::schema::{Enum, Message};

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
