//! Two scalars of any kinds.

use crate::{dynamic::Value, effects::Outcome};

/// Scalars of any two kinds: equal, wrapped or rounded, or something else.
pub(super) fn scalars(written: &Value, read: &Value) -> Outcome {
    if let (Some(w), Some(r)) = (text(written), text(read)) {
        return if w == r { Outcome::Exact } else { Outcome::Misread };
    }
    if let (Some(w), Some(r)) = (integer(written), integer(read)) {
        return integers(w, r, read);
    }
    if let Some(outcome) = spelled(written, read).or_else(|| spelled(read, written)) {
        return outcome;
    }
    match (float(written), float(read)) {
        // The digits of a float, as JSON has them, make a double that is nearer to them.
        (Some(w), Some(r))
            if matches!((written, read), (Value::Float(_), Value::Double(_))) && w as f32 == r as f32 =>
        {
            Outcome::Exact
        }
        // More digits than a float holds.
        (Some(w), Some(r)) if w == r && integer(written).is_some_and(|w| r as i128 != w) => Outcome::Coerced,
        (Some(w), Some(r)) if w == r || (w.is_nan() && r.is_nan()) => Outcome::Exact,
        // Rounded to fewer bits.
        (Some(w), Some(r)) if w as f32 == r as f32 && (w as f32).is_finite() => Outcome::Coerced,
        _ => Outcome::Misread,
    }
}

/// A number beside its spelling, as JSON has it: `"42"` and 42, `"NaN"` and NaN.
fn spelled(spelling: &Value, number: &Value) -> Option<Outcome> {
    let Value::String(spelling) = spelling else { return None };
    if let Value::Bool(truth) = number {
        // As keys of maps are.
        return Some(if *spelling == truth.to_string() { Outcome::Exact } else { Outcome::Misread });
    }
    let same = match (integer(number), float(number)) {
        (Some(number), _) => spelling.parse() == Ok(number),
        (None, Some(number)) => spelling.parse().is_ok_and(|s: f64| s == number || (s.is_nan() && number.is_nan())),
        (None, None) => return None,
    };
    Some(if same { Outcome::Exact } else { Outcome::Misread })
}

/// Equal, equal in the low bits (truncation, another reading of the sign), or something else.
fn integers(w: i128, r: i128, read: &Value) -> Outcome {
    let wraps = |bits: u32| (w - r).rem_euclid(1 << bits) == 0;
    if w == r {
        Outcome::Exact
    } else if wraps(32) || wraps(64) || wraps_zigzag(w, r) || matches!(read, Value::Bool(_)) {
        Outcome::Coerced
    } else {
        Outcome::Misread
    }
}

/// A `sint64` cut to a `sint32`: what is cut is the zigzag form.
fn wraps_zigzag(w: i128, r: i128) -> bool {
    let zigzag = |n: i128| (n << 1) ^ (n >> 127);
    i32::try_from(w).is_err() && i32::try_from(r).is_ok() && (zigzag(w) - zigzag(r)).rem_euclid(1 << 32) == 0
}

fn text(value: &Value) -> Option<&[u8]> {
    match value {
        Value::String(text) => Some(text.as_bytes()),
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Int(value) => Some(i128::from(*value)),
        Value::Uint(value) => Some(i128::from(*value)),
        Value::Enum(number) => Some(i128::from(*number)),
        _ => None,
    }
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(value) => Some(f64::from(*value)),
        Value::Double(value) => Some(*value),
        Value::Int(value) => Some(*value as f64),
        Value::Uint(value) => Some(*value as f64),
        Value::Enum(number) => Some(f64::from(*number)),
        _ => None,
    }
}
