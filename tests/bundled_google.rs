//! `fixtures/google/api.binpb` is what parsing the files below `fixtures/google/api/` gives.
//! `UPDATE_GOOGLE=1 cargo test --test bundled_google` writes it anew.

use std::{env, fs, path::Path};

use prost_reflect::prost::Message;
use prost_types::FileDescriptorSet;

#[test]
fn the_parsed_google_files_are_those_of_the_texts() {
    let google = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/google");
    let mut names: Vec<String> = fs::read_dir(google.join("api"))
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".proto"))
        .collect();
    names.sort();
    let parsed = names.iter().map(|name| {
        let text = fs::read_to_string(google.join("api").join(name)).expect("readable");
        let mut file = protox_parse::parse(&format!("google/api/{name}"), &text).expect("valid");
        file.source_code_info = None;
        file
    });
    let expected = FileDescriptorSet { file: parsed.collect() }.encode_to_vec();
    let path = google.join("api.binpb");
    if env::var_os("UPDATE_GOOGLE").is_some() {
        fs::write(&path, &expected).expect("writable");
    }
    assert!(fs::read(&path).ok() == Some(expected), "stale: run with UPDATE_GOOGLE=1");
}
