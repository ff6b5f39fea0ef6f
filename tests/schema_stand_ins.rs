//! Imports that are missing: what is known by name only, and what stays an error.

use proto_diff::schema::{FieldType, FileRole, Kind, Schema, SchemaError, from_texts};
use serde_json::json;

fn schema(text: &str) -> Result<Schema, SchemaError> {
    from_texts("test", [("t.proto", text)])
}

/// The full name of the stand-in that is the type of field `f` in the only message of the file.
fn stand_in(text: &str) -> String {
    let schema = schema(text).unwrap_or_else(|error| panic!("{error} at {:?}\n{text}", error.positions()));
    let id = schema.subject_messages().next().unwrap();
    match schema[id].field_named("f").unwrap().value_kind() {
        Kind::StandIn(name) => name.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn unknown_types_get_the_name_they_can_have() {
    let cases = [
        ("Money f = 1;", "acme.billing.Money"),
        (".x.Money f = 1;", "x.Money"),
        ("other.Money f = 1;", "other.Money"),
        ("common.Money f = 1;", "acme.common.Money"),
        ("repeated Money f = 1;", "acme.billing.Money"),
        ("map<string, other.Money> f = 1;", "other.Money"),
        ("oneof o { Money f = 1; }", "acme.billing.Money"),
        ("other.Outer g = 2; other.Outer.Middle.Inner f = 1;", "other.Outer.Middle.Inner"),
        ("optional other.Money f = 1;", "other.Money"),
    ];
    for (field, expected) in cases {
        let text = format!(
            "syntax = \"proto3\"; package acme.billing; import \"acme/common/money.proto\"; message M {{ {field} }}"
        );
        assert_eq!(stand_in(&text), expected, "{field}");
    }
}

#[test]
fn everything_that_is_missing_at_once() {
    let schema = schema(
        r#"syntax = "proto2";
        package p;
        import "gone/one.proto";
        import "gone/two.proto";
        option (gone.file) = { x: 1
                               y: [1, 2] };
        message M {
          optional Color color = 1 [default = RED, (gone.rules).int32.gt = 5, deprecated = true];
          repeated Color colors = 2 [packed = true];
          oneof o { option (gone.required) = true; string s = 3; }
          extensions 100 to 200;
        }
        extend gone.Thing { optional string ext = 100 [(gone.text) = "a\"b"]; }
        service S { rpc Do(gone.Request) returns (stream gone.Response) { option (gone.rpc) = -1.5; } }"#,
    )
    .unwrap();
    let message = &schema[schema.subject_messages().next().unwrap()];
    let color = &message.fields[0];
    assert_eq!(color.default.as_deref(), Some("RED"));
    assert_eq!(json!(color.options.0), json!({"(gone.rules).int32.gt": "5", "deprecated": true}));
    assert!(
        matches!(&message.fields[1].ty, FieldType::Repeated { kind: Kind::StandIn(name), .. } if name == "p.Color")
    );
    assert_eq!(json!(message.oneofs[0].options.0), json!({"(gone.required)": "true"}));
    let file = schema.subject_files().next().unwrap();
    assert_eq!(json!(schema[file].options.0), json!({"(gone.file)": "{ x : 1 y : [ 1 , 2 ] }"}));
    let extension = schema.extension_of("gone.Thing", 100).unwrap();
    assert_eq!(json!(extension.field.options.0), json!({"(gone.text)": "\"a\\\"b\""}));
    let method = &schema.services[0].methods[0];
    assert_eq!(method.input, Kind::StandIn("gone.Request".to_owned()));
    assert_eq!(method.output, Kind::StandIn("gone.Response".to_owned()));
    assert_eq!(json!(method.options.0), json!({"(gone.rpc)": "-1.5"}));
    let warned: Vec<(&str, u32)> = schema
        .warnings
        .iter()
        .map(|warning| (warning.message.split('`').nth(1).unwrap(), warning.span.unwrap().start_line))
        .collect();
    assert_eq!(warned, [("gone/one.proto", 3), ("gone/two.proto", 4)]);
    assert_eq!(schema.subject_messages().count(), 1);
    assert_eq!(schema.subject_files().count(), 1);
}

#[test]
fn one_warning_for_an_import_that_two_files_miss() {
    let a = "syntax = \"proto3\"; import \"gone.proto\"; import \"b.proto\"; message A { Gone g = 1; B b = 2; }";
    let b = "syntax = \"proto3\"; import \"gone.proto\"; message B { Gone g = 1; }";
    let schema = from_texts("test", [("a.proto", a), ("b.proto", b)]).unwrap();
    assert_eq!(schema.warnings.len(), 1);
    assert_eq!(schema.files.iter().filter(|file| file.role == FileRole::StandIn).count(), 2);
}

#[test]
fn what_a_missing_import_cannot_define_is_an_error() {
    let cases = [
        ("syntax = \"proto3\"; message M { Gone f = 1; }", "name 'Gone' is not defined"),
        (
            "syntax = \"proto3\"; import \"google/protobuf/any.proto\"; message M { Gone f = 1; }",
            "name 'Gone' is not defined",
        ),
        ("syntax = \"proto3\"; import \"gone.proto\"; message M { M.Gone f = 1; }", "'M.Gone', which is not defined"),
        (
            "syntax = \"proto3\"; import \"gone.proto\"; service Gone {} message M { Gone f = 1; }",
            "'Gone' is not a message or enum type",
        ),
        ("syntax = \"proto3\"; import \"gone.proto\"; message M { option nothing = 1; }", "option field 'nothing'"),
    ];
    for (text, expected) in cases {
        let error = schema(text).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert!(error.position().is_some(), "{text}");
    }
}

#[test]
fn a_file_behind_a_private_import_gets_no_stand_ins() {
    let a = "syntax = \"proto3\"; import \"b.proto\"; message A { Gone g = 1; }";
    let private = "syntax = \"proto3\"; import \"gone.proto\";";
    let public = "syntax = \"proto3\"; import public \"gone.proto\";";
    assert!(from_texts("test", [("a.proto", a), ("b.proto", private)]).is_err());
    assert!(from_texts("test", [("a.proto", a), ("b.proto", public)]).is_ok());
}
