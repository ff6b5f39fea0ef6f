//! Python: modules by protoc for both versions, and the package over them.

use std::{fs, path::Path, process::Command};

use prost::Message as _;
use proto_diff::{
    codegen::{Language, PythonOptions},
    migration::Side,
};

use super::{generate, is_there, place, put, run};
use crate::{
    corpus::Needs,
    driver::Driver,
    subjects::{self, Subject},
};

/// `old.cinema_pb2` for `cinema.proto` of the old version. Where there is one file, it needs no name.
fn modules(subject: Subject, side: Side) -> Vec<(String, String)> {
    let package = if side == Side::Old { "old" } else { "new" };
    let files = subject.files(side);
    let module = |file: &&str| {
        let name = if files.len() == 1 { String::new() } else { (*file).to_owned() };
        (name, format!("{package}.{}_pb2", file.trim_end_matches(".proto")))
    };
    files.iter().map(module).collect()
}

fn language(subject: Subject) -> Language {
    let (old_modules, new_modules) = (modules(subject, Side::Old), modules(subject, Side::New));
    Language::Python(PythonOptions { old_modules, new_modules, ..PythonOptions::default() })
}

/// `old/cinema_pb2.py` and so on, with their types.
fn protoc(subject: Subject, side: Side, place: &Path) {
    let package = if side == Side::Old { "old" } else { "new" };
    let descriptors = place.join(format!("{package}.binpb"));
    put(&descriptors, subject.descriptors(side).encode_to_vec());
    let mut protoc = Command::new("python3");
    protoc.args(["-m", "grpc_tools.protoc"]).arg(format!("--descriptor_set_in={}", descriptors.display()));
    for option in ["python_out", "pyi_out"] {
        protoc.arg(format!("--{option}={}", place.display()));
    }
    run(protoc.args(subject.files(side).iter().map(|file| format!("{package}/{file}"))));
    put(&place.join(package).join("__init__.py"), "");
}

/// The package `adapter`, the modules `old` and `new`, and the driver, in one directory. `None` where there is no
/// Python, or not what it needs.
fn built(subject: Subject, shelf: &str) -> Option<std::path::PathBuf> {
    if !is_there("python", Command::new("python3").args(["-c", "import google.protobuf, grpc_tools.protoc"])) {
        return None;
    }
    let place = place(shelf, subject);
    [Side::Old, Side::New].into_iter().for_each(|side| protoc(subject, side, &place));
    generate(subject, &language(subject), &place.join("adapter"));
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapt/drivers/driver.py");
    put(&place.join("driver.py"), fs::read(driver).expect("the driver"));
    Some(place)
}

fn check(subject: Subject) {
    let Some(place) = built(subject, "python") else { return };
    let mut command = Command::new("python3");
    command.arg(place.join("driver.py")).current_dir(&place).env("PYTHONPATH", &place);
    let holds = Needs { unknown_fields: true, unlisted_numbers: false, wide_varints: false };
    Driver { command, holds, greeting: None }.check(subject);
}

#[test]
fn a2a_goes_through_python() {
    check(subjects::a2a());
}

#[test]
fn a2a_with_other_options_goes_through_python() {
    check(subjects::a2a_with_options());
}

#[test]
fn the_cinema_goes_through_python() {
    check(subjects::cinema());
}

#[test]
fn names_go_through_python() {
    check(subjects::names());
}

#[test]
fn corners_go_through_python() {
    check(subjects::corners());
}

/// What ruff has to say, and what mypy has to say over the stubs that protoc makes.
fn is_clean(subject: Subject) {
    // Not where the same code is running meanwhile.
    let Some(place) = built(subject, "python-typed") else { return };
    if is_there("python", Command::new("ruff").arg("--version")) {
        run(Command::new("ruff").args(["check", "--isolated", "adapter"]).current_dir(&place));
        let rules = "E,F,W,I,UP,B,ANN,D1";
        run(Command::new("ruff").args(["check", "--isolated", "--select", rules, "adapter"]).current_dir(&place));
        run(Command::new("ruff").args(["format", "--isolated", "--check", "adapter"]).current_dir(&place));
    }
    if is_there("python", Command::new("mypy").arg("--version")) {
        // Beside the modules that run: what protoc says of enum values called `None` and `True` is no Python.
        let typed = place.join("typed");
        for package in ["old", "new"] {
            for file in subject.files(if package == "old" { Side::Old } else { Side::New }) {
                let name = format!("{package}/{}_pb2.pyi", file.trim_end_matches(".proto"));
                let stub = fs::read_to_string(place.join(&name)).expect("a stub");
                let is_python = |line: &&str| !["None:", "True:"].iter().any(|start| line.trim().starts_with(start));
                let lines: Vec<&str> = stub.lines().filter(is_python).collect();
                put(&typed.join(name), lines.join("\n") + "\n");
            }
            put(&typed.join(package).join("__init__.py"), "");
        }
        // Stubs by protoc are not strict themselves.
        let settings = "[mypy]\nstrict = True\n[mypy-old.*,new.*]\nignore_errors = True\n";
        put(&typed.join("mypy.ini"), settings);
        generate(subject, &language(subject), &typed.join("adapter"));
        run(Command::new("mypy").args(["--config-file", "mypy.ini", "adapter"]).current_dir(&typed));
    }
}

#[test]
fn ruff_and_mypy_have_nothing_to_say_about_python_a2a() {
    is_clean(subjects::a2a());
}

#[test]
fn ruff_and_mypy_have_nothing_to_say_about_python_cinema() {
    is_clean(subjects::cinema());
}

#[test]
fn ruff_and_mypy_have_nothing_to_say_about_python_names() {
    is_clean(subjects::names());
}

#[test]
fn ruff_and_mypy_have_nothing_to_say_about_python_corners() {
    is_clean(subjects::corners());
}
