//! Random messages of any type, built from a supply of bytes so that proptest can shrink them.

use proto_diff::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    schema::{Field, FieldType, Kind, Message, Scalar, Schema, Utf8},
};

/// A supply of random bytes; zeros once it runs out.
pub struct Supply<'a> {
    schema: &'a Schema,
    bytes: std::vec::IntoIter<u8>,
    /// Which peculiarities to leave out.
    taste: Taste,
}

/// What kind of values to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Taste {
    /// Anything a field can hold.
    Anything,
    /// And text that is not UTF-8, where no reader checks it.
    AnyBytes,
    /// Only what has a JSON form that is read back as the same value.
    Json,
}

impl<'a> Supply<'a> {
    pub fn new(schema: &'a Schema, bytes: Vec<u8>, taste: Taste) -> Self {
        Supply { schema, bytes: bytes.into_iter(), taste }
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().unwrap_or(0)
    }

    /// Any number, often a small one or an edge.
    fn number(&mut self) -> u64 {
        const EDGES: [u64; 8] = [0, 1, u64::MAX, 1 << 31, (1 << 31) - 1, 1 << 63, u32::MAX as u64, 1 << 32];
        match self.byte() {
            choice @ 0..=63 => u64::from(choice),
            choice @ 64..=127 => EDGES[usize::from(choice) % EDGES.len()],
            _ => u64::from_le_bytes(std::array::from_fn(|_| self.byte())),
        }
    }

    fn text(&mut self) -> String {
        const LETTERS: [char; 8] = ['a', 'B', '_', ' ', '"', 'é', '€', '𝄞'];
        // Numbers in letters, and what parses as a message: field 1 as text, as a number, in a message in a message.
        const TELLING: [&str; 6] = ["42", "-1", "NaN", "\n\u{3}abc", "\u{8}\u{7}", "\n\u{5}\n\u{3}abc"];
        let length = self.byte() % 16;
        if let Some(text) = TELLING.get(usize::from(length).wrapping_sub(6)) {
            return (*text).to_owned();
        }
        (0..length % 6).map(|_| LETTERS[usize::from(self.byte()) % LETTERS.len()]).collect()
    }

    fn blob(&mut self) -> Vec<u8> {
        let length = self.byte() % 6;
        (0..length).map(|_| self.byte()).collect()
    }

    pub fn message(&mut self, message: &Message, depth: usize) -> DynamicMessage {
        let name = message.element.full_name.as_str();
        match (name, self.taste) {
            ("google.protobuf.Timestamp", Taste::Json) => return self.time(-62_135_596_800, 253_402_300_799),
            ("google.protobuf.Duration", Taste::Json) => return self.time(0, 315_576_000_000),
            ("google.protobuf.FieldMask", Taste::Json) => return mask(self.byte()),
            ("google.protobuf.Value", Taste::Json) => return self.json_value(depth),
            ("google.protobuf.Any", Taste::Json) => return self.any(depth),
            _ => {}
        }
        let mut value = DynamicMessage::default();
        let count = self.byte() % 6;
        for _ in 0..count {
            let extensions = self.schema.extensions.iter().filter(|e| e.extendee == name).map(|e| &e.field);
            let fields: Vec<&Field> = message.fields.iter().chain(extensions).collect();
            let Some(field) = fields.get(usize::from(self.byte()) % fields.len().max(1)) else { break };
            let Some(content) = self.field(field, depth) else { continue };
            if let Some(oneof) = field.oneof {
                message.members(oneof).for_each(|member| drop(value.fields.remove(&member.number)));
            }
            value.fields.insert(field.number, content);
        }
        value
    }

    /// A value for a field; `None` when messages nest deep enough.
    pub fn field(&mut self, field: &Field, depth: usize) -> Option<Value> {
        let count = usize::from(self.byte() % 3) + 1;
        if self.taste == Taste::AnyBytes && is_unchecked_text(field) && self.byte().is_multiple_of(8) {
            return Some(Value::Bytes(vec![0x01, 0xff]));
        }
        match &field.ty {
            FieldType::Singular { kind, .. } => self.value(kind, depth),
            FieldType::Repeated { kind, .. } => {
                let values: Vec<Value> = (0..count).map_while(|_| self.value(kind, depth)).collect();
                (!values.is_empty()).then_some(Value::List(values))
            }
            FieldType::Map { key, value, .. } => {
                let key = Kind::Scalar(*key);
                let entry = |_| Some((self.value(&key, depth)?, self.value(value, depth)?));
                let entries: Vec<(Value, Value)> = (0..count).map_while(entry).collect();
                (!entries.is_empty()).then(|| Value::map(entries))
            }
        }
    }

    fn value(&mut self, kind: &Kind, depth: usize) -> Option<Value> {
        Some(match kind {
            Kind::Scalar(scalar) => self.scalar(*scalar),
            Kind::Enum(id) => {
                let of = &self.schema[*id];
                let known = of.values[usize::from(self.byte()) % of.values.len()].number;
                let open = self.byte().is_multiple_of(4) && !of.closed && of.element.name != "NullValue";
                Value::Enum(if open { self.number() as i32 } else { known })
            }
            Kind::Message(id) | Kind::Group(id) => {
                Value::Message(self.message(&self.schema[*id], depth.checked_sub(1)?))
            }
            Kind::StandIn(_) => return None,
        })
    }

    fn scalar(&mut self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 => Value::Int(i64::from(self.number() as i32)),
            Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => Value::Int(self.number() as i64),
            Scalar::Uint32 | Scalar::Fixed32 => Value::Uint(u64::from(self.number() as u32)),
            Scalar::Uint64 | Scalar::Fixed64 => Value::Uint(self.number()),
            Scalar::Bool => Value::Bool(self.byte() % 2 == 1),
            Scalar::String => Value::String(self.text()),
            Scalar::Bytes => Value::Bytes(self.blob()),
            Scalar::Float => {
                let value = f32::from_bits(self.number() as u32);
                Value::Float(if value.is_nan() { f32::NAN } else { value })
            }
            Scalar::Double => {
                let value = f64::from_bits(self.number());
                Value::Double(if value.is_nan() { f64::NAN } else { value })
            }
        }
    }

    fn time(&mut self, low: i64, high: i64) -> DynamicMessage {
        let seconds = low + (self.number() % (high - low) as u64) as i64;
        let nanos = (self.number() % 1_000_000_000) as i64;
        DynamicMessage { fields: [(1, Value::Int(seconds)), (2, Value::Int(nanos))].into(), unknown: Vec::new() }
    }

    /// An `Any` that holds something.
    fn any(&mut self, depth: usize) -> DynamicMessage {
        const PACKED: [&str; 4] =
            ["google.protobuf.Int64Value", "google.protobuf.Timestamp", "google.protobuf.Struct", "legacy.Legacy"];
        let name = if depth == 0 { PACKED[0] } else { PACKED[usize::from(self.byte()) % PACKED.len()] };
        let packed_type = &self.schema[self.schema.message_named(name).expect("a schema with an Any has these")];
        let mut packed = self.message(packed_type, depth.saturating_sub(1));
        drop_implicit_defaults(self.schema, packed_type, &mut packed);
        let url = Value::String(format!("type.googleapis.com/{name}"));
        let bytes = Value::Bytes(binary::write(self.schema, packed_type, &packed));
        DynamicMessage { fields: [(1, url), (2, bytes)].into(), unknown: Vec::new() }
    }

    /// A `Value` that has a kind, and no number that JSON lacks.
    fn json_value(&mut self, depth: usize) -> DynamicMessage {
        let list = || DynamicMessage::default();
        let (number, value) = match self.byte() % 6 {
            0 => (1, Value::Enum(0)),
            1 => (2, Value::Double(f64::from(self.number() as i32) / 8.0)),
            2 => (3, Value::String(self.text())),
            3 => (4, Value::Bool(true)),
            4 if depth > 0 => {
                let values = vec![Value::Message(self.json_value(depth - 1))];
                let inner = DynamicMessage { fields: [(1, Value::List(values))].into(), unknown: Vec::new() };
                (6, Value::Message(inner))
            }
            _ => (5, Value::Message(list())),
        };
        DynamicMessage { fields: [(number, value)].into(), unknown: Vec::new() }
    }
}

fn is_unchecked_text(field: &Field) -> bool {
    let is_text = matches!(field.ty, FieldType::Singular { kind: Kind::Scalar(Scalar::String), .. });
    is_text && field.utf8 == Utf8::Unchecked
}

fn mask(choice: u8) -> DynamicMessage {
    let paths: &[&str] = [&["a"][..], &["a.b_c", "d"], &["long_name_x"]][usize::from(choice) % 3];
    let paths = paths.iter().map(|path| Value::String((*path).to_owned())).collect();
    DynamicMessage { fields: [(1, Value::List(paths))].into(), unknown: Vec::new() }
}
