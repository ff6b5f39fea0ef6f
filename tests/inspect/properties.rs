//! What holds for all bytes.

use proptest::prelude::*;
use proto_diff::{
    dynamic::{
        Reader, Value,
        binary::{self, ReadReason},
    },
    inspect::{
        Content, Fate, FieldView, MessageView, RawMessage, ValueView, fit, survey,
        text::{Column, Columns, write, write_raw},
    },
    report::text::{Colour, Glyphs, Style},
    wire::framing::{Fit, is_well_formed},
};

use crate::{
    arbitrary::Taste,
    schemas::{EVERYTHING, LEGACY, SCHEMA, dump, message, messages},
};

const STYLE: Style = Style { width: 100, colour: Colour::Plain, glyphs: Glyphs::Unicode };
const ALL_COLUMNS: Columns = Columns { offsets: Column::Shown, numbers: Column::Shown };

fn agrees(name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let message = message(name);
    let view = MessageView::new(&SCHEMA, message, bytes);
    let mut at_the_top = 0;
    let surveyed = survey(&view, &mut |finding| at_the_top += usize::from(finding.inside.is_empty()));
    let read = binary::read(&SCHEMA, message, bytes, Reader::Conformant);
    prop_assert_eq!(surveyed.is_ok(), read.is_ok(), "{:?}\n{:?}\n{:x?}", surveyed, read, bytes);
    if let Ok(value) = &read {
        prop_assert_eq!(at_the_top, value.unknown.len(), "{:x?}", bytes);
    }
    if let (Err(fault), Err(error)) = (&surveyed, &read) {
        prop_assert!(fault.record <= fault.at && fault.at <= bytes.len(), "{:?}", fault);
        prop_assert_eq!(fault.to_string().contains('\n'), false);
        // A group is walked through before its content is looked at, so another fault of it may be found first.
        let same_place = match fault.reason {
            ReadReason::Utf8 => fault.at >= error.offset && error.reason == ReadReason::Utf8,
            reason => (fault.at, reason) == (error.offset, error.reason),
        };
        prop_assert!(same_place || has_groups(bytes), "{} {}", fault, error);
    }
    let mut page = Vec::new();
    write(&view, ALL_COLUMNS, STYLE, &mut page).unwrap();
    let text = String::from_utf8(page).unwrap();
    prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{}", text);
    prop_assert_eq!(text.contains("unreadable from here"), read.is_err(), "{}", text);
    let _ = fit(&SCHEMA, message, bytes);
    Ok(())
}

fn raw_agrees(bytes: &[u8]) -> Result<(), TestCaseError> {
    let whole = RawMessage::new(bytes).records().all(|record| record.is_ok());
    prop_assert_eq!(whole, is_well_formed(bytes));
    let mut page = Vec::new();
    write_raw(bytes, ALL_COLUMNS, STYLE, &mut page).unwrap();
    let text = String::from_utf8(page).unwrap();
    prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{}", text);
    prop_assert_eq!(text.contains("unreadable from here"), !whole, "{}", text);
    Ok(())
}

/// Whether any byte could be the tag of a group.
fn has_groups(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte & 7, 3 | 4))
}

/// Every record once, without gap: its bytes in a row are the message.
fn covers(view: &MessageView<'_>) -> Result<(), TestCaseError> {
    let mut joined = Vec::new();
    for record in view.records() {
        let record = record.unwrap();
        joined.extend_from_slice(record.bytes);
        match record.content {
            Content::Field { view: FieldView::One(ValueView::Message(inner)), .. }
            | Content::Field { view: FieldView::Entry(inner), .. } => covers(&inner)?,
            Content::Field { view: FieldView::Packed(packed), .. } => {
                prop_assert!(packed.elements().all(|element| element.is_ok()));
            }
            _ => {}
        }
    }
    prop_assert_eq!(joined.as_slice(), view.bytes());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_is_accepted_and_refused_as_the_reader_does(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for name in [EVERYTHING, LEGACY] {
            agrees(name, &bytes)?;
        }
        raw_agrees(&bytes)?;
    }

    #[test]
    fn damaged_messages_are_accepted_and_refused_as_the_reader_does(
        name in prop::sample::select(vec![EVERYTHING, LEGACY]),
        everything in messages(EVERYTHING, Taste::Anything),
        legacy in messages(LEGACY, Taste::AnyBytes),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let value = if name == EVERYTHING { everything } else { legacy };
        let mut bytes = binary::write(&SCHEMA, message(name), &value);
        agrees(name, &bytes)?;
        // As the other type, all is unknown or unfit.
        agrees(if name == EVERYTHING { LEGACY } else { EVERYTHING }, &bytes)?;
        for (index, byte) in damage {
            if !bytes.is_empty() {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
        }
        agrees(name, &bytes)?;
        raw_agrees(&bytes)?;
        bytes.truncate(cut.index(bytes.len() + 1));
        agrees(name, &bytes)?;
        raw_agrees(&bytes)?;
    }

    #[test]
    fn records_cover_the_message(value in messages(EVERYTHING, Taste::Json)) {
        let message = message(EVERYTHING);
        let bytes = binary::write(&SCHEMA, message, &value);
        let view = MessageView::new(&SCHEMA, message, &bytes);
        covers(&view)?;
        let mut found = Vec::new();
        survey(&view, &mut |finding| found.push(finding.describe(&SCHEMA))).unwrap();
        prop_assert_eq!(found, Vec::<String>::new());
        prop_assert_eq!(fit(&SCHEMA, message, &bytes), Fit::Whole);
    }
}

#[test]
fn what_a_map_entry_does_not_have_is_ignored() {
    // text_by_text { key: "a" 3: 1 }
    let bytes = [0xc2, 0x02, 0x05, 0x0a, 0x01, b'a', 0x18, 0x01];
    let message = message(EVERYTHING);
    let mut fates = Vec::new();
    let view = MessageView::new(&SCHEMA, message, &bytes);
    survey(&view, &mut |finding| fates.push((finding.inside, finding.offset, finding.fate))).unwrap();
    assert_eq!(fates, [("text_by_text[\"a\"]".to_owned(), 6, Fate::Ignored)]);
    let value = binary::read(&SCHEMA, message, &bytes, Reader::Conformant).unwrap();
    assert!(
        value.unknown.is_empty() && matches!(value.fields.get(&40), Some(Value::Map(_))),
        "{}",
        dump(message, &value)
    );
}
