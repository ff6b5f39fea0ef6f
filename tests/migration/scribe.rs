//! The same message written by someone else: legal, and as far from canonical as a writer can get.
//!
//! Fields come in another order, singular messages in two halves, numbers packed or one by one, defaults explicitly,
//! values that a later one replaces before it, map entries with the value first, lengths and numbers with more bytes than
//! they need. On demand there are unknown fields, which no version has.

use proto_diff::{
    dynamic::{binary, find_field},
    schema::{Field, FieldType, Kind, MessageId, Presence, Scalar, Schema},
    wire::{self, RawValue, WireType},
};

/// A number that no message of A2A has.
pub const UNKNOWN: i32 = 1999;

pub struct Scribe<'a> {
    schema: &'a Schema,
    choices: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    /// How many unknown fields may still be added.
    strangers: usize,
    /// The way to the message at hand.
    path: Vec<String>,
    /// The paths of those that have been.
    pub added: Vec<String>,
}

/// One field as it stands: its number and all of its records, each written out.
struct Records {
    number: i32,
    written: Vec<Vec<u8>>,
}

impl<'a> Scribe<'a> {
    pub fn new(schema: &'a Schema, choices: &'a [u8], strangers: usize) -> Self {
        let choices = if choices.is_empty() { &[0][..] } else { choices };
        Scribe { schema, choices: choices.iter().cycle(), strangers, path: Vec::new(), added: Vec::new() }
    }

    fn one_of(&mut self, count: usize) -> usize {
        usize::from(*self.choices.next().expect("it never ends")) % count
    }

    fn is_chosen(&mut self) -> bool {
        self.one_of(3) == 0
    }

    /// Writes the message that is in canonical bytes once more.
    pub fn rewrite(&mut self, of: MessageId, canonical: &[u8]) -> Vec<u8> {
        let schema = self.schema;
        let mut all: Vec<Records> = Vec::new();
        for record in wire::fields(canonical) {
            let record = record.expect("canonical bytes are well-formed");
            let field = find_field(schema, &schema[of], record.number).expect("nothing unknown");
            let ordinal = all.iter().find(|records| records.number == record.number).map_or(0, |r| r.written.len());
            self.path.push(match field.ty {
                FieldType::Singular { .. } => field.name().to_owned(),
                _ => format!("{}[{ordinal}]", field.name()),
            });
            let written = self.record(field, record.value);
            self.path.pop();
            match all.iter_mut().find(|records| records.number == record.number) {
                Some(records) => records.written.extend(written),
                None => all.push(Records { number: record.number, written }),
            }
        }
        for field in &schema[of].fields {
            let absent = !all.iter().any(|records| records.number == field.number);
            if let (true, FieldType::Singular { kind, presence: Presence::Implicit }) = (absent, &field.ty)
                && self.is_chosen()
            {
                all.push(Records { number: field.number, written: vec![self.default(field.number, kind)] });
            }
        }
        if self.strangers > 0 && self.is_chosen() {
            self.strangers -= 1;
            self.added
                .push(self.path.iter().map(|step| format!("{step}.")).collect::<String>() + &format!("#{UNKNOWN}"));
            let value =
                [RawValue::Varint(7), RawValue::Len(b"stranger"), RawValue::Fixed32(1), RawValue::Group(b"\x08\x01")];
            let choice = self.one_of(value.len());
            let written = vec![self.put(UNKNOWN, value[choice])];
            all.push(Records { number: UNKNOWN, written });
        }
        self.shuffled(all)
    }

    /// Records of different fields in any order, those of one field in theirs.
    fn shuffled(&mut self, all: Vec<Records>) -> Vec<u8> {
        let mut queues: Vec<std::vec::IntoIter<Vec<u8>>> =
            all.into_iter().map(|records| records.written.into_iter()).collect();
        let mut bytes = Vec::new();
        while !queues.is_empty() {
            let chosen = self.one_of(queues.len());
            match queues[chosen].next() {
                Some(record) => bytes.extend(record),
                None => drop(queues.swap_remove(chosen)),
            }
        }
        bytes
    }

    fn record(&mut self, field: &Field, value: RawValue<'_>) -> Vec<Vec<u8>> {
        let number = field.number;
        match (&field.ty, value) {
            (FieldType::Map { .. }, RawValue::Len(entry)) => vec![self.entry(field, entry)],
            (FieldType::Singular { kind, .. }, _) if kind.message().is_some() => self.message(number, kind, value),
            (FieldType::Repeated { kind, .. }, _) if kind.message().is_some() => {
                let content = content(value);
                let rewritten = self.rewrite(kind.message().expect("one"), content);
                vec![self.put(number, like(value, &rewritten))]
            }
            (FieldType::Repeated { kind, .. }, _) if binary::is_packable(kind) => self.numbers(number, kind, value),
            (FieldType::Singular { kind, presence }, _) => {
                let mut written = Vec::new();
                // A member of a oneof would clear others, which are not there.
                if self.is_chosen() && *presence != Presence::Required {
                    written.push(self.default(number, kind));
                }
                written.push(self.put(number, value));
                written
            }
            _ => vec![self.put(number, value)],
        }
    }

    /// A singular message, in one piece or in two.
    fn message(&mut self, number: i32, kind: &Kind, value: RawValue<'_>) -> Vec<Vec<u8>> {
        let rewritten = self.rewrite(kind.message().expect("a message"), content(value));
        let starts = wire::fields(&rewritten).map(|record| record.expect("just written").offset);
        let ends: Vec<usize> = starts.chain([rewritten.len()]).collect();
        if !self.is_chosen() {
            return vec![self.put(number, like(value, &rewritten))];
        }
        let at = self.one_of(ends.len());
        let (first, second) = rewritten.split_at(ends[at]);
        vec![self.put(number, like(value, first)), self.put(number, like(value, second))]
    }

    /// A map entry: value and key in any order.
    fn entry(&mut self, field: &Field, entry: &[u8]) -> Vec<u8> {
        let mut written = Vec::new();
        let key = wire::fields(entry).filter_map(Result::ok).find(|record| record.number == 1);
        let key = key.map(|record| String::from_utf8_lossy(content(record.value)).into_owned()).unwrap_or_default();
        self.path.pop();
        self.path.push(format!("{}[{key:?}]", field.name()));
        for record in wire::fields(entry) {
            let record = record.expect("canonical bytes are well-formed");
            match (record.number, field.value_kind().message()) {
                (2, Some(message)) => {
                    let rewritten = self.rewrite(message, content(record.value));
                    written.push(self.put(2, like(record.value, &rewritten)));
                }
                (number, _) => written.push(self.put(number, record.value)),
            }
        }
        if self.is_chosen() {
            written.reverse();
        }
        self.put(field.number, RawValue::Len(&written.concat()))
    }

    /// Numbers in a run, one by one, or some of each.
    fn numbers(&mut self, number: i32, kind: &Kind, value: RawValue<'_>) -> Vec<Vec<u8>> {
        let RawValue::Len(run) = value else {
            // One by one: each may as well be a run of one.
            let run = match value {
                RawValue::Fixed32(value) => value.to_le_bytes().to_vec(),
                RawValue::Fixed64(value) => value.to_le_bytes().to_vec(),
                RawValue::Varint(value) => long_varint(value, 1),
                RawValue::Len(_) | RawValue::Group(_) => unreachable!("a number"),
            };
            let value = if self.is_chosen() { RawValue::Len(&run) } else { value };
            return vec![self.put(number, value)];
        };
        if !self.is_chosen() {
            return vec![self.put(number, value)];
        }
        let mut reader = wire::Reader::new(run, wire::Overflow::Drop);
        let mut written = Vec::new();
        while !reader.is_at_end() {
            let value = match kind {
                Kind::Scalar(Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float) => {
                    reader.fixed32().map(RawValue::Fixed32)
                }
                Kind::Scalar(Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double) => {
                    reader.fixed64().map(RawValue::Fixed64)
                }
                _ => reader.varint().map(RawValue::Varint),
            };
            written.push(self.put(number, value.expect("a run of numbers")));
        }
        written
    }

    fn default(&mut self, number: i32, kind: &Kind) -> Vec<u8> {
        let value = match kind {
            Kind::Scalar(Scalar::String | Scalar::Bytes) => RawValue::Len(b""),
            Kind::Scalar(Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float) => RawValue::Fixed32(0),
            Kind::Scalar(Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double) => RawValue::Fixed64(0),
            // A closed enum may have no 0.
            Kind::Enum(id) => RawValue::Varint(i64::from(self.schema[*id].values[0].number) as u64),
            _ => RawValue::Varint(0),
        };
        self.put(number, value)
    }

    /// A record, its numbers sometimes longer than they need to be.
    fn put(&mut self, number: i32, value: RawValue<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let wire = value.wire_type();
        let mut varint = |scribe: &mut Self, value: u64| {
            let longer = if scribe.one_of(8) == 0 { 1 + scribe.one_of(2) } else { 0 };
            bytes.extend(long_varint(value, longer));
        };
        let tag = |wire: u64| (number as u64) << 3 | wire;
        match (wire, value) {
            (WireType::Varint, RawValue::Varint(value)) => {
                varint(self, tag(0));
                varint(self, value);
            }
            (_, RawValue::Fixed64(value)) => {
                varint(self, tag(1));
                bytes.extend(value.to_le_bytes());
            }
            (_, RawValue::Fixed32(value)) => {
                varint(self, tag(5));
                bytes.extend(value.to_le_bytes());
            }
            (_, RawValue::Group(content)) => {
                varint(self, tag(3));
                bytes.extend(content);
                bytes.extend(long_varint(tag(4), 0));
            }
            (_, RawValue::Len(content)) => {
                varint(self, tag(2));
                varint(self, content.len() as u64);
                bytes.extend(content);
            }
            (_, RawValue::Varint(_)) => unreachable!("a varint is one"),
        }
        bytes
    }
}

/// A varint with up to two bytes more than it needs, and ten at most.
fn long_varint(mut value: u64, longer: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        bytes.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
        if value == 0 {
            break;
        }
    }
    bytes.resize((bytes.len() + longer).min(10.max(bytes.len())), 0x80);
    *bytes.last_mut().expect("one at least") &= 0x7f;
    bytes
}

fn content(value: RawValue<'_>) -> &[u8] {
    match value {
        RawValue::Len(content) | RawValue::Group(content) => content,
        _ => &[],
    }
}

/// The same kind of record with another content.
fn like<'c>(value: RawValue<'_>, content: &'c [u8]) -> RawValue<'c> {
    match value {
        RawValue::Group(_) => RawValue::Group(content),
        _ => RawValue::Len(content),
    }
}
