//! The header that names the protocol version, such as `A2A-Version`
//! (<https://a2a-protocol.org/latest/specification/>, "Versioning").

use std::{fmt, str::FromStr};

use crate::migration::detection::Side;

/// A version as headers name it. Patch releases change nothing on the wire, so they do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MajorMinor {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
}

/// Text that is no `Major.Minor` version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no version of the form Major.Minor")]
pub struct NoVersion(String);

impl FromStr for MajorMinor {
    type Err = NoVersion;

    /// Takes `0.3` and, leaving the patch aside, `0.3.0`. Refuses signs, leading zeros, prefixes and suffixes.
    fn from_str(text: &str) -> Result<Self, NoVersion> {
        let number = |part: &str| {
            let plain = part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
            if plain { part.parse::<u32>().ok() } else { None }
        };
        let numbers: Option<Vec<u32>> = text.split('.').take(4).map(number).collect();
        match numbers.as_deref() {
            Some([major, minor] | [major, minor, _]) => Ok(MajorMinor { major: *major, minor: *minor }),
            _ => Err(NoVersion(text.to_owned())),
        }
    }
}

impl fmt::Display for MajorMinor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A value that a version answers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HeaderValue {
    /// No header, or an empty one.
    Empty,
    /// This version, whatever its patch.
    Version(MajorMinor),
}

impl fmt::Display for HeaderValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderValue::Empty => f.write_str("(empty)"),
            HeaderValue::Version(version) => version.fmt(f),
        }
    }
}

/// The header values of each side. No value stands for both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderVersions {
    old: Vec<HeaderValue>,
    new: Vec<HeaderValue>,
}

/// A value that was to stand for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the header value {0} cannot stand for both versions")]
pub struct SharedVersion(pub HeaderValue);

impl HeaderVersions {
    /// The values that each side answers to. For A2A, the old side has 0.3 and the empty value, the new one 1.0.
    ///
    /// # Errors
    /// When a value is in both lists.
    pub fn new(old: Vec<HeaderValue>, new: Vec<HeaderValue>) -> Result<Self, SharedVersion> {
        match old.iter().find(|value| new.contains(value)) {
            Some(shared) => Err(SharedVersion(*shared)),
            None => Ok(HeaderVersions { old, new }),
        }
    }

    /// The values as a manifest has them: `Major.Minor`, or empty. What is no version and what stands on both sides
    /// is left out; a manifest has been checked for the first, and the second says nothing about the side.
    pub fn of_texts(old: &[String], new: &[String]) -> Self {
        let value = |text: &String| match text.is_empty() {
            true => Some(HeaderValue::Empty),
            false => text.parse().ok().map(HeaderValue::Version),
        };
        let values = |texts: &[String]| texts.iter().filter_map(value).collect::<Vec<_>>();
        let (old, new) = (values(old), values(new));
        let only = |mine: &[HeaderValue], other: &[HeaderValue]| {
            mine.iter().filter(|value| !other.contains(value)).copied().collect()
        };
        HeaderVersions { old: only(&old, &new), new: only(&new, &old) }
    }

    /// All values, the old side's first.
    fn all(&self) -> Vec<HeaderValue> {
        self.old.iter().chain(&self.new).copied().collect()
    }
}

/// A header value that neither side answers to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("version `{value}` is not supported; supported: {}", list(.supported))]
pub struct UnknownVersion {
    /// The value as sent.
    pub value: String,
    /// The values that are supported.
    pub supported: Vec<HeaderValue>,
}

fn list(values: &[HeaderValue]) -> String {
    let values: Vec<String> = values.iter().map(HeaderValue::to_string).collect();
    values.join(", ")
}

/// Finds the side that a header value stands for. Blanks around it are not part of it
/// (<https://www.rfc-editor.org/rfc/rfc9110#section-5.5>).
///
/// # Errors
/// When the value is no version or one that neither side answers to.
pub fn by_header(value: &str, accepts: &HeaderVersions) -> Result<Side, UnknownVersion> {
    let text = value.trim_matches([' ', '\t']);
    let wanted = if text.is_empty() { Some(HeaderValue::Empty) } else { text.parse().ok().map(HeaderValue::Version) };
    match wanted {
        Some(wanted) if accepts.old.contains(&wanted) => Ok(Side::Old),
        Some(wanted) if accepts.new.contains(&wanted) => Ok(Side::New),
        _ => Err(UnknownVersion { value: value.to_owned(), supported: accepts.all() }),
    }
}
