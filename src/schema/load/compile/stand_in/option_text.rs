//! Options as they were written.

use protox::prost_reflect::prost_types::UninterpretedOption;
use serde_json::Value;

/// `(foo.bar).baz`, without a leading dot.
pub(super) fn name(option: &UninterpretedOption) -> String {
    let parts = option.name.iter().map(|part| match part.is_extension {
        true => format!("({})", part.name_part.trim_start_matches('.')),
        false => part.name_part.clone(),
    });
    parts.collect::<Vec<_>>().join(".")
}

/// The text of the value; that of a message with single spaces.
pub(super) fn value(option: &UninterpretedOption) -> Value {
    let text = if let Some(identifier) = &option.identifier_value {
        identifier.clone()
    } else if let Some(number) = option.positive_int_value {
        number.to_string()
    } else if let Some(number) = option.negative_int_value {
        number.to_string()
    } else if let Some(number) = option.double_value {
        number.to_string()
    } else if let Some(bytes) = &option.string_value {
        format!("\"{}\"", bytes.escape_ascii())
    } else {
        let aggregate = option.aggregate_value.as_deref().unwrap_or_default();
        format!("{{ {} }}", aggregate.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    Value::String(text)
}
