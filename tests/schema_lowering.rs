//! What the linker makes of declarations: one row for each way to write a field.

use proto_diff::schema::{FieldType, Kind, Schema, Syntax, Utf8, from_descriptor_set, from_texts, http_bindings};
use serde_json::json;

fn schema(text: &str) -> Schema {
    match from_texts("test", [("t.proto", text)]) {
        Ok(schema) => schema,
        Err(error) => panic!("{error} at {:?}\n{text}", error.positions()),
    }
}

/// A field as one line: what it is, how it is told from its default, how it is written.
fn facts(schema: &Schema, message: &str, field: &str) -> String {
    let message = &schema[schema.message_named(message).unwrap()];
    let field = message.field_named(field).unwrap();
    let kind = |kind: &Kind| match kind {
        Kind::Scalar(scalar) => scalar.name().to_owned(),
        Kind::Enum(id) => {
            format!("enum {}{}", schema[*id].element.full_name, if schema[*id].closed { " closed" } else { "" })
        }
        Kind::Message(id) => format!("message {}", schema[*id].element.full_name),
        Kind::Group(id) => format!("group {}", schema[*id].element.full_name),
        Kind::StandIn(name) => format!("stand-in {name}"),
    };
    let ty = match &field.ty {
        FieldType::Singular { kind: k, presence } => format!("{presence:?} {}", kind(k)).to_lowercase(),
        FieldType::Repeated { kind: k, packing } => format!("{packing:?} {}", kind(k)).to_lowercase(),
        FieldType::Map { key, value, entry } => {
            assert!(schema[*entry].is_map_entry);
            format!("map {} {}", key.name(), kind(value)).to_lowercase()
        }
    };
    let oneof = message.oneof_of(field).map_or(String::new(), |oneof| format!(" in {}", oneof.element.name));
    let default = field.default.as_ref().map_or(String::new(), |default| format!(" default {default}"));
    let utf8 = if field.utf8 == Utf8::Unchecked { " unchecked" } else { "" };
    format!("{ty}{oneof}{default}{utf8}")
}

#[test]
fn fields_of_proto2_and_proto3() {
    let cases = [
        ("proto3", "int32 f = 1;", "implicit int32"),
        ("proto3", "optional int32 f = 1;", "explicit int32"),
        ("proto3", "M f = 1;", "explicit message m"),
        ("proto3", "optional M f = 1;", "explicit message m"),
        ("proto3", "E f = 1;", "implicit enum e"),
        ("proto3", "repeated int32 f = 1;", "packed int32"),
        ("proto3", "repeated E f = 1;", "packed enum e"),
        ("proto3", "repeated int32 f = 1 [packed = false];", "expanded int32"),
        ("proto3", "repeated string f = 1;", "expanded string"),
        ("proto3", "repeated M f = 1;", "expanded message m"),
        ("proto3", "oneof o { int32 f = 1; }", "explicit int32 in o"),
        ("proto3", "optional int32 g = 2; oneof o { int32 f = 1; } optional int32 h = 3;", "explicit int32 in o"),
        ("proto3", "map<string, M> f = 1;", "map string message m"),
        ("proto3", "map<int64, E> f = 1;", "map int64 enum e"),
        ("proto2", "optional int32 f = 1;", "explicit int32 unchecked"),
        ("proto2", "required int32 f = 1;", "required int32 unchecked"),
        ("proto2", "required M f = 1;", "required message m unchecked"),
        ("proto2", "repeated int32 f = 1;", "expanded int32 unchecked"),
        ("proto2", "repeated int32 f = 1 [packed = true];", "packed int32 unchecked"),
        ("proto2", "optional E f = 1 [default = B];", "explicit enum e closed default B unchecked"),
        ("proto2", "optional bytes f = 1 [default = \"\\001a\"];", "explicit bytes default \\001a unchecked"),
        ("proto2", "optional double f = 1 [default = inf];", "explicit double default inf unchecked"),
        ("proto2", "optional group F = 1 {}", "explicit group m.f unchecked"),
        ("proto2", "repeated group F = 1 {}", "expanded group m.f unchecked"),
        ("proto2", "oneof o { group F = 1 {} }", "explicit group m.f in o unchecked"),
    ];
    for (syntax, field, expected) in cases {
        let schema = schema(&format!("syntax = \"{syntax}\"; enum E {{ A = 0; B = 1; }} message M {{ {field} }}"));
        assert_eq!(facts(&schema, "M", "f"), expected, "{syntax}: {field}");
    }
}

#[test]
fn synthetic_oneofs_are_not_kept() {
    let schema =
        schema("syntax = \"proto3\"; message M { optional int32 a = 1; oneof o { int32 b = 2; int32 c = 3; } }");
    let message = &schema[schema.message_named("M").unwrap()];
    assert_eq!(message.oneofs.iter().map(|o| o.element.name.as_str()).collect::<Vec<_>>(), ["o"]);
    assert_eq!(message.members(0).map(|f| f.name()).collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(message.field_named("a").unwrap().oneof, None);
}

#[test]
fn json_names_reservations_and_ranges() {
    let schema = schema(
        r#"syntax = "proto2";
        message M {
          reserved 2, 9 to 11, 1000 to max; reserved "a", "b";
          extensions 100 to 199;
          optional int32 foo_bar = 1; optional int32 x = 3 [json_name = "y"];
          enum E { reserved -4 to -2, 5 to max; reserved "Q"; A = 0; }
        }
        extend M { optional string more = 100; }"#,
    );
    let message = &schema[schema.message_named("M").unwrap()];
    assert_eq!(message.reserved.numbers.to_string(), "2, 9 to 11, 1000 to max");
    assert_eq!(message.reserved.names.iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(message.extension_ranges.to_string(), "100 to 199");
    assert_eq!(message.field_named("foo_bar").unwrap().json_name, "fooBar");
    assert_eq!(message.field_named("x").unwrap().json_name, "y");
    let e = &schema[schema.enum_named("M.E").unwrap()];
    assert_eq!((e.reserved.numbers.to_string().as_str(), e.nested_name.as_str()), ("-4 to -2, 5 to max", "M.E"));
    assert_eq!(e.values[0].element.full_name, "M.A");
    let extension = schema.extension_of("M", 100).unwrap();
    assert_eq!((extension.field.element.full_name.as_str(), extension.extendee.as_str()), ("more", "M"));
}

#[test]
fn spans_and_comments() {
    let schema = schema(
        "// About the file.\nsyntax = \"proto3\";\n\n// About the package.\npackage p;\n\n// Far.\n\n// Near.\nmessage M { // Behind.\n  /* Block\n   * text */\n  int32 é = 1;\n}\n"
            .replace('é', "e")
            .as_str(),
    );
    let message = &schema[schema.message_named("p.M").unwrap()];
    let span = schema.span(&message.element).unwrap();
    assert_eq!((span.start_line, span.start_column, span.end_line, span.end_column), (10, 1, 14, 2));
    assert_eq!(message.element.comments.all().collect::<Vec<_>>(), ["Near.", "Behind.", "Far."]);
    assert_eq!(message.fields[0].element.comments.leading, "Block\ntext");
    assert_eq!(schema.files[0].comments.leading, "About the package.\nAbout the file.");
    assert_eq!(schema.files[0].syntax, Syntax::Proto3);
    assert!(schema.files[0].source.as_deref().unwrap().starts_with("// About"));
}

#[test]
fn options_are_protojson_with_proto_names() {
    let schema = schema(
        r#"syntax = "proto3";
        package p;
        import "google/api/annotations.proto";
        import "google/api/field_behavior.proto";
        import "google/protobuf/descriptor.proto";
        option go_package = "x/y"; option optimize_for = SPEED;
        extend google.protobuf.MessageOptions { Deep deep = 50000; repeated int64 many = 50001; }
        message Deep { Deep in_ner = 1; double number = 2; }
        message M {
          option (deep).in_ner.number = 1.5; option (deep).number = 2; option (many) = 1; option (many) = 2;
          string a = 1 [(google.api.field_behavior) = REQUIRED, (google.api.field_behavior) = IMMUTABLE, deprecated = true];
        }
        service S { rpc Do(M) returns (stream M) {
          option (google.api.http) = { post: "/v1/x" body: "*" additional_bindings { get: "/v1/y" } additional_bindings { custom { kind: "HEAD" path: "/z" } } };
          option idempotency_level = IDEMPOTENT; } }"#,
    );
    let subject = schema.subject_files().next().unwrap();
    assert_eq!(json!(schema[subject].options.0), json!({"go_package": "x/y", "optimize_for": "SPEED"}));
    let message = &schema[schema.message_named("p.M").unwrap()];
    assert_eq!(
        json!(message.options.0),
        json!({"(p.deep)": {"in_ner": {"number": 1.5}, "number": 2.0}, "(p.many)": ["1", "2"]})
    );
    assert_eq!(
        json!(message.fields[0].options.0),
        json!({"(google.api.field_behavior)": ["REQUIRED", "IMMUTABLE"], "deprecated": true})
    );
    let method = &schema.services[0].methods[0];
    assert_eq!(
        json!(method.options.0),
        json!({
            "(google.api.http)": {
                "post": "/v1/x", "body": "*",
                "additional_bindings": [{"get": "/v1/y"}, {"custom": {"kind": "HEAD", "path": "/z"}}]
            },
            "idempotency_level": "IDEMPOTENT"
        })
    );
    let bindings: Vec<String> = http_bindings(method).iter().map(ToString::to_string).collect();
    assert_eq!(bindings, ["POST /v1/x body=*", "GET /v1/y", "HEAD /z"]);
    assert!(method.server_streaming && !method.client_streaming);
}

#[test]
fn features_of_editions_in_a_descriptor_set() {
    let schema = from_descriptor_set("editions", include_bytes!("schema/editions.binpb")).unwrap();
    let cases = [
        ("plain", "explicit int32"),
        ("required", "required string"),
        ("delimited", "explicit group p.n"),
        ("implicit", "implicit int32"),
        ("packed", "packed int32"),
        ("expanded", "expanded int32"),
        ("unchecked", "explicit string unchecked"),
        ("closed", "explicit enum p.closed closed"),
        ("open", "explicit enum p.open"),
        ("member", "explicit int32 in choice"),
        ("map", "map string message p.n"),
        ("defaulted", "explicit int32 default 7"),
        ("many_delimited", "expanded group p.n"),
    ];
    for (field, expected) in cases {
        assert_eq!(facts(&schema, "p.M", field), expected, "{field}");
    }
    assert_eq!(facts(&schema, "p.Inherits", "inherited"), "packed int32");
    let cases = [
        ("group", "explicit group d.m"),
        ("map", "map string message d.m"),
        ("implicit", "implicit int32"),
        ("expanded", "expanded int32"),
        ("member", "explicit int32 in choice"),
    ];
    for (field, expected) in cases {
        assert_eq!(facts(&schema, "d.M", field), expected, "{field}");
    }
    let syntaxes: Vec<Syntax> = schema.subject_files().map(|id| schema[id].syntax).collect();
    assert_eq!(syntaxes, [Syntax::Edition(1000), Syntax::Edition(1001)]);
}
