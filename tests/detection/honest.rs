//! Messages that programs send: text is text, names have their shape, what is required is there.

use proto_diff::{
    dynamic::{DynamicMessage, Value, drop_implicit_defaults},
    migration::detection::Side,
    schema::{Field, FieldType, Kind, MessageId, Scalar, Schema, is_required_by_annotation},
};

use super::{
    random::{self, Letter},
    sides::SIDES,
};

/// Random messages made honest.
pub fn letters() -> Vec<Letter> {
    let mut letters = random::letters();
    for (seed, letter) in letters.iter_mut().enumerate() {
        let schema = SIDES.schema(letter.writer);
        let root = letter.root();
        let mut author = Author { schema, writer: letter.writer, state: seed as u64 };
        author.edit(root, &mut letter.message, 0);
        drop_implicit_defaults(schema, &schema[root], &mut letter.message);
    }
    letters
}

struct Author<'s> {
    schema: &'s Schema,
    writer: Side,
    state: u64,
}

impl Author<'_> {
    fn pick(&mut self, of: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % of
    }

    fn edit(&mut self, of: MessageId, message: &mut DynamicMessage, depth: usize) {
        let schema = self.schema;
        for field in &schema[of].fields {
            // Half of the old types' fields are required in deed if not in name: nobody sends a card without a URL.
            let wanted = is_required_by_annotation(field)
                || self.writer == Side::Old && field.oneof.is_none() && !field.value_kind().is_message() && depth < 4;
            if wanted && !message.fields.contains_key(&field.number) && (depth < 4 || !field.value_kind().is_message())
            {
                let value = match field.value_kind() {
                    Kind::Message(_) => Value::Message(DynamicMessage::default()),
                    Kind::Enum(_) => Value::Enum(1),
                    Kind::Scalar(Scalar::String) => Value::String(String::new()),
                    _ => continue,
                };
                if self.writer == Side::Old && self.pick(3) == 0 && !is_required_by_annotation(field) {
                    continue;
                }
                let value =
                    if matches!(field.ty, FieldType::Repeated { .. }) { Value::List(vec![value]) } else { value };
                if !matches!(field.ty, FieldType::Map { .. }) {
                    message.fields.insert(field.number, value);
                }
            }
        }
        for (number, value) in &mut message.fields {
            let Some(field) = schema[of].field_numbered(*number) else { continue };
            self.value(of, field, value, depth);
        }
    }

    fn value(&mut self, of: MessageId, field: &Field, value: &mut Value, depth: usize) {
        match value {
            Value::String(text) => *text = self.text(of, field),
            Value::Enum(number) => *number = (*number).rem_euclid(3),
            Value::Message(message) => {
                if let Some(id) = field.value_kind().message() {
                    self.edit(id, message, depth + 1);
                }
            }
            Value::List(values) => values.iter_mut().for_each(|value| self.value(of, field, value, depth)),
            Value::Map(entries) => {
                for (index, (key, value)) in entries.iter_mut().enumerate() {
                    if let Value::String(text) = key {
                        *text = format!("key{index}");
                    }
                    self.value(of, field, value, depth);
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, of: MessageId, field: &Field) -> String {
        let message = self.schema[of].element.name.as_str();
        let id = self.id();
        if self.writer == Side::Old {
            match (message, field.name()) {
                ("GetTaskRequest" | "CancelTaskRequest" | "TaskSubscriptionRequest", "name") | (_, "parent") => {
                    return format!("tasks/{id}");
                }
                (
                    "GetTaskPushNotificationConfigRequest"
                    | "DeleteTaskPushNotificationConfigRequest"
                    | "TaskPushNotificationConfig",
                    "name",
                ) => return format!("tasks/{id}/pushNotificationConfigs/{}", self.id()),
                _ => {}
            }
        }
        match field.name() {
            name if name.ends_with("id") => id,
            name if name.ends_with("url") || name.ends_with("uri") => format!("https://agent.example/{id}"),
            name if name.ends_with("type") => "image/png".to_owned(),
            "tenant" => ["acme", "tenant-7", ""][self.pick(3)].to_owned(),
            _ => {
                const TEXTS: [&str; 8] =
                    ["hello", "", "Plan a trip", "Zürich 東京", "* one\n* two", "\nnext", "{\"a\": 1}", "x"];
                let text = TEXTS[self.pick(TEXTS.len())];
                if self.pick(6) == 0 { text.repeat(30) } else { text.to_owned() }
            }
        }
    }

    fn id(&mut self) -> String {
        let number = self.pick(usize::MAX >> 34);
        match self.pick(4) {
            0 => format!("t-{}", number % 1000),
            1 => format!("{number:x}"),
            _ => format!("{number:08x}-58cc-4372-a567-0e02b2c3d479"),
        }
    }
}
