//! Choices that a manifest leaves to the person who converts.
//!
//! Wherever a value stands, `{ option = "file_bytes", verbatim = …, base64-text = … }` may stand instead. Options are
//! settled before anything else is read, so the rest of the reader never meets them.

use std::collections::BTreeMap;

use super::{
    document::{Entry, Item, Value},
    error::Fault,
};

/// A choice and what may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionDefinition {
    /// `file_bytes`.
    pub name: String,
    /// What holds when nothing is chosen.
    pub default: String,
    /// Why there is a choice.
    pub why: Option<String>,
    /// What may be chosen, and what each means.
    pub values: Vec<(String, String)>,
}

/// A choice that is not on offer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum OptionError {
    /// There is no such option.
    #[error("the manifest {manifest} has no option `{name}`")]
    #[diagnostic(help("its options are: {known}"))]
    NoOption {
        /// The manifest.
        manifest: String,
        /// What was named.
        name: String,
        /// What there is.
        known: String,
    },
    /// The option has no such value.
    #[error("`{value}` is no value of the option `{name}`")]
    #[diagnostic(help("its values are: {known}"))]
    NoValue {
        /// The option.
        name: String,
        /// What was chosen.
        value: String,
        /// What there is.
        known: String,
    },
}

/// The value of every option: what was chosen, or the default.
pub(super) fn settle(
    manifest: &str,
    definitions: &[OptionDefinition],
    chosen: &[(&str, &str)],
) -> Result<BTreeMap<String, String>, OptionError> {
    let mut settled: BTreeMap<String, String> =
        definitions.iter().map(|option| (option.name.clone(), option.default.clone())).collect();
    for &(name, value) in chosen {
        let Some(definition) = definitions.iter().find(|option| option.name == name) else {
            let known: Vec<&str> = definitions.iter().map(|option| option.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(OptionError::NoOption { manifest: manifest.to_owned(), name: name.to_owned(), known });
        };
        if !definition.values.iter().any(|(known, _)| known == value) {
            let known: Vec<&str> = definition.values.iter().map(|(known, _)| known.as_str()).collect();
            let known = known.join(", ");
            return Err(OptionError::NoValue { name: name.to_owned(), value: value.to_owned(), known });
        }
        settled.insert(name.to_owned(), value.to_owned());
    }
    Ok(settled)
}

/// Replaces every table that names an option by what stands there for the chosen value.
pub(super) fn select(
    item: &mut Item,
    definitions: &[OptionDefinition],
    chosen: &BTreeMap<String, String>,
    faults: &mut Vec<Fault>,
) {
    if let Value::Table(entries) = &item.value
        && let Some(name) = option_name(entries)
    {
        match branch(&name.0, name.1, entries, definitions, chosen) {
            Ok(value) => item.value = value,
            Err(fault) => faults.push(fault),
        }
    }
    match &mut item.value {
        Value::Table(entries) => {
            entries.iter_mut().for_each(|entry| select(&mut entry.item, definitions, chosen, faults));
        }
        Value::List(items) => items.iter_mut().for_each(|item| select(item, definitions, chosen, faults)),
        _ => {}
    }
}

/// A field may be called `option` too; then what stands there is no name of an option but a line, or there are no
/// values beside it that could be branches.
fn option_name(entries: &[Entry]) -> Option<(String, std::ops::Range<usize>)> {
    let entry = entries.iter().find(|entry| entry.key == "option")?;
    match &entry.item.value {
        Value::Text(name) if entries.len() > 1 => Some((name.clone(), entry.item.span.clone())),
        _ => None,
    }
}

fn branch(
    name: &str,
    span: std::ops::Range<usize>,
    entries: &[Entry],
    definitions: &[OptionDefinition],
    chosen: &BTreeMap<String, String>,
) -> Result<Value, Fault> {
    let Some(definition) = definitions.iter().find(|option| option.name == name) else {
        return Err(Fault::new(span, format!("there is no option `{name}`"), "named here")
            .with_help(format!("define it: [options.{name}]")));
    };
    let branches = || entries.iter().filter(|entry| entry.key != "option");
    let is_value = |key: &str| definition.values.iter().any(|(value, _)| value == key);
    if let Some(entry) = branches().find(|entry| !is_value(&entry.key)) {
        let text = format!("`{}` is no value of the option `{name}`", entry.key);
        let known: Vec<&str> = definition.values.iter().map(|(value, _)| value.as_str()).collect();
        return Err(Fault::new(entry.key_span.clone(), text, "not a value")
            .with_help(format!("its values are: {}", known.join(", "))));
    }
    if let Some((value, _)) = definition.values.iter().find(|(value, _)| !branches().any(|e| e.key == *value)) {
        let text = format!("the choice by `{name}` says nothing for `{value}`");
        return Err(Fault::new(span, text, "chosen here").with_help(format!("add `{value} = …`")));
    }
    let value = chosen.get(name).map_or(definition.default.as_str(), String::as_str);
    let entry = branches().find(|entry| entry.key == value);
    entry
        .map(|entry| entry.item.value.clone())
        .ok_or_else(|| Fault::new(span, format!("the choice by `{name}` says nothing for `{value}`"), "chosen here"))
}
