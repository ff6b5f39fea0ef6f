//! Text compiled here and the descriptor set that protoc makes of it are the same schema: types, facts, options,
//! comments and places.

#![cfg(feature = "vendored-protoc")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use proto_diff::schema::{Element, LoadOptions, Schema, SchemaLocator, from_descriptor_set, load};

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

fn by_protoc(fixture: &Path) -> Schema {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = tempfile::NamedTempFile::new().unwrap();
    let run = Command::new(protoc_bin_vendored::protoc_bin_path().unwrap())
        .arg("-I")
        .arg(fixture.parent().unwrap())
        .arg("-I")
        .arg(root.join("fixtures"))
        .arg("-I")
        .arg(protoc_bin_vendored::include_path().unwrap())
        .args(["--include_imports", "--include_source_info", "-o"])
        .arg(output.path())
        .arg(fixture)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    from_descriptor_set("protoc", &fs::read(output.path()).unwrap()).unwrap()
}

/// Everything about what one file declares, by full name. Ids are left out: they depend on the other files.
fn facts(schema: &Schema) -> BTreeMap<String, String> {
    let main = schema.files.last().unwrap();
    let place = |element: &Element| {
        let span = schema.span(element).map(|s| (s.start_line, s.start_column, s.end_line, s.end_column));
        format!("{span:?} {:?}", element.comments)
    };
    let mut facts = BTreeMap::new();
    let of_file = format!("{:?} {:?} {:?} {:?}", main.package, main.syntax, main.options, main.comments);
    facts.insert("the file".to_owned(), of_file);
    for message in schema.messages.iter().filter(|message| message.element.file == main.id) {
        let oneofs: Vec<_> = message.oneofs.iter().map(|o| (&o.element.name, place(&o.element), &o.options)).collect();
        let fact = format!(
            "{} {:?} {:?} {:?} {oneofs:?} {:?}",
            message.is_map_entry,
            message.reserved,
            message.extension_ranges,
            message.options,
            place(&message.element)
        );
        facts.insert(message.element.full_name.clone(), fact);
        for field in &message.fields {
            let ty = format!("{} {:?} {:?}", schema.type_name(field), field.ty, field.oneof).replace("Id(", "(");
            let ty: String = ty.chars().filter(|c| !c.is_ascii_digit()).collect();
            let fact = format!(
                "{} {} {ty} {:?} {:?} {:?} {}",
                field.number,
                field.json_name,
                field.default,
                field.utf8,
                field.options,
                place(&field.element)
            );
            facts.insert(field.element.full_name.clone(), fact);
        }
    }
    for one in schema.enums.iter().filter(|one| one.element.file == main.id) {
        let values: Vec<_> =
            one.values.iter().map(|v| (&v.element.full_name, v.number, &v.options, place(&v.element))).collect();
        let fact = format!("{} {:?} {:?} {values:?} {}", one.closed, one.reserved, one.options, place(&one.element));
        facts.insert(one.element.full_name.clone(), fact);
    }
    for service in schema.services.iter().filter(|service| service.element.file == main.id) {
        for m in &service.methods {
            let streams = (m.client_streaming, m.server_streaming);
            let types = (schema.kind_name(&m.input, ""), schema.kind_name(&m.output, ""));
            let fact = format!("{types:?} {streams:?} {:?} {}", m.options, place(&m.element));
            facts.insert(m.element.full_name.clone(), fact);
        }
    }
    for extension in schema.extensions.iter().filter(|extension| extension.field.element.file == main.id) {
        let field = &extension.field;
        let fact = format!("{} {} {:?} {}", extension.extendee, field.number, field.options, place(&field.element));
        facts.insert(format!("extension {}", field.element.full_name), fact);
    }
    facts
}

#[test]
fn text_and_descriptor_set_are_the_same_schema() {
    let mut compared = 0;
    for fixture in fixtures() {
        let ours = load(&SchemaLocator::Path(fixture.clone()), &LoadOptions::default()).unwrap();
        let (ours, theirs) = (facts(&ours), facts(&by_protoc(&fixture)));
        for (name, fact) in &ours {
            assert_eq!(Some(fact), theirs.get(name), "{}: {name}", fixture.display());
            compared += 1;
        }
        assert_eq!(ours.len(), theirs.len(), "{}", fixture.display());
    }
    assert!(compared > 700, "{compared}");
}
