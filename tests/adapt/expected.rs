//! What `convert` makes of a message, and what a driver made of it, in one form.

use proto_diff::{
    dynamic::{DynamicMessage, Reader, binary},
    migration::{ConvertError, ConvertReason},
};
use serde::{Deserialize, Serialize};

use super::{
    corpus::Case,
    exchange::{Exchange, Side},
    hex::{hex, to_hex},
    subjects::Subject,
    typed::typed,
};

/// One line of a driver.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub losses: Vec<Loss>,
    #[serde(default)]
    pub supplied: Vec<Supplied>,
    #[serde(default)]
    pub missing: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub path: String,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supplied {
    pub path: String,
    pub value: String,
}

/// What becomes of a message, so that two of them are equal when they say the same.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Converted {
        message: DynamicMessage,
        losses: Vec<String>,
        supplied: Vec<String>,
        missing: Vec<String>,
    },
    Refused(String),
    /// What came in is no message of the type. Each runtime says so in its own words.
    NoMessage(String),
    /// What was given out is none.
    Broken(String),
}

/// What is to come out.
pub fn outcome(case: &Case, subject: Subject) -> Outcome {
    match case.exchange(subject).convert(&case.input) {
        Err(error) if matches!(error.reason, ConvertReason::Wire(_) | ConvertReason::Utf8) => {
            Outcome::NoMessage(text(&error))
        }
        _ => answer(case, subject).outcome(case.exchange(subject)),
    }
}

/// What `convert` answers.
pub fn answer(case: &Case, subject: Subject) -> Answer {
    let converted = match case.exchange(subject).convert(&case.input) {
        Ok(converted) => converted,
        Err(error) => return Answer { error: Some(text(&error)), ..Answer::default() },
    };
    Answer {
        error: None,
        message: to_hex(&converted.message),
        losses: converted.losses.into_iter().map(|loss| Loss { path: loss.path, reason: loss.reason }).collect(),
        supplied: converted.supplied.into_iter().map(|put| Supplied { path: put.path, value: put.value }).collect(),
        missing: converted.missing,
    }
}

/// An error as generated code says it, which knows no byte of a payload: `path`: reason.
fn text(error: &ConvertError) -> String {
    if error.path.is_empty() { error.reason.to_string() } else { format!("`{}`: {}", error.path, error.reason) }
}

impl Answer {
    pub fn outcome(self, exchange: Exchange<'_>) -> Outcome {
        if let Some(error) = self.error {
            // What is wrong with base64 text, every library says in its own words.
            let known = error.find(BASE64).map_or(error.as_str(), |at| &error[..at + BASE64.len()]);
            return Outcome::Refused(known.to_owned());
        }
        let side = exchange.to();
        let mut message = match read(side, &self.message) {
            Ok(message) => message,
            Err(error) => return Outcome::Broken(error),
        };
        typed(side.schema, side.message, &mut message);
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        Outcome::Converted {
            message,
            losses: sorted(self.losses.into_iter().map(|loss| format!("{}: {}", loss.path, loss.reason)).collect()),
            supplied: sorted(self.supplied.into_iter().map(|put| format!("{} = {}", put.path, put.value)).collect()),
            missing: sorted(self.missing),
        }
    }
}

/// How many remarks of a kind are listed.
const LISTED: usize = 10_000;

const BASE64: &str = "not base64 text";

fn read(side: Side<'_>, digits: &str) -> Result<DynamicMessage, String> {
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("no hexadecimal: {digits:?}"));
    }
    binary::read(side.schema, &side.schema[side.message], &hex(digits), Reader::Conformant)
        .map_err(|error| format!("{error}: {digits}"))
}

impl Outcome {
    /// Whether a driver that gives this gives what is to come out.
    pub fn is_right(&self, expected: &Outcome) -> bool {
        match (self, expected) {
            (Outcome::Refused(_), Outcome::NoMessage(_)) => true,
            // So many are listed and no more. Which of them comes first is nobody's business.
            (
                Outcome::Converted { message, losses, supplied, missing },
                Outcome::Converted { message: m, losses: l, supplied: s, missing: all },
            ) if missing.len() == LISTED && all.len() == LISTED => (message, losses, supplied) == (m, l, s),
            (got, expected) => got == expected,
        }
    }

    /// For people: JSON, and one line for each remark.
    pub fn show(&self, exchange: Exchange<'_>) -> String {
        match self {
            Outcome::Refused(error) => format!("    refused: {error}\n"),
            Outcome::NoMessage(error) => format!("    refused, in whatever words: {error}\n"),
            Outcome::Broken(error) => format!("    broken: {error}\n"),
            Outcome::Converted { message, losses, supplied, missing } => {
                let mut text = format!("    {}\n", exchange.to().show(message));
                if !message.unknown.is_empty() {
                    text += &format!("    unknown fields: {:?}\n", message.unknown);
                }
                for (what, lines) in [("lost", losses), ("supplied", supplied), ("missing", missing)] {
                    text.extend(lines.iter().map(|line| format!("    {what} {line}\n")));
                }
                text
            }
        }
    }
}
