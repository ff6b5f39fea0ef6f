//! Every way to name a schema leads to the files it should, in the roles they should have.

use std::{fs, path::Path, process::Command};

use proto_diff::schema::{
    FileRole, LoadOptions, Schema, SchemaError, SchemaErrorKind, SchemaLocator, from_descriptor_set, from_texts, load,
    load_pair,
};
use tempfile::TempDir;

/// A directory with these files.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), files);
    directory
}

fn write(directory: &Path, files: &[(&str, &str)]) {
    for (name, contents) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
}

fn git(directory: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    let status = Command::new("git").arg("-C").arg(directory).args(identity).args(arguments).output().unwrap();
    assert!(status.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&status.stderr));
}

/// A repository whose first commit has these files, tagged `one`.
fn repository(files: &[(&str, &str)]) -> TempDir {
    let repository = directory(files);
    git(repository.path(), &["init", "-q"]);
    commit(repository.path(), "one");
    repository
}

fn commit(repository: &Path, tag: &str) {
    git(repository, &["add", "-A"]);
    git(repository, &["commit", "-q", "-m", tag]);
    git(repository, &["tag", tag]);
}

fn path(directory: &TempDir, name: &str) -> SchemaLocator {
    SchemaLocator::Path(directory.path().join(name))
}

fn revision(revision: &str, path: &str) -> SchemaLocator {
    SchemaLocator::Revision { revision: revision.to_owned(), path: path.to_owned() }
}

fn in_repository(repository: &TempDir) -> LoadOptions {
    LoadOptions { repository: Some(repository.path().to_owned()), ..LoadOptions::default() }
}

/// `name` for a subject, `(name)` for a library, `[name]` for a stand-in.
fn files(schema: &Schema) -> Vec<String> {
    let described = schema.files.iter().map(|file| match file.role {
        FileRole::Subject => file.name.clone(),
        FileRole::Library => format!("({})", file.name),
        FileRole::StandIn => format!("[{}]", file.name),
    });
    described.filter(|name| name != "(google/protobuf/descriptor.proto)").collect()
}

fn loaded(locator: &SchemaLocator, options: &LoadOptions) -> Schema {
    load(locator, options).unwrap_or_else(|error| panic!("{locator}: {error} {:?}", error.help_text()))
}

fn refused(locator: &SchemaLocator, options: &LoadOptions) -> SchemaError {
    match load(locator, options) {
        Ok(_) => panic!("{locator} is accepted"),
        Err(error) => error,
    }
}

const A: &str = "syntax = \"proto3\"; package p; import \"b/b.proto\"; message A { b.B b = 1; }";
const B: &str = "syntax = \"proto3\"; package p.b; message B { int32 x = 1; }";

#[test]
fn a_file_finds_its_imports_around_it() {
    let tree = directory(&[("buf.yaml", ""), ("a/a.proto", A), ("b/b.proto", B)]);
    let schema = loaded(&path(&tree, "a/a.proto"), &LoadOptions::default());
    assert_eq!(files(&schema), ["b/b.proto", "a.proto"]);
    assert!(schema.warnings.is_empty());
    assert_eq!(schema.packages(), ["p", "p.b"]);
    let display_path = tree.path().join("a/a.proto").display().to_string();
    assert_eq!((schema.origin.as_str(), schema.files[1].display_path.as_str()), (&*display_path, &*display_path));
}

#[test]
fn import_paths_come_first_and_name_the_file() {
    let tree = directory(&[("src/a/a.proto", A), ("src/b/b.proto", B), ("src/a/b/b.proto", "not a schema")]);
    let options = LoadOptions { import_paths: vec![tree.path().join("src")], ..LoadOptions::default() };
    let schema = loaded(&path(&tree, "src/a/a.proto"), &options);
    assert_eq!(files(&schema), ["b/b.proto", "a/a.proto"]);
}

#[test]
fn an_import_path_that_is_no_directory_is_an_error() {
    let tree = directory(&[("b.proto", B)]);
    let options = LoadOptions { import_paths: vec![tree.path().join("none")], ..LoadOptions::default() };
    let error = refused(&path(&tree, "b.proto"), &options);
    assert!(error.to_string().contains("none` is no directory"), "{error}");
}

#[test]
fn bundled_imports_are_libraries_and_files_on_the_path_win() {
    let user = "syntax = \"proto3\"; import \"google/api/field_behavior.proto\"; import \"google/protobuf/any.proto\";";
    let tree = directory(&[("u.proto", user)]);
    let bundled = ["(google/api/field_behavior.proto)", "(google/protobuf/any.proto)", "u.proto"];
    assert_eq!(files(&loaded(&path(&tree, "u.proto"), &LoadOptions::default())), bundled);
    let own = "syntax = \"proto3\"; package google.api; message Own {}";
    write(tree.path(), &[("google/api/field_behavior.proto", own)]);
    let schema = loaded(&path(&tree, "u.proto"), &LoadOptions::default());
    assert_eq!(files(&schema), bundled);
    assert!(schema.message_named("google.api.Own").is_some());
}

#[test]
fn a_directory_is_every_file_below_it() {
    let tree = directory(&[("a/a.proto", A), ("b/b.proto", B), (".hidden/c.proto", "?"), ("d.txt", "?")]);
    let schema = loaded(&path(&tree, ""), &LoadOptions::default());
    assert_eq!(files(&schema), ["b/b.proto", "a/a.proto"]);
    let empty = directory(&[("d.txt", "?")]);
    let error = refused(&path(&empty, ""), &LoadOptions::default());
    assert!(error.to_string().starts_with("there is no `.proto` file below"), "{error}");
}

#[test]
fn a_directory_above_the_import_root_works_too() {
    let tree = directory(&[("proto/a/a.proto", A), ("proto/b/b.proto", B), ("other/c.proto", "syntax = \"proto3\";")]);
    let schema = loaded(&path(&tree, ""), &LoadOptions::default());
    assert_eq!(files(&schema), ["other/c.proto", "b/b.proto", "a/a.proto"]);
    assert!(schema.warnings.is_empty());
}

#[test]
fn a_directory_below_the_import_root_works_too() {
    let user = "syntax = \"proto3\"; import \"google/api/extra.proto\";";
    let tree = directory(&[("google/api/extra.proto", "syntax = \"proto3\";"), ("google/rpc/user.proto", user)]);
    let schema = loaded(&path(&tree, "google"), &LoadOptions::default());
    assert_eq!(files(&schema), ["google/api/extra.proto", "google/rpc/user.proto"]);
}

#[test]
fn vendored_copies_of_bundled_files_are_libraries() {
    let user = "syntax = \"proto3\"; import \"google/api/http.proto\"; import \"google/protobuf/any.proto\"; message M { google.protobuf.Any a = 1; }";
    let tree = directory(&[
        ("u.proto", user),
        ("third_party/google/api/http.proto", "syntax = \"proto3\"; package google.api; message Vendored {}"),
        ("third_party/google/protobuf/any.proto", "this one is not even read by protox"),
    ]);
    let schema = loaded(&path(&tree, ""), &LoadOptions::default());
    assert_eq!(files(&schema), ["(google/api/http.proto)", "(google/protobuf/any.proto)", "u.proto"]);
    assert!(schema.message_named("google.api.Vendored").is_some());
}

#[test]
fn revisions_hold_their_own_imports() {
    let repository = repository(&[("proto/a/a.proto", A), ("proto/b/b.proto", B)]);
    write(repository.path(), &[("proto/b/b.proto", &B.replace("int32 x", "string x"))]);
    commit(repository.path(), "two");
    let options = in_repository(&repository);
    for (tag, expected) in [("one", "int32"), ("two", "string"), ("two~1", "int32"), ("HEAD", "string")] {
        for path in ["proto/a/a.proto", "proto", "proto/", ""] {
            let schema = loaded(&revision(tag, path), &options);
            let b = &schema[schema.message_named("p.b.B").unwrap()];
            assert_eq!(schema.type_name(&b.fields[0]), expected, "{tag}:{path}");
            assert_eq!(schema.origin, format!("{tag}:{path}"));
            let file = schema.files.iter().find(|file| file.name == "b/b.proto").unwrap();
            assert_eq!(file.display_path, format!("{tag}:proto/b/b.proto"));
        }
    }
}

#[test]
fn import_paths_are_directories_of_the_revision_too() {
    let repository = repository(&[("x/a.proto", A), ("imports/b/b.proto", B)]);
    let mut options = in_repository(&repository);
    assert_eq!(loaded(&revision("one", "x/a.proto"), &options).warnings.len(), 1);
    options.import_paths = vec!["imports/".into()];
    assert_eq!(files(&loaded(&revision("one", "x/a.proto"), &options)), ["b/b.proto", "a.proto"]);
}

#[test]
fn revisions_that_cannot_be_read_say_why() {
    let repository = repository(&[("proto/b.proto", B), ("docs/readme.txt", "?")]);
    let empty = directory(&[]);
    let shallow = tempfile::tempdir().unwrap();
    let source = format!("file://{}", repository.path().display());
    git(shallow.path(), &["clone", "-q", "--depth=1", &source, "clone"]);
    let shallow = LoadOptions { repository: Some(shallow.path().join("clone")), ..LoadOptions::default() };
    let missing = LoadOptions { repository: Some(empty.path().join("none")), ..LoadOptions::default() };
    let here = in_repository(&repository);
    let cases = [
        (revision("nope", "b.proto"), &here, "git knows no revision `nope`", "git fetch --tags"),
        (revision("v9", "b.proto"), &shallow, "git knows no revision `v9`", "this clone is shallow"),
        (revision("one", "b.proto"), &here, "revision `one` has no `b.proto`", "`one:proto/b.proto`"),
        (revision("one", "x/y.proto"), &here, "revision `one` has no `x/y.proto`", "git ls-tree"),
        (revision("one", "docs"), &here, "there is no `.proto` file below `one:docs`", "name the directory"),
        (revision("", "b.proto"), &here, "`` is no git revision", "REV:path"),
        (revision("--help", "b.proto"), &here, "`--help` is no git revision", "REV:path"),
        (revision("one", "b.proto"), &in_repository(&empty), "this is no git repository", "--repo DIR"),
        (revision("one", "b.proto"), &missing, "cannot change to", "--repo"),
    ];
    for (locator, options, message, help) in cases {
        let error = refused(&locator, options);
        assert!(error.to_string().contains(message), "{locator}: {error}");
        assert!(error.help_text().unwrap().contains(help), "{locator}: {:?}", error.help_text());
    }
}

#[test]
fn an_existing_path_wins_over_a_revision() {
    let tree = directory(&[("HEAD:x.proto", B)]);
    let text = tree.path().join("HEAD:x.proto").display().to_string();
    assert_eq!(SchemaLocator::parse(&text).unwrap(), SchemaLocator::Path(text.into()));
}

#[test]
fn bundled_releases() {
    for (text, package) in [("a2a:0.3", "a2a.v1"), ("a2a:1.0.0", "lf.a2a.v1"), ("a2a:1.0", "lf.a2a.v1")] {
        let schema = loaded(&SchemaLocator::parse(text).unwrap(), &LoadOptions::default());
        assert_eq!(schema.packages(), [package]);
        assert!(schema.warnings.is_empty());
        assert_eq!(schema.subject_files().count(), 1);
    }
}

#[test]
fn a_descriptor_set_says_what_the_text_says() {
    let bytes = include_bytes!("schema/editions.binpb");
    let tree = tempfile::tempdir().unwrap();
    for name in ["image.binpb", "image.pb", "image", "image.desc"] {
        fs::write(tree.path().join(name), bytes).unwrap();
        let schema = loaded(&path(&tree, name), &LoadOptions::default());
        assert_eq!(files(&schema), ["(google/protobuf/timestamp.proto)", "editions.proto", "delimited.proto"]);
    }
}

#[test]
fn both_sides_at_once() {
    let options = LoadOptions::default();
    let locator = |text| SchemaLocator::parse(text).unwrap();
    let (old, new) = load_pair((&locator("a2a:0.3.0"), &options), (&locator("a2a:1.0.1"), &options)).unwrap();
    assert_eq!((old.origin.as_str(), new.origin.as_str()), ("a2a:0.3.0", "a2a:1.0.1"));
    let twice = load_pair((&SchemaLocator::StandardInput, &options), (&SchemaLocator::StandardInput, &options));
    assert_eq!(twice.unwrap_err().to_string(), "standard input can be only one of the two schemas");
}

#[test]
fn bad_input_is_a_clear_error() {
    let tree = directory(&[
        ("syntax.proto", "syntax = \"proto3\";\nmessage M { int32 a 1; }"),
        ("type.proto", "syntax = \"proto3\";\nmessage M {\n  Gone a = 1;\n}"),
        ("one.proto", "import \"two.proto\";"),
        ("two.proto", "import \"three.proto\";"),
        ("three.proto", "\nimport \"one.proto\";"),
        ("self.proto", "import \"self.proto\";"),
        ("deep.proto", &format!("syntax = \"proto3\"; option x = {}", "{a: ".repeat(100_000))),
        ("image.binpb", "this is no descriptor set"),
        ("image.json", "{\"file\": []}"),
        ("long.proto", &format!("package {};", "a.".repeat(100_000))),
        ("outside.proto", "import \"../b.proto\";"),
    ]);
    fs::write(tree.path().join("latin1.proto"), b"// ok\n// caf\xe9\n").unwrap();
    fs::write(tree.path().join("empty.binpb"), b"").unwrap();
    fs::write(tree.path().join("image.gz"), b"\x1f\x8b\x08\x00").unwrap();
    fs::File::create(tree.path().join("huge.proto")).unwrap().set_len(200 << 20).unwrap();
    fs::File::create(tree.path().join("huge.binpb")).unwrap().set_len(300 << 20).unwrap();
    let cases = [
        ("missing.proto", SchemaErrorKind::NotFound, "there is no file", None),
        ("syntax.proto", SchemaErrorKind::Syntax, "expected '=', but found '1'", Some((2, 21))),
        ("type.proto", SchemaErrorKind::Invalid, "name 'Gone' is not defined", Some((3, 3))),
        ("one.proto", SchemaErrorKind::Import, "one.proto -> two.proto -> three.proto -> one.proto", Some((2, 8))),
        ("self.proto", SchemaErrorKind::Import, "self.proto -> self.proto", Some((1, 8))),
        ("deep.proto", SchemaErrorKind::Syntax, "nested more than 100 deep", Some((1, 431))),
        ("long.proto", SchemaErrorKind::Syntax, "a name is longer than 4096 bytes", Some((1, 9))),
        ("latin1.proto", SchemaErrorKind::Syntax, "not UTF-8", Some((2, 7))),
        ("huge.proto", SchemaErrorKind::TooLarge, "larger than 64 MiB", None),
        ("huge.binpb", SchemaErrorKind::TooLarge, "larger than 256 MiB", None),
        ("image.binpb", SchemaErrorKind::DescriptorSet, "is no descriptor set", None),
        ("empty.binpb", SchemaErrorKind::DescriptorSet, "it holds no files", None),
        ("image.json", SchemaErrorKind::DescriptorSet, "looks like JSON", None),
        ("image.gz", SchemaErrorKind::DescriptorSet, "is compressed", None),
        ("outside.proto", SchemaErrorKind::Syntax, "invalid", Some((1, 8))),
    ];
    for (name, kind, message, place) in cases {
        let error = refused(&path(&tree, name), &LoadOptions::default());
        assert!(error.to_string().contains(message), "{name}: {error}");
        assert_eq!(error.kind(), kind, "{name}: {error}");
        assert_eq!(error.position().map(|position| (position.line, position.column)), place, "{name}: {error}");
    }
}

#[test]
fn a_chain_of_imports_may_be_long() {
    let file = |i: usize| (format!("f{i}.proto"), format!("syntax = \"proto3\"; import \"f{}.proto\";", i + 1));
    let last = (String::from("f3000.proto"), String::from("syntax = \"proto3\";"));
    let schema = from_texts("chain", (0..3000).map(file).chain([last])).unwrap();
    assert_eq!(schema.files.len(), 3001);
}

#[test]
fn bytes_that_are_no_set_never_panic() {
    let bytes = include_bytes!("schema/editions.binpb");
    for cut in 0..bytes.len() {
        let _ = from_descriptor_set("cut", &bytes[..cut]);
        let mut changed = bytes.to_vec();
        changed[cut] ^= 0x15;
        let _ = from_descriptor_set("changed", &changed);
    }
}

#[test]
fn a_set_without_its_imports_names_what_is_missing() {
    use buffa::Message;
    use buffa_descriptor::generated::descriptor::FileDescriptorSet;
    let mut set = FileDescriptorSet::decode_from_slice(include_bytes!("schema/editions.binpb")).unwrap();
    set.file.retain(|file| file.name.as_deref() == Some("editions.proto"));
    let error = from_descriptor_set("cut", &set.encode_to_vec()).unwrap_err();
    let expected =
        "`editions.proto`: field `time` of `p.M` has the type `.google.protobuf.Timestamp`, which is not defined";
    assert_eq!(error.to_string(), expected);
}
