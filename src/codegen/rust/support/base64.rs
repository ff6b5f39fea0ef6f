//! Base64 text (<https://www.rfc-editor.org/rfc/rfc4648>).

use base64::{
    Engine,
    alphabet::{STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{report::Error, trail::Trail};

/// The bytes that base64 text stands for. Both alphabets are in use, and so is leaving out the padding.
pub(crate) fn decoded(
    text: Option<impl AsRef<[u8]>>,
    (trail, name): (&Trail<'_>, &'static str),
) -> Result<Option<Vec<u8>>, Error> {
    let Some(text) = text else { return Ok(None) };
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let standard = GeneralPurpose::new(&STANDARD, config).decode(&text);
    let decoded = standard.or_else(|error| GeneralPurpose::new(&URL_SAFE, config).decode(&text).map_err(|_| error));
    decoded.map(Some).map_err(|error| Error::Base64 { path: trail.path_of(name), reason: error.to_string() })
}

/// Bytes as base64 text.
pub(crate) fn encoded(bytes: Vec<u8>) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
