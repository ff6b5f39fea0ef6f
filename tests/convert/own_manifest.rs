//! A manifest in a file of its own, with schemas named as seen from it.

use crate::{Desk, field};

const OLD: &str = r#"syntax = "proto3";
package garden.v1;
message Bed {
  string name = 1;
  string owner = 2;
  bool shaded = 3;
  repeated string plants = 4;
  Season season = 5;
  bytes photo = 6;
}
message Weed { string name = 1; }
enum Season { SEASON_UNSPECIFIED = 0; SEASON_SPRING = 1; SEASON_FALL = 2; }
"#;

const NEW: &str = r#"syntax = "proto3";
package garden.v2;
message Plot {
  string id = 7;
  string plant = 4;
  bool sunny = 3;
  Keeper keeper = 8;
  Season season = 5;
  string photo_text = 9;
}
message Keeper { string name = 1; }
enum Season { SEASON_UNSPECIFIED = 0; SEASON_SPRING = 1; SEASON_AUTUMN = 2; }
"#;

const MANIFEST: &str = r#"format = 1

[schema]
old = "../schemas/old.proto"
new = "../schemas/new.proto"

[version.old]
name = "v1"
header = ["1.4", ""]

[version.new]
name = "v2"
header = ["2.0"]

[packages]
"garden.v1" = "garden.v2"

[types]
Bed = "Plot"
Weed = { gone = "nobody grows them" }

[new_types]
Keeper = { absent = "an owner was a name" }

[enum.Season]
SEASON_FALL = "SEASON_AUTUMN"

[options.photo]
default = "keep"
why = "old writers put text into it"
values = { keep = "the text is the photo's description", drop = "it is a photo" }

[message.Bed]
name = { to = "id", via = { template = "beds/{id}" } }
owner = "keeper.name"
shaded = { to = "sunny", via = "not" }
plants = { to = "plant", via = "first" }
photo = "photo_text"
"#;

fn garden() -> Desk {
    let desk = Desk::new();
    desk.write("schemas/old.proto", OLD);
    desk.write("schemas/new.proto", NEW);
    desk.write("manifests/garden.toml", MANIFEST);
    desk
}

fn bed() -> Vec<u8> {
    [field(1, "beds/7"), field(2, "iris"), field(4, "tulip"), field(4, "rose"), vec![0x28, 2]].concat()
}

#[test]
fn schemas_are_found_from_the_manifest() {
    let desk = garden();
    let plot = "plant: \"tulip\"\nsunny: true\nseason: SEASON_AUTUMN\nid: \"7\"\nkeeper {\n  name: \"iris\"\n}\n";
    let run = desk.run("convert --manifest manifests/garden.toml --type Bed --out text -", bed());
    let mut lines: Vec<&str> = run.out.lines().collect();
    let mut expected: Vec<&str> = plot.lines().collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!((run.code, lines), (0, expected), "{run:?}");
    assert!(run.err.contains("lost: `plants[1]`"), "{run:?}");
    // From where the manifest lies, and by its whole path.
    let path = desk.dir.path().join("manifests/garden.toml");
    let mut command = desk.command("convert --manifest garden.toml --type Plot --from v1 --out text -");
    let beside = command.current_dir(desk.dir.path().join("manifests")).write_stdin(bed()).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&beside.stdout), run.out);
    let whole = desk.run(&format!("convert --manifest {} --type Bed --out text -", path.display()), bed());
    assert_eq!(whole.out, run.out);
}

#[test]
fn and_back() {
    let desk = garden();
    let plot = [field(7, "7"), field(4, "tulip"), vec![0x18, 1], field(8, field(1, "iris"))].concat();
    let run = desk.run("convert --manifest manifests/garden.toml --type Plot --to v1 --out json -", plot);
    assert_eq!(run.code, 0, "{run:?}");
    let found: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(found, serde_json::json!({"name": "beds/7", "owner": "iris", "plants": ["tulip"]}), "{run:?}");
}

#[test]
fn its_versions_and_headers() {
    let desk = garden();
    for argument in ["--from v1", "--from old", "--version-header 1.4", "--version-header ''", "--version-header 1.4.2"]
    {
        let run =
            desk.run(&format!("convert --manifest manifests/garden.toml --type Bed {argument} --out hex -"), bed());
        assert_eq!(run.code, 0, "{argument}: {run:?}");
    }
    let run = desk.run("convert --manifest manifests/garden.toml --type Bed --from 0.3 -", bed());
    assert!(run.code == 2 && run.err.contains("there are old (v1) and new (v2)"), "{run:?}");
    let run = desk.run("convert --manifest manifests/garden.toml --type Weed -", "");
    assert!(run.code == 2 && run.err.contains("the manifest says: nobody grows them"), "{run:?}");
    let run = desk.run("convert --manifest manifests/garden.toml --type Keeper --to old -", "");
    assert!(run.code == 2 && run.err.contains("the manifest says: an owner was a name"), "{run:?}");
}

#[test]
fn decode_goes_by_it_too() {
    let desk = garden();
    let run = desk.run("decode --manifest manifests/garden.toml --type Plot --out json --proto-names -", bed());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("\"owner\": \"iris\""), "{run:?}");
}

/// What is wrong with a manifest is shown where it stands in it, and nothing is converted.
#[test]
fn a_manifest_with_faults() {
    let desk = garden();
    let rows = [
        (
            "shaded = { to = \"sunny\", via = \"not\" }",
            "shaded = { to = \"sunny\", vai = \"not\" }",
            "did you mean `via`?",
        ),
        ("shaded = { to = \"sunny\", via = \"not\" }\n", "", "shaded"),
        ("old = \"../schemas/old.proto\"", "old = \"old.proto\"", "old.proto"),
        ("format = 1", "format = 9", "format"),
    ];
    for (part, other, message) in rows {
        desk.write("manifests/faulty.toml", MANIFEST.replace(part, other));
        for command in ["convert", "decode"] {
            let run = desk.run(&format!("{command} --manifest manifests/faulty.toml --type Bed -"), bed());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{other}: {run:?}");
            assert!(run.err.contains(message), "{other}: {run:?}");
        }
    }
}
