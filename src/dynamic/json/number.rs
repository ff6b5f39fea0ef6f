//! Numbers in ProtoJSON: as JSON numbers or as strings, in any notation JSON has for them.

use serde_json::{Number, Value as Json};

use super::JsonReason;
use crate::schema::Scalar;

/// A finite number, or the name ProtoJSON gives to one that JSON cannot write.
pub(super) fn write_double(value: f64) -> Json {
    match Number::from_f64(value) {
        Some(number) => Json::Number(number),
        None if value.is_nan() => "NaN".into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

/// Like [`write_double`], with as few digits as tell a `float` from its neighbours: `0.1`, not `0.10000000149011612`.
pub(super) fn write_float(value: f32) -> Json {
    let exact = f64::from(value);
    if !value.is_finite() || value.trunc() == value {
        return write_double(exact);
    }
    match value.to_string().parse::<f64>() {
        Ok(short) if short as f32 == value => write_double(short),
        _ => write_double(exact),
    }
}

/// Reads a `double`.
pub(super) fn read_double(json: &Json) -> Result<f64, JsonReason> {
    let value = match json {
        Json::Number(number) => number.as_f64(),
        Json::String(text) => match text.as_str() {
            "NaN" => return Ok(f64::NAN),
            "Infinity" => return Ok(f64::INFINITY),
            "-Infinity" => return Ok(f64::NEG_INFINITY),
            text if is_json_number(text) => text.parse().ok(),
            _ => None,
        },
        _ => None,
    };
    match value {
        Some(value) if value.is_finite() => Ok(value),
        Some(_) => Err(out_of_range(json)),
        None => Err(JsonReason::Expected("a number")),
    }
}

/// Reads a `float`; what rounds to an infinity is out of range.
pub(super) fn read_float(json: &Json) -> Result<f32, JsonReason> {
    let value = read_double(json)?;
    let narrow = value as f32;
    if narrow.is_infinite() && value.is_finite() { Err(out_of_range(json)) } else { Ok(narrow) }
}

/// Reads any integer that lies within the bounds of `scalar`, as a number or a string, with or without an exponent.
pub(super) fn read_integer(scalar: Scalar, json: &Json) -> Result<i128, JsonReason> {
    let value = match json {
        Json::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(value), ..) => i128::from(value),
            (_, Some(value), _) => i128::from(value),
            (.., Some(value)) => integral(json, value)?,
            _ => return Err(JsonReason::Expected("an integer")),
        },
        Json::String(text) if is_json_number(text) => match text.parse::<i128>() {
            Ok(value) => value,
            Err(_) => integral(json, text.parse().unwrap_or(f64::INFINITY))?,
        },
        _ => return Err(JsonReason::Expected("an integer")),
    };
    in_range(scalar, json, value)
}

/// Reads an integer map key: digits only, as writers put them.
pub(super) fn read_integer_key(scalar: Scalar, key: &str) -> Result<i128, JsonReason> {
    match key.parse::<i128>() {
        Ok(value) if is_json_number(key) => in_range(scalar, &key.into(), value),
        _ => Err(JsonReason::Expected("an integer as map key")),
    }
}

fn in_range(scalar: Scalar, json: &Json, value: i128) -> Result<i128, JsonReason> {
    let (low, high) = match scalar {
        Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        Scalar::Uint32 | Scalar::Fixed32 => (0, i128::from(u32::MAX)),
        _ => (0, i128::from(u64::MAX)),
    };
    if (low..=high).contains(&value) { Ok(value) } else { Err(out_of_range(json)) }
}

/// `1e3` and `1.0` are integers, `1.5` is none.
fn integral(json: &Json, value: f64) -> Result<i128, JsonReason> {
    if !value.is_finite() {
        return Err(out_of_range(json));
    }
    // Casts saturate, and what saturates an i128 is out of range of every field.
    if value.trunc() == value { Ok(value as i128) } else { Err(JsonReason::NotAnInteger(plain(json))) }
}

fn out_of_range(json: &Json) -> JsonReason {
    JsonReason::OutOfRange(plain(json))
}

fn plain(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Whether `text` is a number as JSON writes it (RFC 8259 section 6): no `+`, no leading zero, no blanks, no `inf`.
fn is_json_number(text: &str) -> bool {
    fn digits(text: &str) -> Option<&str> {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then_some(rest)
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let integer = match unsigned.strip_prefix('0') {
        Some(rest) => Some(rest),
        None => digits(unsigned),
    };
    let fraction = integer.and_then(|rest| rest.strip_prefix('.').map_or(Some(rest), digits));
    let exponent = fraction.and_then(|rest| match rest.strip_prefix(['e', 'E']) {
        Some(rest) => digits(rest.strip_prefix(['+', '-']).unwrap_or(rest)),
        None => Some(rest),
    });
    exponent == Some("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_in_every_notation() {
        for (json, value) in [
            (json!(7), 7),
            (json!("7"), 7),
            (json!(1e3), 1000),
            (json!("1e3"), 1000),
            (json!("1.0"), 1),
            (json!("-0"), 0),
            (json!("-2147483648"), -2147483648),
            (json!(2147483647.0), 2147483647),
        ] {
            assert_eq!(read_integer(Scalar::Int32, &json), Ok(value), "{json}");
        }
        assert_eq!(read_integer(Scalar::Uint64, &json!(u64::MAX)), Ok(i128::from(u64::MAX)));
    }

    #[test]
    fn what_is_no_integer() {
        for text in ["", " 1", "1 ", "+1", "01", "0x1", "1.", ".5", "1e", "NaN", "inf", "١"] {
            let error = read_integer(Scalar::Int32, &json!(text)).unwrap_err();
            assert_eq!(error, JsonReason::Expected("an integer"), "{text:?}");
        }
        assert_eq!(read_integer(Scalar::Int32, &json!(1.5)), Err(JsonReason::NotAnInteger("1.5".into())));
        assert_eq!(read_integer(Scalar::Int32, &json!(true)), Err(JsonReason::Expected("an integer")));
        for out in [json!(2147483648u32), json!("1e400"), json!("99999999999999999999999999999999999999999")] {
            let error = read_integer(Scalar::Int32, &out).unwrap_err();
            assert!(matches!(error, JsonReason::OutOfRange(_)), "{out}: {error}");
        }
        assert!(read_integer(Scalar::Uint64, &json!(1.8446744073709552e19)).is_err());
        assert!(read_integer(Scalar::Uint32, &json!(-1)).is_err());
    }

    #[test]
    fn floats() {
        assert_eq!(write_float(0.1), json!(0.1));
        assert_eq!(write_float(f32::MAX), json!(3.4028234663852886e38));
        assert_eq!(write_float(f32::NEG_INFINITY), json!("-Infinity"));
        assert_eq!(read_float(&json!(3.4028235e38)), Ok(f32::MAX));
        assert!(read_float(&json!(3.502823e38)).is_err());
        assert!(read_double(&json!("1e400")).is_err());
        assert!(read_double(&json!("nan")).is_err());
        assert_eq!(read_double(&json!("-1.5e-3")), Ok(-0.0015));
    }
}
