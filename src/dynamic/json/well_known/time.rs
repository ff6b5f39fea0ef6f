//! `google.protobuf.Timestamp` and `Duration`: strings of RFC 3339 and of seconds with an `s`.
//!
//! `prost_types` knows the calendar and the notation; the limits and the strictness that ProtoJSON asks for are added
//! here.

use prost_types::{Duration, Timestamp};
use serde_json::Value as Json;

use crate::dynamic::{DynamicMessage, Value, json::JsonReason};

/// Years 0001 to 9999 (`src/google/protobuf/timestamp.proto`).
const TIMESTAMP_SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
/// About 10,000 years either way (`src/google/protobuf/duration.proto`).
const DURATION_SECONDS: std::ops::RangeInclusive<i64> = -315_576_000_000..=315_576_000_000;
const NANOS_PER_SECOND: i32 = 1_000_000_000;

pub(super) fn write_timestamp(value: &DynamicMessage) -> Result<Json, JsonReason> {
    let (seconds, nanos) = parts(value)?;
    if !TIMESTAMP_SECONDS.contains(&seconds) || !(0..NANOS_PER_SECOND).contains(&nanos) {
        return Err(JsonReason::NoJsonForm("timestamp"));
    }
    Ok(Timestamp { seconds, nanos }.to_string().into())
}

pub(super) fn write_duration(value: &DynamicMessage) -> Result<Json, JsonReason> {
    let (seconds, nanos) = parts(value)?;
    let signs_agree = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    if !DURATION_SECONDS.contains(&seconds)
        || !(1 - NANOS_PER_SECOND..NANOS_PER_SECOND).contains(&nanos)
        || !signs_agree
    {
        return Err(JsonReason::NoJsonForm("duration"));
    }
    Ok(Duration { seconds, nanos }.to_string().into())
}

pub(super) fn read_timestamp(json: &Json) -> Result<DynamicMessage, JsonReason> {
    let Json::String(text) = json else { return Err(JsonReason::Expected("a timestamp as string")) };
    match text.parse::<Timestamp>() {
        Ok(parsed) if is_strict_rfc_3339(text) && TIMESTAMP_SECONDS.contains(&parsed.seconds) => {
            Ok(message(parsed.seconds, parsed.nanos))
        }
        _ => Err(JsonReason::Malformed { what: "timestamp", text: text.clone() }),
    }
}

pub(super) fn read_duration(json: &Json) -> Result<DynamicMessage, JsonReason> {
    let Json::String(text) = json else { return Err(JsonReason::Expected("a duration as string")) };
    match text.parse::<Duration>() {
        Ok(parsed) if is_strict_duration(text) && DURATION_SECONDS.contains(&parsed.seconds) => {
            Ok(message(parsed.seconds, parsed.nanos))
        }
        _ => Err(JsonReason::Malformed { what: "duration", text: text.clone() }),
    }
}

fn parts(value: &DynamicMessage) -> Result<(i64, i32), JsonReason> {
    let part = |number| match value.fields.get(&number) {
        None => Ok(0),
        Some(Value::Int(value)) => Ok(*value),
        Some(_) => Err(JsonReason::Mismatch),
    };
    Ok((part(1)?, i32::try_from(part(2)?).map_err(|_| JsonReason::Mismatch)?))
}

fn message(seconds: i64, nanos: i32) -> DynamicMessage {
    let parts = [(1, seconds), (2, i64::from(nanos))];
    let fields = parts.into_iter().filter(|(_, part)| *part != 0).map(|(number, part)| (number, Value::Int(part)));
    DynamicMessage { fields: fields.collect(), unknown: Vec::new() }
}

/// `YYYY-MM-DDTHH:MM:SS`, up to nine digits of fraction, `Z` or `±HH:MM`, capital letters: what the conformance suite
/// asks for. A leap second (`:60`), which a timestamp cannot hold, is refused, as C++, Go and Python do.
fn is_strict_rfc_3339(text: &str) -> bool {
    let matches = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text.bytes().zip(shape.bytes()).all(|(byte, shape)| match shape {
                b'0' => byte.is_ascii_digit(),
                shape => byte == shape,
            })
    };
    let Some((date_time, rest)) = text.split_at_checked("0000-00-00T00:00:00".len()) else { return false };
    if !matches(date_time, "0000-00-00T00:00:00") || date_time.ends_with(":60") {
        return false;
    }
    let zone = match rest.strip_prefix('.') {
        None => rest,
        Some(rest) => {
            let zone = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            if !(1..=9).contains(&(rest.len() - zone.len())) {
                return false;
            }
            zone
        }
    };
    zone == "Z" || matches(zone, "+00:00") || matches(zone, "-00:00")
}

/// Digits, up to nine digits of fraction, `s`.
fn is_strict_duration(text: &str) -> bool {
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = text.strip_suffix('s') else { return false };
    let number = number.strip_prefix('-').unwrap_or(number);
    match number.split_once('.') {
        None => all_digits(number),
        Some((seconds, fraction)) => all_digits(seconds) && all_digits(fraction) && fraction.len() <= 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps() {
        for (text, seconds, nanos, canonical) in [
            ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
            ("2024-02-29T12:30:00.5+01:30", 1_709_204_400, 500_000_000, "2024-02-29T11:00:00.500Z"),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            ("1969-12-31T23:59:59.000001Z", -1, 1000, "1969-12-31T23:59:59.000001Z"),
        ] {
            let value = read_timestamp(&text.into()).unwrap();
            assert_eq!(value, message(seconds, nanos), "{text}");
            assert_eq!(write_timestamp(&value).unwrap(), canonical);
        }
    }

    #[test]
    fn what_is_no_timestamp() {
        for text in [
            "",
            "2024-01-01",
            "2024-01-01T00:00:00",
            "2024-01-01t00:00:00Z",
            "2024-01-01T00:00:00z",
            "2024-01-01 00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2016-12-31T23:59:60Z",
            "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00.1234567890Z",
            "2024-01-01T00:00:00+0100",
            "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "0000-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
            "２024-01-01T00:00:00Z",
        ] {
            assert!(read_timestamp(&text.into()).is_err(), "{text}");
        }
        assert!(write_timestamp(&message(253_402_300_800, 0)).is_err());
        assert!(write_timestamp(&message(0, -1)).is_err());
    }

    #[test]
    fn durations() {
        for (text, seconds, nanos, canonical) in [
            ("0s", 0, 0, "0s"),
            ("1.5s", 1, 500_000_000, "1.500s"),
            ("-0.000000001s", 0, -1, "-0.000000001s"),
            ("-3.10s", -3, -100_000_000, "-3.100s"),
            ("315576000000.999999999s", 315_576_000_000, 999_999_999, "315576000000.999999999s"),
        ] {
            let value = read_duration(&text.into()).unwrap();
            assert_eq!(value, message(seconds, nanos), "{text}");
            assert_eq!(write_duration(&value).unwrap(), canonical);
        }
        for text in
            ["", "1", "s", ".5s", "1.s", "1.0000000000s", "+1s", " 1s", "315576000001s", "99999999999999999999s"]
        {
            assert!(read_duration(&text.into()).is_err(), "{text}");
        }
        assert!(write_duration(&message(1, -1)).is_err());
    }
}
