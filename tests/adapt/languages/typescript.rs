//! TypeScript: types by protoc-gen-es for both versions, and the module over them.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
};

use prost::Message as _;
use prost_types::compiler::{CodeGeneratorRequest, CodeGeneratorResponse};
use proto_diff::{
    codegen::{Language, TypeScriptOptions},
    dynamic::{DynamicMessage, Reader, Value, binary, find_field},
    migration::Side,
    schema::{MessageId, Schema},
};

use super::{generate, is_there, place, put, run, workshop};
use crate::{
    corpus::{Case, Needs, corpus},
    driver::Driver,
    subjects::{self, Subject},
};

/// What is installed is installed once, for all subjects.
static INSTALLING: Mutex<()> = Mutex::new(());

/// `../old/cinema_pb.js`, as seen from the generated code.
fn modules(subject: Subject, side: Side) -> Vec<(String, String)> {
    let folder = if side == Side::Old { "old" } else { "new" };
    let files = subject.files(side);
    let module = |file: &&str| {
        let name = if files.len() == 1 { String::new() } else { (*file).to_owned() };
        (name, format!("../{folder}/{}_pb.js", file.trim_end_matches(".proto")))
    };
    files.iter().map(module).collect()
}

/// What is made below `base`, where the types are already.
fn language(subject: Subject, base: &Path) -> Language {
    let (old_modules, new_modules) = (modules(subject, Side::Old), modules(subject, Side::New));
    Language::TypeScript(TypeScriptOptions { old_modules, new_modules, base: Some(base.to_owned()) })
}

/// `tests/adapt/drivers/typescript`: what is installed, and how it is compiled.
fn drivers() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapt/drivers")
}

/// Everything of npm, in `target/adapt/typescript/node_modules`, where every subject finds it.
fn install() {
    let _turn = INSTALLING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let home = workshop().join("typescript");
    let lock = home.join("package-lock.json");
    let wanted = fs::read(drivers().join("package-lock.json")).expect("what is to be installed");
    if fs::read(&lock).is_ok_and(|there| there == wanted) && home.join("node_modules/.package-lock.json").exists() {
        return;
    }
    put(&home.join("package.json"), fs::read(drivers().join("package.json")).expect("what is to be installed"));
    put(&lock, wanted);
    run(Command::new("npm").args(["ci", "--prefer-offline", "--no-audit", "--no-fund"]).current_dir(&home));
}

/// `old/cinema_pb.ts` and so on, with those of imports that do not come with the runtime.
fn types(subject: Subject, side: Side, place: &Path) {
    let set = subject.descriptors(side);
    let folder = if side == Side::Old { "old" } else { "new" };
    let names = set.file.iter().filter_map(|file| file.name.clone());
    let request = CodeGeneratorRequest {
        file_to_generate: names.filter(|name| !name.starts_with("google/protobuf/")).collect(),
        parameter: Some("target=ts,import_extension=js".to_owned()),
        proto_file: set.file,
        compiler_version: None,
    };
    let plugin = workshop().join("typescript/node_modules/.bin/protoc-gen-es");
    let mut child = Command::new(&plugin)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", plugin.display()));
    // The plugin reads all of it before it writes.
    child.stdin.take().expect("a pipe").write_all(&request.encode_to_vec()).expect("it listens");
    let output = child.wait_with_output().expect("it answers");
    let response = CodeGeneratorResponse::decode(output.stdout.as_slice()).expect("an answer");
    assert_eq!(response.error, None, "{folder} of {}", subject.name);
    for file in response.file {
        put(&place.join(file.name()), file.content());
    }
}

fn check(subject: Subject) {
    if !is_there("typescript", Command::new("npm").arg("--version")) {
        return;
    }
    install();
    let place = place("typescript", subject);
    [Side::Old, Side::New].into_iter().for_each(|side| types(subject, side, &place));
    let adapter = place.join("adapter");
    generate(subject, &language(subject, &adapter), &adapter);
    for file in ["driver.ts", "tsconfig.json", "package.json"] {
        put(&place.join(file), fs::read(drivers().join(file)).expect("a file of the driver"));
    }
    let tsc = workshop().join("typescript/node_modules/.bin/tsc");
    run(Command::new(tsc).args(["-p", ".", "--outDir", "out"]).current_dir(&place));
    let mut command = Command::new("node");
    command.arg(place.join("out/driver.js")).current_dir(&place);
    let holds = Needs { unknown_fields: true, unlisted_numbers: true, wide_varints: false };
    let mut cases = corpus(subject);
    cases.retain(|case| case.needs.are_met_by(holds));
    cases.iter_mut().for_each(|case| say_null(case, subject));
    Driver { command, holds, greeting: None }.check_those(subject, &cases);
}

/// The runtime holds objects as JSON has them, where what has no kind is null.
fn say_null(case: &mut Case, subject: Subject) {
    let side = case.exchange(subject).from();
    // Numbers that a closed enum does not have are to stay where they are.
    let read = binary::read(side.schema, &side.schema[side.message], &case.input, Reader::Strict);
    if let Ok(mut message) = read
        && null_inside(side.schema, side.message, &mut message)
    {
        case.input = side.write(&message);
    }
}

/// Gives values inside of objects and lists a kind. Says whether there were any.
fn null_inside(schema: &Schema, of: MessageId, message: &mut DynamicMessage) -> bool {
    const NULL_VALUE: i32 = 1;
    let holds_values =
        ["google.protobuf.Struct", "google.protobuf.ListValue"].contains(&&*schema[of].element.full_name);
    let mut changed = false;
    for (number, value) in &mut message.fields {
        let field = find_field(schema, &schema[of], *number);
        let Some(inner) = field.and_then(|field| field.value_kind().message()) else { continue };
        let each = |value: &mut Value| {
            let Value::Message(message) = value else { return };
            if holds_values && message.fields.is_empty() {
                message.fields.insert(NULL_VALUE, Value::Enum(0));
                changed = true;
            }
            changed |= null_inside(schema, inner, message);
        };
        match value {
            Value::List(values) => values.iter_mut().for_each(each),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).for_each(each),
            value => std::iter::once(value).for_each(each),
        }
    }
    changed
}

#[test]
fn a2a_goes_through_typescript() {
    check(subjects::a2a());
}

#[test]
fn a2a_with_other_options_goes_through_typescript() {
    check(subjects::a2a_with_options());
}

#[test]
fn the_cinema_goes_through_typescript() {
    check(subjects::cinema());
}

#[test]
fn parcels_go_through_typescript() {
    check(subjects::parcel());
}
