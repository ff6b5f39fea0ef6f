//! What holds for all bytes.

use proptest::prelude::*;
use proto_diff::wire::{
    Writer,
    framing::{
        Dresser, Dressing, Fit, FrameReader, Frames, Framing, GrpcEncoding, InputForm, Layers, Recognised, SizeLimit,
        Text, hints, is_well_formed, read_whole, recognise, recognise_framing,
    },
};

fn dressed(dressing: Dressing, messages: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut dresser = Dresser::new(&mut out, dressing);
    messages.iter().for_each(|message| dresser.write(message).unwrap());
    out
}

fn frames(bytes: &[u8], frames: Frames) -> Option<Vec<Vec<u8>>> {
    let mut reader = FrameReader::new(bytes, frames, SizeLimit::default());
    let mut messages = Vec::new();
    loop {
        match reader.next_frame() {
            Ok(Some(frame)) => messages.push(frame.message.to_vec()),
            Ok(None) => return Some(messages),
            Err(_) => return None,
        }
    }
}

fn lenient(bytes: &[u8]) -> Fit {
    if is_well_formed(bytes) { Fit::Partly } else { Fit::Malformed }
}

/// A judge that knows nothing, whatever it is shown.
fn ignorant(bytes: &[u8]) -> Fit {
    lenient(bytes).min(Fit::Foreign)
}

fn messages() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..6)
}

fn texts() -> impl Strategy<Value = Vec<u8>> {
    "[0-9a-fA-FxA-Z+/=_\\- \\n{}\\[\\]\":,]{0,80}".prop_map(String::into_bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn streams_are_undressed_to_what_was_dressed(messages in messages()) {
        let delimited = dressed(Dressing::Delimited, &messages);
        prop_assert_eq!(frames(&delimited, Frames::Delimited), Some(messages.clone()));
        let grpc = dressed(Dressing::Grpc, &messages);
        for encoding in [None, Some(GrpcEncoding::Gzip), Some(GrpcEncoding::Identity)] {
            prop_assert_eq!(frames(&grpc, Frames::Grpc(encoding)), Some(messages.clone()));
        }
    }

    #[test]
    fn texts_are_undressed_to_what_was_dressed(messages in messages()) {
        for text in [Text::Hex, Text::Base64] {
            let lines = dressed(Dressing::Lines(text), &messages);
            let lines: Vec<&[u8]> = lines.split(|byte| *byte == b'\n').collect();
            prop_assert_eq!(lines.len(), messages.len() + 1);
            for (line, message) in lines.iter().zip(&messages) {
                prop_assert_eq!(&text.undress(line).unwrap(), message);
                let spaced: Vec<u8> = line.iter().flat_map(|byte| [*byte, b' ']).collect();
                prop_assert_eq!(&text.undress(&spaced).unwrap(), message);
            }
        }
        let raw: Vec<Vec<u8>> = messages.iter().map(|message| dressed(Dressing::Raw, std::slice::from_ref(message))).collect();
        prop_assert_eq!(&raw, &messages);
        for message in &messages {
            prop_assert_eq!(&read_whole(message.as_slice(), SizeLimit::default()).unwrap(), message);
        }
    }

    #[test]
    fn grpc_frames_are_always_recognised(messages in messages()) {
        prop_assume!(!messages.is_empty());
        let bytes = dressed(Dressing::Grpc, &messages);
        let layers = Layers { text: None, framing: Framing::Grpc };
        let expected = Recognised::Bytes { layers, bytes: bytes.clone(), stray: None };
        prop_assert_eq!(recognise(bytes, &lenient), Ok(expected));
    }

    /// A message that makes sense is never taken for anything else.
    #[test]
    fn well_formed_messages_stay_raw(records in prop::collection::vec((1..16i32, "[0-9a-f{}]{0,20}|.{0,20}"), 0..4)) {
        let mut writer = Writer::default();
        records.iter().for_each(|(number, text)| writer.len_field(*number, text.as_bytes()));
        let bytes = writer.into_bytes();
        let layers = Layers { text: None, framing: Framing::Single };
        let expected = Recognised::Bytes { layers, bytes: bytes.clone(), stray: None };
        let whole = |bytes: &[u8]| if is_well_formed(bytes) { Fit::Whole } else { Fit::Malformed };
        prop_assert_eq!(recognise(bytes, &whole), Ok(expected));
    }

    #[test]
    fn nothing_panics(bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..80), texts()], name in "[a-z0-9+]{0,12}") {
        let limit = SizeLimit(64);
        for kind in [Frames::Delimited, Frames::Grpc(None), Frames::Grpc(Some(GrpcEncoding::Gzip))] {
            let mut reader = FrameReader::new(bytes.as_slice(), kind, limit);
            while let Ok(Some(frame)) = reader.next_frame() {
                prop_assert!(frame.message.len() <= 64);
            }
        }
        for text in [Text::Hex, Text::Base64] {
            let _ = text.undress(&bytes);
        }
        for judge in [lenient, ignorant] {
            let _ = hints(&bytes, &judge);
            let _ = recognise_framing(&bytes, &judge);
            let _ = recognise(bytes.clone(), &judge);
        }
        let _ = read_whole(bytes.as_slice(), limit);
        let _ = name.parse::<InputForm>();
        let _ = name.parse::<SizeLimit>();
    }
}
