//! One number, string or bytes, from the first candidate that has a value.

use super::Printer;
use crate::{
    codegen::{
        program::{Candidate, Conversion, Host, OnDefault, Value},
        rust::types::Holding,
    },
    migration::plan::Take,
};

impl Printer<'_, '_> {
    /// The value as an `Option`, but for what the manifest puts where there is none.
    pub(super) fn value(&self, value: &Value<'_>, target: Host) -> String {
        match value.candidates.as_slice() {
            [one] => {
                let found = self.candidate(one, target);
                match one.loss {
                    Some(why) => format!("value::losing({found}, {why:?}, {}, report)", self.spot(one.from)),
                    None => found,
                }
            }
            many => {
                let each: String = many
                    .iter()
                    .map(|one| {
                        let (found, spot) = (self.candidate(one, target), self.spot(one.from));
                        format!(".or({found}, {spot}, {:?}, report)", one.loss)
                    })
                    .collect();
                format!("value::Choice::new(){each}.take(report)")
            }
        }
    }

    /// Whether there could be a value.
    pub(super) fn could_be(&self, value: &Value<'_>) -> String {
        let scopes: Vec<usize> = value.candidates.iter().map(|candidate| candidate.from.scope).collect();
        if scopes.contains(&0) {
            return "true".to_owned();
        }
        scopes.iter().map(|scope| self.is_there(*scope)).collect::<Vec<_>>().join(" || ")
    }

    fn candidate(&self, candidate: &Candidate<'_>, target: Host) -> String {
        let place = candidate.from;
        let spot = self.spot(place);
        if let Conversion::Not = candidate.conversion {
            return match self.holding(place) {
                Holding::Implicit if place.scope == 0 => format!("Some(!{})", self.look(place)),
                Holding::Implicit | Holding::Required => self.if_there(place.scope, &format!("!{}", self.look(place))),
                _ => format!("{}.map(|value| !value)", self.look(place)),
            };
        }
        let found = match (self.holding(place), &candidate.default) {
            (Holding::List, default) => {
                let taken = self.take(place);
                let first = match place.take {
                    Take::All => format!("list::first_value({taken}, {spot}, report)"),
                    Take::First | Take::Rest => format!("{taken}.into_iter().next()"),
                };
                self.with_default(first, default, &spot)
            }
            (Holding::Implicit, _) => self.option(place),
            (_, default) => self.with_default(self.option(place), default, &spot),
        };
        let source = self.host(place);
        match &candidate.conversion {
            Conversion::Part { template, index } => {
                format!("value::part({found}, {:?}, {index}, {spot})?", template.to_string())
            }
            Conversion::DecodeBase64 => {
                let decoded = format!("base64::decoded({found}, {spot})?");
                match target {
                    Host::Text => format!("value::changed({decoded}, value::text, {spot}, report)"),
                    _ => decoded,
                }
            }
            Conversion::EncodeBase64 => {
                let bytes = if source == Host::Text { mapped(&found, "String::into_bytes") } else { found };
                let text = mapped(&bytes, "base64::encoded");
                if target == Host::Text { text } else { mapped(&text, "String::into_bytes") }
            }
            Conversion::TextToBytes => mapped(&found, "String::into_bytes"),
            conversion => match self.change(conversion) {
                Some(change) => format!("value::changed({found}, {change}, {spot}, report)"),
                None => found,
            },
        }
    }

    fn with_default(&self, found: String, default: &OnDefault, spot: &str) -> String {
        match default {
            OnDefault::Value => found,
            OnDefault::Nothing => format!("{found}.and_then(value::set)"),
            OnDefault::Lost(why) => format!("value::unless_default({found}, {why:?}, {spot}, report)"),
        }
    }
}

/// What a function makes of the value in an `Option`. Of a field that is required there always is one.
fn mapped(option: &str, function: &str) -> String {
    match always(option) {
        Some(value) => format!("Some({function}({value}))"),
        None => format!("{option}.map({function})"),
    }
}

/// The value, if it is plain that an `Option` always has one.
pub(super) fn always(option: &str) -> Option<&str> {
    let value = option.strip_prefix("Some(")?.strip_suffix(')')?;
    let mut depth = 0;
    let is_one = value.chars().all(|char| {
        depth += i32::from(char == '(') - i32::from(char == ')');
        depth >= 0 && char != '"'
    });
    is_one.then_some(value)
}
