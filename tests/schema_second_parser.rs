//! A second opinion on the front end: the pure parser of `protobuf-parse` sees the same fields in every fixture.
//!
//! It is not the front end itself, because it keeps no positions and has the defects listed below.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proto_diff::schema::{FieldType, Kind, LoadOptions, Presence, Schema, SchemaLocator, load};

/// Fixtures on which `protobuf-parse` 3.7 is wrong, and how.
const DEFECTS: [(&str, &str); 7] = [
    ("byte_order_mark", "is refused"),
    ("extension_declarations", "options of an extension range are refused"),
    ("extension_range_options", "options of an extension range are refused"),
    ("field_option_targets", "a map inside an option value is refused"),
    ("json_names_clash_in_proto2", "is refused, where protoc warns"),
    ("octal_number", "010 is read as ten"),
    ("reserved_max", "a negative reserved number is refused"),
];

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut fixtures: Vec<PathBuf> =
        ["v0.3.0", "v1.0.0", "v1.0.1"].map(|v| root.join("fixtures/a2a").join(v).join("a2a.proto")).to_vec();
    for directory in ["fixtures/google/api", "tests/schema/accepted"] {
        let entries = fs::read_dir(root.join(directory)).unwrap().map(|entry| entry.unwrap().path());
        fixtures.extend(entries.map(|path| if path.is_dir() { path.join("main.proto") } else { path }));
    }
    fixtures.sort();
    fixtures
}

/// `message.field = number label type`, of the fields of one file.
fn ours(schema: &Schema) -> BTreeSet<String> {
    let name = |kind: &Kind| match kind {
        Kind::Scalar(scalar) => scalar.name().to_owned(),
        Kind::Enum(id) => format!("enum .{}", schema[*id].element.full_name),
        Kind::Message(id) => format!("message .{}", schema[*id].element.full_name),
        Kind::Group(id) => format!("group .{}", schema[*id].element.full_name),
        Kind::StandIn(name) => panic!("stand-in {name}"),
    };
    let main = schema.files.last().unwrap().id;
    let mut fields = BTreeSet::new();
    for message in schema.messages.iter().filter(|message| message.element.file == main) {
        for field in &message.fields {
            let ty = match &field.ty {
                FieldType::Singular { kind, presence: Presence::Required } => format!("required {}", name(kind)),
                FieldType::Singular { kind, .. } => format!("optional {}", name(kind)),
                FieldType::Repeated { kind, .. } => format!("repeated {}", name(kind)),
                FieldType::Map { entry, .. } => format!("repeated {}", name(&Kind::Message(*entry))),
            };
            fields.insert(format!("{} = {} {ty}", field.element.full_name, field.number));
        }
    }
    fields
}

fn theirs(path: &Path) -> Result<BTreeSet<String>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parsed = protobuf_parse::Parser::new()
        .pure()
        .include(path.parent().unwrap())
        .include(root.join("fixtures"))
        .input(path)
        .file_descriptor_set()
        .map_err(|error| format!("{error:#}"))?;
    let name = path.strip_prefix(path.parent().unwrap()).unwrap().to_str().unwrap();
    let file = parsed.file.iter().find(|file| file.name().ends_with(name)).ok_or("no such file in its result")?;
    let mut fields = BTreeSet::new();
    let scope = if file.package().is_empty() { String::new() } else { format!("{}.", file.package()) };
    let mut open: Vec<_> = file.message_type.iter().map(|message| (scope.clone(), message)).collect();
    while let Some((scope, message)) = open.pop() {
        let scope = format!("{scope}{}.", message.name());
        for field in &message.field {
            let label = format!("{:?}", field.label()).trim_start_matches("LABEL_").to_lowercase();
            let ty = format!("{:?}", field.type_()).trim_start_matches("TYPE_").to_lowercase();
            let ty = if field.type_name().is_empty() { ty } else { format!("{ty} {}", field.type_name()) };
            fields.insert(format!("{scope}{} = {} {label} {ty}", field.name(), field.number()));
        }
        open.extend(message.nested_type.iter().map(|nested| (scope.clone(), nested)));
    }
    Ok(fields)
}

#[test]
fn both_parsers_see_the_same_fields() {
    let mut compared = 0;
    let mut wrong = BTreeSet::new();
    for fixture in fixtures() {
        let schema = load(&SchemaLocator::Path(fixture.clone()), &LoadOptions::default()).unwrap();
        let case = if fixture.ends_with("main.proto") { fixture.parent().unwrap() } else { &fixture };
        let case = case.file_stem().unwrap().to_string_lossy().into_owned();
        let ours = ours(&schema);
        match theirs(&fixture) {
            Ok(theirs) if theirs == ours => compared += ours.len(),
            Ok(theirs) => {
                let difference: Vec<&String> = ours.symmetric_difference(&theirs).collect();
                wrong.insert(format!("{case}: {difference:?}"));
            }
            Err(error) => {
                wrong.insert(format!("{case}: {error}"));
            }
        }
    }
    let known = |case: &&String| DEFECTS.iter().any(|(name, _)| case.starts_with(&format!("{name}: ")));
    let unknown: Vec<&String> = wrong.iter().filter(|case| !known(case)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert_eq!(wrong.len(), DEFECTS.len(), "a listed defect is gone: {wrong:#?}");
    assert!(compared > 500, "{compared} fields");
}
