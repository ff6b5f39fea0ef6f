//! What no write reads, and what has to be known before the writes begin to take things away.

use super::{Printer, write::not};
use crate::{
    codegen::{
        program::{Host, Literal, LiteralValue, Lost, Place, Write},
        rust::types::Holding,
    },
    migration::plan::Take,
};

impl<'p> Printer<'p, '_> {
    pub(super) fn note_unread(&mut self) {
        let function = self.function;
        for unread in &function.unread {
            let place = unread.place;
            let lost = match &unread.lost {
                Lost::Set => self.is_set(place),
                Lost::Not(literal) => self.and_there(place, self.differs(place, literal)),
                Lost::NotOneOf { of, numbers } => {
                    let is = match self.holding(place) {
                        Holding::Explicit | Holding::Member => format!("({} == Some(true))", self.look(place)),
                        _ => self.look(place),
                    };
                    self.and_there(place, format!("{is} != {}", self.is_one_of(*of, numbers)))
                }
            };
            let (trail, name) = (self.trail(place.scope), self.field(place).name());
            let why = unread.reason;
            let lose = match place.take {
                Take::Rest => {
                    let lose = if matches!(self.host(place), Host::Message(_)) { "lose_message" } else { "lose" };
                    format!("report.{lose}(|| {trail}.path_of({name:?}) + \"[1..]\", {why:?});")
                }
                _ if matches!(self.host(place), Host::Message(_)) => {
                    format!("{trail}.lose_message({name:?}, {why:?}, report);")
                }
                _ => format!("{trail}.lose({name:?}, {why:?}, report);"),
            };
            self.body.run(format!("if {lost} {{ {lose} }}"));
        }
    }

    fn and_there(&self, place: Place, test: String) -> String {
        match place.scope {
            0 => test,
            scope => format!("{} && {test}", self.is_there(scope)),
        }
    }

    /// Whether a field is not what the manifest makes of it.
    fn differs(&self, place: Place, literal: &Literal) -> String {
        let look = self.look(place);
        let option = self.holding(place).is_option();
        match (&literal.value, option) {
            (LiteralValue::Bool(true), false) => format!("!{look}"),
            (LiteralValue::Bool(false), false) => look,
            (LiteralValue::Text(text), false) => format!("{look} != {text:?}"),
            (LiteralValue::Text(text), true) => format!("{look}.as_deref() != Some({text:?})"),
            (LiteralValue::Bytes(bytes), false) => format!("{look}.as_slice() != {}", byte_string(bytes)),
            (LiteralValue::Bytes(bytes), true) => {
                format!("{look}.as_deref() != Some({}.as_slice())", byte_string(bytes))
            }
            (LiteralValue::EmptyMessage, true) => format!("{look} != Some(Default::default())"),
            (_, false) => format!("{look} != {}", self.literal_of(self.host(place), literal)),
            (_, true) => format!("{look} != Some({})", self.literal_of(self.host(place), literal)),
        }
    }

    /// Whether an enum field has one of some numbers.
    pub(super) fn is_one_of(&self, of: Place, numbers: &[i32]) -> String {
        let look = self.look(of);
        let number = if self.holding(of).is_option() { format!("{look}.unwrap_or_default()") } else { look };
        let any = numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(" | ");
        if numbers.is_empty() { "false".to_owned() } else { format!("matches!({number}, {any})") }
    }

    /// A value of the manifest, owned.
    pub(super) fn literal_of(&self, host: Host, literal: &Literal) -> String {
        match &literal.value {
            LiteralValue::Bool(value) => value.to_string(),
            LiteralValue::Integer(value) => value.to_string(),
            LiteralValue::Float(value) => float(*value, host),
            LiteralValue::Text(text) if text.is_empty() => "String::new()".to_owned(),
            LiteralValue::Text(text) => format!("{text:?}.to_owned()"),
            LiteralValue::Bytes(bytes) => format!("{}.to_vec()", byte_string(bytes)),
            LiteralValue::EmptyMessage => "Default::default()".to_owned(),
        }
    }

    /// Finds out which messages are not to be put together, while everything is still in its place.
    pub(super) fn note_guards(&mut self) {
        let function = self.function;
        for write in &function.writes {
            self.guards_of(write, "kept_out");
        }
    }

    fn guards_of(&mut self, write: &'p Write<'_>, prefix: &str) {
        let name = format!("{prefix}_{}", self.to_name(write));
        let Some(build) = write.build() else { return };
        if let Some(guard) = &build.guard {
            let any = |places: &[Place]| {
                let tests: Vec<String> = places.iter().map(|place| self.is_set(*place)).collect();
                if tests.is_empty() { "false".to_owned() } else { tests.join(" || ") }
            };
            let (own, others) = (any(&guard.own), any(&guard.others));
            let others = if others.contains(" || ") { format!("({others})") } else { others };
            let test = if guard.own.is_empty() { others } else { format!("{} && {others}", not(&own)) };
            let kept_out = self.fresh(name.clone());
            self.kept_out.insert(std::ptr::from_ref(build).cast(), kept_out.clone());
            let lose: String = guard
                .company
                .iter()
                .map(|place| {
                    let (trail, field) = (self.trail(place.scope), self.field(*place).name());
                    let why = "the other version has a place for it only beside another member of the oneof";
                    format!("if {kept_out} && {} {{ {trail}.lose({field:?}, {why:?}, report); }}", self.is_set(*place))
                })
                .collect();
            self.body.run(format!("let {kept_out} = {test}; {lose}"));
        }
        for inner in &build.writes {
            self.guards_of(inner, &name);
        }
    }
}

fn byte_string(bytes: &[u8]) -> String {
    let escaped: String = bytes.iter().map(|byte| std::ascii::escape_default(*byte).to_string()).collect();
    format!("b\"{escaped}\"")
}

fn float(value: f64, host: Host) -> String {
    let ty = if host == Host::F32 { "f32" } else { "f64" };
    match value {
        _ if value.is_nan() => format!("{ty}::NAN"),
        _ if value == f64::INFINITY => format!("{ty}::INFINITY"),
        _ if value == f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
        _ if host == Host::F32 => format!("{:?}", value as f32),
        _ => format!("{value:?}"),
    }
}
