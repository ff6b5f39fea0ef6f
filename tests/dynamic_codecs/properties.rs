//! What holds for all messages and all bytes.

use proptest::prelude::*;
use proto_diff::{
    dynamic::{FieldNames, Reader, UnknownNames, binary, drop_implicit_defaults, json, missing_required},
    wire,
};

use crate::{
    arbitrary::Taste,
    schemas::{EVERYTHING, LEGACY, SCHEMA, message, messages},
};

const READERS: [Reader; 2] = [Reader::Conformant, Reader::Strict];

fn reads_back(name: &str, value: &proto_diff::dynamic::DynamicMessage) -> Result<(), TestCaseError> {
    let message = message(name);
    let bytes = binary::write(&SCHEMA, message, value);
    for reader in READERS {
        prop_assert_eq!(&binary::read(&SCHEMA, message, &bytes, reader).unwrap(), value, "{:?} {:x?}", reader, bytes);
    }
    Ok(())
}

fn survives_json(name: &str, mut value: proto_diff::dynamic::DynamicMessage) -> Result<(), TestCaseError> {
    let message = message(name);
    drop_implicit_defaults(&SCHEMA, message, &mut value);
    for names in [FieldNames::Json, FieldNames::Proto] {
        let json = json::write(&SCHEMA, message, &value, names).unwrap();
        let mut found = json::read(&SCHEMA, message, &json, UnknownNames::Reject).unwrap();
        drop_implicit_defaults(&SCHEMA, message, &mut found);
        prop_assert_eq!(&found, &value, "{}", json);
    }
    Ok(())
}

fn never_panics(bytes: &[u8]) {
    let _ = wire::fields(bytes).count();
    for name in [EVERYTHING, LEGACY] {
        let message = message(name);
        for reader in READERS {
            if let Ok(value) = binary::read(&SCHEMA, message, bytes, reader) {
                let _ = missing_required(&SCHEMA, message, &value);
                let _ = json::write(&SCHEMA, message, &value, FieldNames::Json);
                let again = binary::write(&SCHEMA, message, &value);
                assert!(binary::read(&SCHEMA, message, &again, reader).is_ok());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everything_reads_back(value in messages(EVERYTHING, Taste::Anything)) {
        reads_back(EVERYTHING, &value)?;
    }

    #[test]
    fn legacy_reads_back(value in messages(LEGACY, Taste::Anything)) {
        reads_back(LEGACY, &value)?;
    }

    #[test]
    fn everything_survives_json(value in messages(EVERYTHING, Taste::Json)) {
        survives_json(EVERYTHING, value)?;
    }

    #[test]
    fn legacy_survives_json(value in messages(LEGACY, Taste::Json)) {
        survives_json(LEGACY, value)?;
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        never_panics(&bytes);
    }

    /// Bytes that are almost a message reach further into the readers than noise does.
    #[test]
    fn no_damaged_message_panics(
        value in messages(EVERYTHING, Taste::Anything),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = binary::write(&SCHEMA, message(EVERYTHING), &value);
        for (index, byte) in damage {
            if !bytes.is_empty() {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
        }
        never_panics(&bytes);
        bytes.truncate(cut.index(bytes.len() + 1));
        never_panics(&bytes);
    }
}
