//! Rust: the crate as it is generated, and a small program beside it that calls it by name.

use std::{fs, path::Path, process::Command, sync::Mutex};

use proto_diff::codegen::{Language, RustOptions};

use super::{generate, place, put, run, workshop};
use crate::{
    corpus::Needs,
    driver::Driver,
    subjects::{self, Subject},
};

/// The dependencies are built once for all subjects, by one after the other.
static BUILDING: Mutex<()> = Mutex::new(());

fn cargo(arguments: &[&str], manifest: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    let (command_name, others) = arguments.split_first().expect("a command");
    // In front of what is for another program: after `--`.
    command.arg(command_name).arg("--manifest-path").arg(manifest).args(others);
    command.env("CARGO_TARGET_DIR", workshop().join("rust/target"));
    // What cargo tells a test about this package is not for another one.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_BIN_") || text == "CARGO_MANIFEST_DIR" {
            command.env_remove(&name);
        }
    }
    command
}

/// Without the network where the registry's files are at hand, else with it.
fn built(arguments: &[&str], manifest: &Path) {
    let offline: Vec<&str> = [arguments[0], "--offline"].into_iter().chain(arguments[1..].iter().copied()).collect();
    let output = cargo(&offline, manifest).output().expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let lacks = ["no matching package", "--offline", "failed to download", "failed to select a version"];
    match output.status.success() {
        true => {}
        false if lacks.iter().any(|lack| said.contains(lack)) => run(&mut cargo(arguments, manifest)),
        false => panic!("cargo {}: {said}", arguments.join(" ")),
    }
}

/// The generated crate of a subject, written to `adapter` in its place. Gives its name.
fn generated(subject: Subject) -> String {
    let adapter = place("rust", subject).join("adapter");
    generate(subject, &Language::Rust(RustOptions::default()), &adapter);
    // The formatter looks for settings in outer directories, and this project's are not those of everybody.
    put(&place("rust", subject).join("rustfmt.toml"), "");
    let manifest = fs::read_to_string(adapter.join("Cargo.toml")).expect("a manifest of a crate");
    let manifest: toml::Table = toml::from_str(&manifest).expect("TOML");
    manifest["package"]["name"].as_str().expect("a name").to_owned()
}

fn driver(subject: Subject) -> Driver {
    let _turn = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let name = generated(subject);
    let place = place("rust", subject).join("driver");
    let driver = format!("driver-{}", subject.name);
    let manifest = format!(
        "[package]\nname = \"{driver}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         adapter = {{ package = \"{name}\", path = \"../adapter\" }}\nserde_json = \"1\"\n\n\
         [profile.dev]\ndebug = 0\nincremental = false\n"
    );
    put(&place.join("Cargo.toml"), manifest);
    put(&place.join("src/main.rs"), include_bytes!("../drivers/driver.rs"));
    if !place.join("Cargo.lock").exists() {
        // The versions that this project is built with are at hand.
        put(&place.join("Cargo.lock"), include_bytes!("../../../Cargo.lock"));
    }
    built(&["build"], &place.join("Cargo.toml"));
    let command = Command::new(workshop().join("rust/target/debug").join(driver));
    let holds = Needs { unknown_fields: true, unlisted_numbers: true, wide_varints: true };
    Driver { command, holds, greeting: None }
}

#[test]
fn a2a_goes_through_rust() {
    driver(subjects::a2a()).check(subjects::a2a());
}

#[test]
fn a2a_with_other_options_goes_through_rust() {
    driver(subjects::a2a_with_options()).check(subjects::a2a_with_options());
}

#[test]
fn the_cinema_goes_through_rust() {
    driver(subjects::cinema()).check(subjects::cinema());
}

#[test]
fn names_go_through_rust() {
    driver(subjects::names()).check(subjects::names());
}

#[test]
fn corners_go_through_rust() {
    driver(subjects::corners()).check(subjects::corners());
}

fn is_clean(subject: Subject) {
    let _turn = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    generated(subject);
    let adapter = place("rust", subject).join("adapter/Cargo.toml");
    if !adapter.with_file_name("Cargo.lock").exists() {
        put(&adapter.with_file_name("Cargo.lock"), include_bytes!("../../../Cargo.lock"));
    }
    built(&["clippy", "--all-targets", "--", "-D", "warnings"], &adapter);
    run(cargo(&["fmt"], &adapter).args(["--", "--check"]));
    run(cargo(&["test", "--doc"], &adapter).env("RUSTDOCFLAGS", "-D warnings"));
}

#[test]
fn clippy_and_rustfmt_have_nothing_to_say_about_rust_a2a() {
    is_clean(subjects::a2a());
}

#[test]
fn clippy_and_rustfmt_have_nothing_to_say_about_rust_cinema() {
    is_clean(subjects::cinema());
}

#[test]
fn clippy_and_rustfmt_have_nothing_to_say_about_rust_names() {
    is_clean(subjects::names());
}

#[test]
fn clippy_and_rustfmt_have_nothing_to_say_about_rust_corners() {
    is_clean(subjects::corners());
}
