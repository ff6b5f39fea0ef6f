//! Functions that make one number or text another.

use super::{Printer, beside_public};
use crate::codegen::program::{Conversion, Host, Way};

impl Printer<'_, '_> {
    /// The function from a value to a `Changed` one; `None` where there is nothing to be done.
    pub(super) fn change(&self, conversion: &Conversion<'_>) -> Option<String> {
        match conversion {
            Conversion::Number { known, map, cast } => {
                let known = known.as_ref().map(|numbers| {
                    let numbers: Vec<i32> = numbers.iter().copied().collect();
                    format!("|number| value::known(number, &{numbers:?})")
                });
                let map = map.map(|id| enum_function(self.way, &self.way.enums[id.0].name));
                let cast = cast.map(|(from, to)| format!("value::cast::<{}, {}>", host_type(from), host_type(to)));
                let mut steps = known.into_iter().chain(map).chain(cast);
                let first = steps.next()?;
                let rest: String = steps.map(|step| format!(".then({step})")).collect();
                Some(match (rest.is_empty(), first.starts_with('|')) {
                    (true, _) => first,
                    (false, true) => format!("{first}{rest}"),
                    (false, false) => format!("|number| {first}(number){rest}"),
                })
            }
            Conversion::BytesToText => Some("value::text".to_owned()),
            Conversion::TextToBytes => Some("|text: String| Changed::kept(text.into_bytes())".to_owned()),
            Conversion::MajorMinor => Some("value::major_minor".to_owned()),
            Conversion::Same
            | Conversion::Not
            | Conversion::Part { .. }
            | Conversion::DecodeBase64
            | Conversion::EncodeBase64 => None,
        }
    }
}

/// The name of the function of an enum.
pub(in crate::codegen::rust) fn enum_function(way: &Way<'_>, name: &str) -> String {
    beside_public(way, format!("{name}_number"))
}

fn host_type(host: Host) -> &'static str {
    match host {
        Host::I64 => "i64",
        Host::U32 => "u32",
        Host::U64 => "u64",
        Host::F32 => "f32",
        Host::F64 => "f64",
        Host::Bool => "bool",
        Host::I32 | Host::Enum(_) | Host::Text | Host::Bytes | Host::Message(_) | Host::Unknown => "i32",
    }
}
