//! What to do about a payload that cannot be read as it was told to be.

use super::PayloadFailure;
use crate::wire::framing::{Framing, FramingError, FramingReason, Hint, Layers, Text};

/// The failure that a torn dress is.
pub(super) fn torn(input: &str, error: FramingError) -> PayloadFailure {
    let help = match &error.reason {
        FramingReason::FrameTooLarge { .. } => {
            Some("is it this framing at all? If so, --max-size raises the limit".to_owned())
        }
        FramingReason::InputTooLarge(_) => {
            Some("--max-size raises the limit; --in grpc and --in delimited read one frame at a time".to_owned())
        }
        FramingReason::InflatesTooLarge(_) => Some("--max-size raises the limit".to_owned()),
        FramingReason::EncodingUntold { .. } => {
            Some("say how it was compressed, as the grpc-encoding header did: --grpc-encoding gzip".to_owned())
        }
        FramingReason::CompressedIdentity => Some("the header was another one: --grpc-encoding gzip".to_owned()),
        FramingReason::Truncated { needed: 10, present: 0 } | FramingReason::Flag(b'\n') => {
            Some("if that byte is 0a, an editor or `echo` put a line feed behind the last message".to_owned())
        }
        FramingReason::Flag(b'!'..=b'~') => {
            Some("if it is frames in hex or base64 text, say so: --in hex+grpc or --in base64+grpc".to_owned())
        }
        _ => None,
    };
    PayloadFailure::Framing { input: input.to_owned(), error, help }
}

/// What a message that makes no sense may be, and how to read it then. `text` is what came off before.
pub(super) fn advice(hint: Hint, text: Option<Text>) -> String {
    let form = |framing| Layers { text, framing };
    match hint {
        Hint::Delimited { messages: 1 } => {
            format!("it looks like a varint-delimited message; read it so with --in {}", form(Framing::Delimited))
        }
        Hint::Delimited { messages } => {
            format!(
                "it looks like {messages} varint-delimited messages; read them so with --in {}",
                form(Framing::Delimited)
            )
        }
        Hint::Grpc => format!("it begins as a gRPC frame does; read it so with --in {}", form(Framing::Grpc)),
        Hint::Text(text) => format!("it is all {0} characters; read it so with --in {0}", text.name()),
        Hint::Json => "it begins as JSON does; read it so with --in json".to_owned(),
    }
}
