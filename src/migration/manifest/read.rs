//! From a TOML tree to [`Manifest`], table by table. Nothing stops at the first fault.

use std::ops::Range;

use super::{
    Manifest, ManifestError, ManifestReadError, Placed, VersionName,
    document::{self, Entry, Item, Value},
    error::Fault,
    lines::TypeLine,
    options::{self, OptionDefinition},
    table::{self, Faults, must_be, only, tables, take, text, texts},
    writers,
};

/// The version of the format that this program reads.
const FORMAT: i64 = 1;

const TABLES: [&str; 16] = [
    "format",
    "title",
    "why",
    "schema",
    "version",
    "packages",
    "options",
    "types",
    "new_types",
    "rpcs",
    "enum",
    "new_enum",
    "message",
    "new",
    "old_writers",
    "new_writers",
];

pub(super) fn read(name: &str, content: &str, chosen: &[(&str, &str)]) -> Result<Manifest, ManifestReadError> {
    let failed = |faults: Vec<Fault>| ManifestReadError::Text(ManifestError::new(name, content, faults));
    let mut root = document::parse(content).map_err(|fault| failed(vec![fault]))?;
    let mut faults = Vec::new();
    check_format(&root, &mut faults);
    only(&root, &TABLES, &mut faults);
    let definitions = take(&root, "options").map_or_else(Vec::new, |entry| options_of(entry, &mut faults));
    if !faults.is_empty() {
        return Err(failed(faults));
    }
    let settled = options::settle(name, &definitions, chosen)?;
    for entry in root.iter_mut().filter(|entry| entry.key != "options") {
        options::select(&mut entry.item, &definitions, &settled, &mut faults);
    }

    let (old, new) = schemas(&root, &mut faults);
    let (old_version, new_version) = versions(&root, &mut faults);
    let manifest = Manifest {
        name: name.to_owned(),
        text: content.to_owned(),
        old,
        new,
        old_version,
        new_version,
        packages: text_pairs(&root, "packages", &mut faults),
        options: definitions,
        chosen: settled,
        types: types(&root, &mut faults),
        new_types: new_types(&root, &mut faults),
        rpcs: text_pairs(&root, "rpcs", &mut faults),
        enums: tables(&root, "enum", &mut faults, |name, lines, faults| table::enum_table(name, lines, "drop", faults)),
        new_enums: tables(&root, "new_enum", &mut faults, |name, lines, faults| {
            table::enum_table(name, lines, "absent", faults)
        }),
        messages: tables(&root, "message", &mut faults, table::message_table),
        new_messages: tables(&root, "new", &mut faults, table::new_table),
        old_writers: tables(&root, "old_writers", &mut faults, writers::writer_table),
        new_writers: tables(&root, "new_writers", &mut faults, writers::writer_table),
    };
    if faults.is_empty() { Ok(manifest) } else { Err(failed(faults)) }
}

fn check_format(root: &[Entry], faults: &mut Faults) {
    let help = format!("this program reads format {FORMAT}: `format = {FORMAT}`");
    match take(root, "format").map(|entry| (&entry.item.value, entry.item.span.clone())) {
        Some((Value::Integer(FORMAT), _)) => {}
        Some((_, span)) => faults.push(Fault::new(span, "an unknown format of manifests", "here").with_help(help)),
        None => faults.push(Fault::new(0..0, "the manifest does not say its format", "at the top").with_help(help)),
    }
}

fn options_of(entry: &Entry, faults: &mut Faults) -> Vec<OptionDefinition> {
    let mut definitions = Vec::new();
    for option in table::entries(&entry.item, faults) {
        let fields = table::entries(&option.item, faults);
        only(fields, &["default", "why", "values"], faults);
        let values: Vec<(String, String)> = take(fields, "values").map_or_else(Vec::new, |values| {
            let values = table::entries(&values.item, faults);
            values.iter().map(|value| (value.key.clone(), text(&value.item, faults))).collect()
        });
        let default = take(fields, "default").map(|entry| (text(&entry.item, faults), entry.item.span.clone()));
        let known = |value: &str| values.iter().any(|(name, _)| name == value);
        match default {
            Some((default, _)) if known(&default) => definitions.push(OptionDefinition {
                name: option.key.clone(),
                default,
                why: take(fields, "why").map(|entry| text(&entry.item, faults)),
                values,
            }),
            Some((default, span)) => {
                faults.push(
                    Fault::new(span, format!("`{default}` is not among the values of the option"), "the default")
                        .with_help("name it in `values`, with what it means"),
                );
            }
            None => {
                let text = format!("the option `{}` has no default", option.key);
                faults.push(Fault::new(option.key_span.clone(), text, "this option").with_help("add `default = …`"));
            }
        }
    }
    definitions
}

fn schemas(root: &[Entry], faults: &mut Faults) -> (Placed<String>, Placed<String>) {
    let Some(schema) = take(root, "schema") else {
        let fault = Fault::new(0..0, "the manifest does not say which schemas it is about", "at the top");
        faults.push(fault.with_help("add [schema] with `old = …` and `new = …`"));
        return (Placed::new(String::new(), 0..0), Placed::new(String::new(), 0..0));
    };
    let fields = table::entries(&schema.item, faults);
    only(fields, &["old", "new"], faults);
    let mut side = |key: &str| match take(fields, key) {
        Some(entry) => placed_text(&entry.item, faults),
        None => {
            let fault = Fault::new(schema.key_span.clone(), format!("[schema] has no `{key}`"), "this table");
            faults.push(fault.with_help(format!("add `{key} = …`: a file, directory, REV:path, image or a2a:VERSION")));
            Placed::new(String::new(), 0..0)
        }
    };
    (side("old"), side("new"))
}

fn versions(root: &[Entry], faults: &mut Faults) -> (VersionName, VersionName) {
    let Some(version) = take(root, "version") else { return Default::default() };
    let sides = table::entries(&version.item, faults);
    only(sides, &["old", "new"], faults);
    let mut side = |key: &str| {
        let Some(entry) = take(sides, key) else { return VersionName::default() };
        let fields = table::entries(&entry.item, faults);
        only(fields, &["name", "header"], faults);
        let name = take(fields, "name").map(|entry| text(&entry.item, faults));
        let header = take(fields, "header").map_or_else(Vec::new, |entry| texts(&entry.item, faults));
        for value in header.iter().filter(|value| !value.value.is_empty()) {
            if table::major_minor(&value.value).is_none() {
                let fault = Fault::new(value.span.clone(), "a version header has the form Major.Minor", "not so");
                faults.push(fault.with_help("as in \"0.3\"; \"\" is a header that is absent or empty"));
            }
        }
        VersionName { name, header: header.into_iter().map(|value| value.value).collect() }
    };
    (side("old"), side("new"))
}

fn placed_text(item: &Item, faults: &mut Faults) -> Placed<String> {
    Placed::new(text(item, faults), item.span.clone())
}

/// A table of strings by strings.
fn text_pairs(root: &[Entry], key: &str, faults: &mut Faults) -> Vec<(Placed<String>, Placed<String>)> {
    let Some(entry) = take(root, key) else { return Vec::new() };
    let pair = |entry: &Entry, faults: &mut Faults| (placed_key(entry), placed_text(&entry.item, faults));
    table::entries(&entry.item, faults).iter().map(|entry| pair(entry, faults)).collect()
}

fn placed_key(entry: &Entry) -> Placed<String> {
    Placed::new(entry.key.clone(), entry.key_span.clone())
}

fn types(root: &[Entry], faults: &mut Faults) -> Vec<TypeLine> {
    let Some(entry) = take(root, "types") else { return Vec::new() };
    let mut lines = Vec::new();
    for entry in table::entries(&entry.item, faults) {
        let new = match &entry.item.value {
            Value::Text(name) => Ok(Placed::new(name.clone(), entry.item.span.clone())),
            Value::Table(fields) => {
                only(fields, &["gone"], faults);
                Err(reason(fields, "gone", entry.item.span.clone(), faults))
            }
            other => {
                must_be("the new name, or { gone = \"why\" }", other, entry.item.span.clone(), faults);
                continue;
            }
        };
        lines.push(TypeLine { old: placed_key(entry), new });
    }
    lines
}

fn new_types(root: &[Entry], faults: &mut Faults) -> Vec<(Placed<String>, String)> {
    let Some(entry) = take(root, "new_types") else { return Vec::new() };
    let mut lines = Vec::new();
    for entry in table::entries(&entry.item, faults) {
        let fields = table::entries(&entry.item, faults);
        only(fields, &["absent"], faults);
        lines.push((placed_key(entry), reason(fields, "absent", entry.item.span.clone(), faults)));
    }
    lines
}

/// The reason under a key that must be there.
fn reason(fields: &[Entry], key: &str, span: Range<usize>, faults: &mut Faults) -> String {
    match take(fields, key) {
        Some(entry) => table::reason(&entry.item, faults),
        None => {
            faults.push(Fault::new(span, format!("no reason is given: `{key} = \"…\"`"), "here"));
            String::new()
        }
    }
}
