//! Two scalars of any kinds.

use proto_diff::effects::Outcome;

use super::super::facts::Fact;

/// How a scalar fared. Enum numbers are integers here; what they stand for is looked at elsewhere.
pub(super) fn compare(written: &Fact, read: &Fact) -> Outcome {
    match (written, read) {
        (Fact::Text(w) | Fact::Bytes(w), Fact::Text(r) | Fact::Bytes(r)) => exact_or_misread(w == r),
        (Fact::Text(w), r) => spelled(w, r).unwrap_or(Outcome::Misread),
        (w, Fact::Text(r)) => spelled(r, w).unwrap_or(Outcome::Misread),
        (Fact::Bytes(_), _) | (_, Fact::Bytes(_)) => Outcome::Misread,
        (w, r) => match (integer(w), integer(r)) {
            (Some(w), Some(truth)) if matches!(r, Fact::Bool(_)) => truth_of(w, truth != 0),
            (Some(w), Some(r)) => integers(w, r),
            _ => floats(w, r),
        },
    }
}

fn exact_or_misread(same: bool) -> Outcome {
    if same { Outcome::Exact } else { Outcome::Misread }
}

fn integer(fact: &Fact) -> Option<i128> {
    match fact {
        Fact::Bool(value) => Some(i128::from(*value)),
        Fact::Int(value) => Some(*value),
        Fact::Enum(number) => Some(i128::from(*number)),
        _ => None,
    }
}

fn truth_of(written: i128, read: bool) -> Outcome {
    match (written, read) {
        (0, false) | (1, true) => Outcome::Exact,
        (_, true) if written != 0 => Outcome::Coerced,
        _ => Outcome::Misread,
    }
}

/// Equal, equal in the low bits, as numbers or as the zigzag form that is on the wire, or something else.
fn integers(written: i128, read: i128) -> Outcome {
    const CUT: i128 = 1 << 32;
    const FULL: i128 = 1 << 64;
    let zigzag = |number: i128| if number < 0 { -2 * number - 1 } else { 2 * number };
    let equal_modulo = |by: i128| (written - read) % by == 0;
    // Only what does not fit into 32 bits can be cut to them.
    let does_not_fit = i32::try_from(written).is_err();
    if written == read {
        Outcome::Exact
    } else if equal_modulo(CUT) || equal_modulo(FULL) || does_not_fit && (zigzag(written) - zigzag(read)) % CUT == 0 {
        Outcome::Coerced
    } else {
        Outcome::Misread
    }
}

/// Numbers of which at least one has a fraction.
fn floats(written: &Fact, read: &Fact) -> Outcome {
    // JSON carries digits, as many as tell a float from its neighbours: the same digits are the same number.
    if let (Fact::Float(w), Fact::Double(r)) = (written, read) {
        return exact_or_misread(*w == *r as f32 || w.is_nan() && r.is_nan());
    }
    let (Some(w), Some(r)) = (float(written), float(read)) else { return Outcome::Misread };
    let same = w == r || w.is_nan() && r.is_nan();
    match integer(written) {
        Some(integer) if same => {
            if r as i128 == integer {
                Outcome::Exact
            } else {
                Outcome::Coerced
            }
        }
        _ if same => Outcome::Exact,
        _ if w as f32 == r as f32 => Outcome::Coerced,
        _ => Outcome::Misread,
    }
}

fn float(fact: &Fact) -> Option<f64> {
    match fact {
        Fact::Float(value) => Some(f64::from(*value)),
        Fact::Double(value) => Some(*value),
        Fact::Int(value) => Some(*value as f64),
        Fact::Enum(number) => Some(f64::from(*number)),
        _ => None,
    }
}

/// A value and a text that says it: `"42"` and 42, `"NaN"` and NaN, `"true"` and true. `None` when it does not.
fn spelled(text: &[u8], fact: &Fact) -> Option<Outcome> {
    let text = std::str::from_utf8(text).ok()?;
    if let Fact::Bool(value) = fact {
        return (text == value.to_string()).then_some(Outcome::Exact);
    }
    let said = match text.parse::<i128>() {
        Ok(integer) => Fact::Int(integer),
        Err(_) => Fact::Double(text.parse().ok()?),
    };
    Some(compare(&said, fact))
}
