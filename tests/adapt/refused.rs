//! What cannot be made code of: said when the code is made, with what can be done about it.

use std::{fs, path::Path};

use super::program::{Run, run};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs `adapt`; it has to refuse, and to write nothing.
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let out = tempfile::tempdir().expect("a temporary directory");
    let place = out.path().join("out");
    let all = [&["adapt", "--out", place.to_str().expect("a path in letters")], arguments].concat();
    let Run { code, out, err } = run(directory, &all);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(!place.exists(), "{arguments:?}: nothing is written");
    // Messages are wrapped to the width of the terminal.
    err.replace("\n  │ ", " ").replace("\n        ", " ")
}

#[test]
fn extensions_are_not_for_message_types() {
    for language in ["rust", "python", "typescript"] {
        let modules: &[&str] = match language {
            "rust" => &[],
            _ => &["--old-module", "a", "--new-module", "b"],
        };
        let arguments = [&["--lang", language, "--manifest", "tests/migration/shop/manifest.toml"], modules].concat();
        let said = refused(root(), &arguments);
        assert!(said.contains("shop.v1.co") && said.contains("extension") && said.contains("help:"), "{said}");
        if language != "rust" {
            assert!(said.contains("leave what declares it out of the old schema"), "{said}");
            let next = "The same goes for `shop.v2.codes`, `shop.v2.colour` in the new schema";
            assert!(said.contains(next), "{said}");
        }
    }
}

#[test]
fn an_extension_of_the_new_schema_is_left_out_there() {
    let old = "syntax = \"proto2\"; package p; message A { optional string a = 1; extensions 100 to 199; }";
    let new = format!("{old} extend A {{ optional string b = 100; }}");
    let Run { code, err, .. } = of_schemas(old, &new, "[new.A]\n\"[p.b]\" = { absent = \"b\" }\n", "python");
    assert!(code == 2 && err.contains("what happens to `p.b`: it is an extension"), "{err}");
    assert!(err.contains("out of the new schema") && err.contains("a loss when they are downgraded"), "{err}");
    assert!(!err.contains("old schema"), "{err}");
}

#[test]
fn types_are_named_in_the_way_of_the_language() {
    let said = refused(root(), &["--lang", "rust", "--old-module", "a_pb2"]);
    assert!(said.contains("--old-module and --new-module are not for Rust"), "{said}");
    assert!(said.contains("--old-types and --new-types say where its types are"), "{said}");
    let said = refused(root(), &["--lang", "python", "--new-types", "a::b"]);
    assert!(said.contains("--old-types and --new-types are not for Python and TypeScript"), "{said}");
}

#[test]
fn each_thing_is_said_once() {
    let option = ["--option", "final=never", "--option", "final=terminal"];
    let file = ["--old-module", "a2a.proto=a", "--new-module", "b", "--old-module", "a2a.proto=c"];
    let no_file = ["--old-module", "a", "--new-module", "b", "--new-module", "c"];
    let package = ["--old-types", "a2a.v1=a::b", "--old-types", "a2a.v1=a::b"];
    for (language, arguments, said, help) in [
        ("rust", &option[..], "--option is given twice for `final`: never and terminal", "leave one of them away"),
        ("python", &file, "--old-module is given twice for `a2a.proto`: a and c", "leave one of them away"),
        ("typescript", &no_file, "--new-module is given twice: b and c", "write FILE=MODULE for each"),
        ("rust", &package, "--old-types is given twice for `a2a.v1`: a::b and a::b", "leave one of them away"),
        (
            "rust",
            &["--old-types", "their::a", "--old-types", "a2a.v1=their::b", "--new-types", "their::c"],
            "the types of package `a2a.v1` are said to be in `their::a` already",
            "say it once for each package",
        ),
    ] {
        let err = refused(root(), &[&["--lang", language], arguments].concat());
        assert!(err.contains(said) && err.contains(help), "{arguments:?}: {err}");
    }
}

#[test]
fn one_schema_is_not_two() {
    let said = refused(root(), &["--lang", "rust", "a2a:0.3.0"]);
    assert!(said.contains("<NEW>"), "{said}");
}

#[test]
fn a_manifest_is_needed_and_has_to_be_true() {
    let said = refused(root(), &["--lang", "rust", "tests/migration/shop/old.proto", "tests/migration/shop/new.proto"]);
    assert!(said.contains("manifest") && said.contains("help:"), "{said}");
    let said = refused(root(), &["--lang", "rust", "--manifest", "a2a", "a2a:1.0.0", "a2a:0.3.0"]);
    assert!(said.contains("help:"), "{said}");
}

/// The caller's own Rust types are looked for in the source of the caller's crate.
#[test]
fn a_rust_module_that_is_not_there_is_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("writable");
    };
    write("Cargo.toml", "[package]\nname = \"own\"\n\n[dependencies]\nmy-types = \"1\"\n");
    write("src/lib.rs", "mod protos;\nmod made { include!(concat!(env!(\"OUT_DIR\"), \"/a.rs\")); }\n");
    write("src/protos/mod.rs", "pub mod v03;\npub mod few { pub struct Task; }\n");
    let types = fs::read_to_string(root().join("examples/a2a-adapter/src/old.rs")).expect("the example");
    write("src/protos/v03.rs", &types);
    let own = |old: &str| {
        let arguments =
            ["adapt", "--lang", "rust", "--out", "src/adapter", "--new-types", "my_types::v1", "--old-types", old];
        run(dir.path(), &arguments)
    };
    for (given, said) in [
        ("crate::protso::v03", "`crate` has no module `protso`"),
        ("crate::protos::v3", "`crate::protos` has no module `v3`"),
        ("crate::protos::v03", "`crate::protos::v03` has no types"),
        ("crate::protos::few", "`crate::protos::few` has no type `SendMessageConfiguration`"),
        ("their_types::v03", "has no dependency `their_types`"),
        ("src/protos", "that is no path of a Rust module"),
        ("b.v1=crate::protos::v03", "the schema has no package `b.v1`"),
    ] {
        let Run { code, err, .. } = own(given);
        let err = err.replace("\n  │ ", " ");
        assert!(code == 2 && err.contains(said) && err.contains("help:"), "{given}: {err}");
    }
    for given in ["crate::protos::v03::a2a::v1", "crate::made::anything", "my_types::v03", "super::v03"] {
        let Run { code, err, .. } = own(given);
        assert_eq!((code, err.as_str()), (0, ""), "{given}");
    }
    let module = fs::read_to_string(dir.path().join("src/adapter/upgrade.rs")).expect("it was written");
    assert!(module.contains("use my_types::v1 as new;"), "the types are the caller's");
}

#[test]
fn modules_of_typescript_are_looked_for() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |path: &str, text: &str| {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    write("gen/old/a2a_pb.ts", "export * from \"./elsewhere.js\";\n");
    write("gen/new/a2a_pb.d.ts", "export declare type Task = {};\nexport declare const Tasks: unknown;\n");
    write("gen/new/empty_pb.js", "\n");
    let adapt = |old: &str, new: &str| {
        let modules = ["--old-module", old, "--new-module", new];
        run(dir.path(), &[&["adapt", "--lang", "typescript", "--out", "src/adapter"], &modules[..]].concat())
    };
    let old = "../../gen/old/a2a_pb.js";
    for (given, said, help) in [
        ("../../gen/new/a2a_bp.js", "there is no ", "did you mean ../../gen/new/a2a_pb.js?"),
        ("../gen/a2a_pb.js", "there is no ", "there is no directory "),
        ("../../gen/new/a2a_pb.js", "does not export `APIKeySecurityScheme`", "It exports Task, Tasks"),
        ("../../gen/new/empty_pb.js", "does not export `APIKeySecurityScheme`", "it exports nothing"),
        (old, "that is the module of a2a.proto in the old version already", "--old-module and --new-module"),
        ("b.proto=./b_pb.js", "has no file `b.proto`", "its files with such types are: a2a.proto"),
        ("./a b.js", "`./a b.js` is no name of a module", "write it as in an import"),
    ] {
        let Run { code, err, .. } = adapt(old, given);
        let err = err.replace("\n  │ ", " ").replace("\n        ", " ");
        assert!(code == 2 && err.contains(said) && err.contains(help), "{given}: {err}");
    }
    // Where packages are, the compiler knows.
    let Run { code, err, .. } = adapt(old, "@acme/protos/a2a_pb.js");
    assert_eq!((code, err.as_str()), (0, ""));
    let module = fs::read_to_string(dir.path().join("src/adapter/upgrade.ts")).expect("it was written");
    assert!(module.contains("import * as next from \"@acme/protos/a2a_pb.js\";"), "{module}");
    assert!(module.contains("import * as old from \"../../gen/old/a2a_pb.js\";"), "{module}");
}

/// Runs `adapt` on two schemas, with a manifest that has the packages and whatever else is said.
fn of_schemas(old: &str, new: &str, more: &str, language: &str) -> Run {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).expect("writable");
    write("old.proto", old);
    write("new.proto", new);
    write("m.toml", &format!("format = 1\n\n[schema]\nold = \"old.proto\"\nnew = \"new.proto\"\n\n{more}"));
    let arguments = ["adapt", "--lang", language, "--manifest", "m.toml", "--out", "out"];
    let Run { code, out, err } = run(dir.path(), &arguments);
    assert_eq!(code != 0, !dir.path().join("out").exists(), "what is refused is not written: {err}");
    Run { code, out, err: err.replace("\n  │ ", " ").replace("\n        ", " ") }
}

/// Names that are two in a schema and one in Rust; prost-build panics over some, and the compiler over others.
#[test]
fn names_that_are_one_in_rust_are_named() {
    for (text, said) in [
        ("message FooBar {} message Foo_Bar {}", "`p.Foo_Bar`: in Rust it is `FooBar`, as `p.FooBar` is"),
        ("message A { oneof foo_bar { string a = 1; } optional string fooBar = 2; }", "as `p.A.fooBar` is"),
        ("message A { oneof x { string a = 1; } oneof X { string b = 2; } }", "in Rust it is `x`, as `p.A.x` is"),
        (
            "message A { oneof kind { Kind k = 1; } message Kind {} message KindOneOf {} }",
            "in Rust it is `KindOneOf`, as `p.A.KindOneOf` is",
        ),
        ("message A { optional string _ = 1; }", "`p.A._`: that is no name in Rust"),
        ("enum E { E_A = 0; A = 1; } message B { optional E e = 1; }", "in Rust it is `A`, as `p.E.E_A` is"),
    ] {
        let schema = format!("syntax = \"proto2\"; package p; {text}");
        let Run { code, err, .. } = of_schemas(&schema, &schema, "", "rust");
        assert!(code == 2 && err.contains(said) && err.contains("help:"), "{text}: {err}");
    }
}

#[test]
fn where_there_are_no_messages_there_is_nothing_to_convert() {
    let schema = "syntax = \"proto3\"; package p; enum E { A = 0; }";
    for language in ["rust", "python"] {
        let Run { code, err, .. } = of_schemas(schema, schema, "", language);
        assert!(code == 2 && err.contains("there is nothing to convert") && err.contains("help:"), "{err}");
    }
}
