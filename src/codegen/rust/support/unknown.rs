//! What a version does not know of in its bytes. Decoded messages do not show it any more, and it is not carried: in the
//! other version its number means something else.

use super::super::{
    detection::shapes::{Content, FieldShape, MessageShape, Origin, Shapes},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireType},
};
use super::{decode::takes, report::Report, trail::Trail};

/// Notes every record that the message with this index, or one in it, has no field for. The bytes have been decoded
/// before, so they are a message.
pub(crate) fn note(shapes: &'static Shapes, message: usize, bytes: &[u8], report: &mut Report) {
    if let Some(message) = shapes.messages.get(message) {
        let mut walk = Walk { shapes, report };
        walk.message(message, bytes, &Trail::ROOT, Depth::outermost());
    }
}

struct Walk<'r> {
    shapes: &'static Shapes,
    report: &'r mut Report,
}

/// The member of a oneof that came last.
struct Chosen {
    member: &'static FieldShape,
    /// How much had been noted before it.
    noted: usize,
}

impl Walk<'_> {
    fn message(&mut self, message: &'static MessageShape, bytes: &[u8], trail: &Trail<'_>, depth: Depth) {
        let mut reader = Reader::new(bytes, Overflow::Drop);
        // How often the field at each place came.
        let mut counts = vec![0; message.fields.len()];
        let mut chosen = Vec::new();
        loop {
            let start = reader.position();
            let Ok(Some(Key::Field { number, wire_type })) = reader.key() else { return };
            let Ok(value) = reader.value(number, wire_type, depth) else { return };
            let size = reader.position() - start;
            // Drafts are no part of the schema.
            let known = message.fields.iter().position(|field| field.number == number && field.origin != Origin::Draft);
            let Some((index, field)) = known.and_then(|index| Some((index, message.fields.get(index)?))) else {
                let reason = format!("unknown field {number} of {size} bytes ({wire_type})");
                self.report.lose(|| below(trail, number), reason);
                continue;
            };
            if !takes(field, wire_type) {
                let expected = field.wire_type().map_or("anything", WireType::name);
                let reason = format!("field {number} should be {expected} and is {wire_type} ({size} bytes)");
                trail.lose(&field.name, reason, self.report);
                continue;
            }
            self.choose(field, trail, &mut chosen);
            let ordinal = counts.get_mut(index).map_or(0, |count| std::mem::replace(count, *count + 1));
            let (Content::Message(inner) | Content::Group(inner), Some(depth)) = (field.content, depth.enter()) else {
                continue;
            };
            let Some(inner) = self.shapes.messages.get(inner) else { continue };
            let (RawValue::Len(content) | RawValue::Group(content)) = value else { continue };
            match (inner.is_map_entry, field.is_repeated()) {
                (true, _) => self.entry(field, inner, content, trail, depth),
                (false, true) => self.message(inner, content, &trail.item(&field.name, ordinal), depth),
                (false, false) => self.message(inner, content, &trail.field(&field.name), depth),
            }
        }
    }

    /// Notes which member of a oneof has come. It drives out another, with all that there is to say about what is in it.
    fn choose(&mut self, field: &'static FieldShape, trail: &Trail<'_>, chosen: &mut Vec<Chosen>) {
        let Some(oneof) = field.oneof else { return };
        let noted = self.report.noted();
        match chosen.iter_mut().find(|other| other.member.oneof == Some(oneof)) {
            None => chosen.push(Chosen { member: field, noted }),
            Some(same) if same.member.number == field.number => {}
            Some(other) => {
                self.report.take_back(other.noted, &trail.path_of(&other.member.name));
                *other = Chosen { member: field, noted: self.report.noted() };
            }
        }
    }

    /// An entry of a map, with the key at 1 and the value at 2.
    fn entry(
        &mut self,
        map: &'static FieldShape,
        entry: &'static MessageShape,
        bytes: &[u8],
        trail: &Trail<'_>,
        depth: Depth,
    ) {
        let mut reader = Reader::new(bytes, Overflow::Drop);
        let (mut is_strange, mut key, mut values) = (false, None, Vec::new());
        while let Ok(Some(Key::Field { number, wire_type })) = reader.key() {
            let Ok(value) = reader.value(number, wire_type, depth) else { return };
            match (entry.field(number), value) {
                (Some(field), _) if !takes(field, wire_type) => is_strange = true,
                (Some(_), RawValue::Len(text)) if number == 1 => key = std::str::from_utf8(text).ok(),
                (Some(field), RawValue::Len(content) | RawValue::Group(content)) => values.push((field, content)),
                (Some(_), _) => {}
                (None, _) => is_strange = true,
            }
        }
        if is_strange {
            trail.lose(&map.name, "something unknown inside an entry of the map", self.report);
        }
        for (field, content) in values {
            let (Content::Message(inner) | Content::Group(inner), Some(depth)) = (field.content, depth.enter()) else {
                continue;
            };
            let Some(inner) = self.shapes.messages.get(inner) else { continue };
            match key {
                Some(key) => self.message(inner, content, &trail.entry(&map.name, key), depth),
                None => self.message(inner, content, &trail.field(&map.name), depth),
            }
        }
    }
}

fn below(trail: &Trail<'_>, number: i32) -> String {
    let path = trail.path();
    if path.is_empty() { format!("#{number}") } else { format!("{path}.#{number}") }
}
