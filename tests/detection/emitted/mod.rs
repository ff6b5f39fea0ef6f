//! The files that generated Rust code carries with it: a crate of nothing else, without a dependency, finds what the
//! program finds, by the same evidence.

#[path = "../../../src/migration/detection/emitted.rs"]
mod files;
#[path = "../../../src/codegen/rust/shapes.rs"]
mod shapes;
#[path = "crate/story.rs"]
mod story;

use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    process::Command,
};

use proto_diff::migration::{
    TypePair,
    detection::{Contrast, Detection, Reading, Shapes, Side, judge},
};

use super::{honest, random, sides::SIDES, traps, vectors};

/// The tables of one side without what no message of a pair leads to, and the index in them of each pair's message.
fn tables(side: Side) -> (Shapes, Vec<usize>) {
    let roots: Vec<usize> = SIDES.pairs.iter().map(|types| SIDES.end(*types, side).0).collect();
    let (shapes, kept) = SIDES.reader.shapes(side).reached_from(&roots);
    let index = |root: &usize| kept.iter().position(|old| old == root).expect("it is reached");
    let roots = roots.iter().map(index).collect();
    (shapes, roots)
}

/// Writes the crate; where it is.
fn crate_of(edition: &str, old: &Shapes, new: &Shapes) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emitted-detection-{edition}"));
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    write("Cargo.toml", &format!("[package]\nname = \"emitted_detection\"\nedition = \"{edition}\"\n\n[workspace]\n"));
    for (path, text) in files::FILES {
        assert!(!text.contains("crate::"), "{path} may become a file of any module");
        write(&format!("src/{path}"), text);
    }
    write("src/lib.rs", include_str!("crate/lib.rs"));
    write("src/main.rs", include_str!("crate/main.rs"));
    write("src/story.rs", include_str!("crate/story.rs"));
    let [old, new] = [(old, "OLD"), (new, "NEW")].map(|(shapes, name)| shapes::source_of(shapes, name));
    write("src/tables.rs", &format!("//! The tables.\n\n{}\n{old}\n{new}", shapes::IMPORTS));
    folder
}

/// Runs cargo there; no warning is let through.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .current_dir(folder)
        .env("RUSTFLAGS", "-Dwarnings -Wmissing-docs")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What is judged elsewhere, and each of it cut and changed.
fn payloads() -> Vec<(TypePair, Vec<u8>)> {
    let handed = vectors::payloads().into_iter().map(|payload| (payload.types, payload.bytes));
    let traps = traps::payloads().into_iter().map(|trap| (trap.types, trap.bytes));
    let letters = honest::letters().into_iter().chain(random::letters()).step_by(3);
    let all = handed.chain(traps).chain(letters.map(|letter| (letter.types, letter.bytes())));
    let damaged = all.enumerate().flat_map(|(seed, (types, bytes))| {
        let at = seed * 31 % bytes.len().max(1);
        let cut = bytes.get(..at).map(<[u8]>::to_vec);
        let mut changed = bytes.clone();
        if let Some(byte) = changed.get_mut(at) {
            *byte ^= 1 << (seed % 8);
        }
        [Some(bytes), cut, Some(changed)].into_iter().flatten().map(move |bytes| (types, bytes))
    });
    damaged.collect()
}

#[test]
fn a_crate_of_its_own_says_the_same() {
    let ((old, old_roots), (new, new_roots)) = (tables(Side::Old), tables(Side::New));
    let folder = crate_of("2024", &old, &new);
    let payloads = payloads();
    let mut lines = String::new();
    for (types, bytes) in &payloads {
        let pair = SIDES.pairs.iter().position(|pair| pair == types).expect("a pair");
        lines += &format!("{} {} {}\n", old_roots[pair], new_roots[pair], Hex(bytes));
    }
    let input = folder.join("payloads.txt");
    fs::write(&input, lines).expect("writable");
    let stories = cargo(&folder, &["run", "--offline", "--quiet", "--", input.to_str().expect("a path in letters")]);
    assert_eq!(stories.lines().count(), payloads.len());
    assert!(payloads.len() > 10_000, "{}", payloads.len());
    for ((types, bytes), told) in payloads.iter().zip(stories.lines()) {
        let [old, new] = SIDES.readings(*types, bytes);
        assert_eq!(told, story::story(&old, &new), "{}", SIDES.story(*types, bytes));
    }
}

/// Who takes the files into a crate of an older edition may do so.
#[test]
fn an_older_edition_will_do() {
    let ((old, _), (new, _)) = (tables(Side::Old), tables(Side::New));
    cargo(&crate_of("2021", &old, &new), &["check", "--offline", "--quiet"]);
}
