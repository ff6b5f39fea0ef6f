//! ProtoJSON, case by case.

use proto_diff::dynamic::{DynamicMessage, FieldNames, UnknownNames, Value, binary, json};
use serde_json::{Value as Json, json};

use crate::schemas::{EVERYTHING, LEGACY, SCHEMA, message};

fn read(name: &str, json: &Json, unknown_names: UnknownNames) -> Result<DynamicMessage, String> {
    json::read(&SCHEMA, message(name), json, unknown_names).map_err(|error| error.to_string())
}

fn write(name: &str, value: &DynamicMessage) -> Result<Json, String> {
    json::write(&SCHEMA, message(name), value, FieldNames::Json).map_err(|error| error.to_string())
}

fn set<const N: usize>(fields: [(i32, Value); N]) -> DynamicMessage {
    DynamicMessage { fields: fields.into(), unknown: Vec::new() }
}

/// JSON and the canonical form it comes back in.
#[test]
fn forms_that_are_read() {
    let same = [
        json!({"int32": -1, "int64": "-1", "uint32": 1, "uint64": "1", "sfixed64": "-1", "fixed64": "1"}),
        json!({"float": 0.1, "double": 0.1, "bool": true, "string": "é", "bytes": "AQI="}),
        json!({"float": "NaN", "double": "-Infinity"}),
        json!({"color": "RED", "colors": ["GREEN", 99], "colorByTruth": {"true": "RED"}}),
        json!({"CUSTOM name": "x", "optionalInt32": 0, "packedInt32": [1, 2]}),
        json!({"childByNumber": {"-7": {"child": {}}}, "doubleByUint64": {"18446744073709551615": 1.5}}),
        json!({"nothing": null}),
        json!({"value": null, "values": [null, 1.5, [true], {"a": "b"}], "valueByText": {"a": null}}),
        json!({"struct": {"a": [{}]}, "listValue": [], "empty": {}}),
        json!({"timestamp": "2024-02-29T11:00:00.500Z", "duration": "-0.000001s", "fieldMask": "a.bC"}),
        json!({"int64Value": "0", "boolValue": false, "stringValue": "", "bytesValue": "", "floatValue": "Infinity"}),
        json!({"any": {"@type": "type.googleapis.com/legacy.Legacy", "id": 1, "[legacy.note]": "n"}}),
        json!({"any": {"@type": "type.googleapis.com/google.protobuf.Duration", "value": "1s"}}),
        json!({"any": {"@type": "x/google.protobuf.Any", "value": {"@type": "y/google.protobuf.Value", "value": null}}}),
        json!({"any": {}}),
        json!({"any": {"@type": "x/google.protobuf.Empty"}}),
    ];
    let other = [
        (json!({"optional_int32": "1e2"}), json!({"optionalInt32": 100})),
        (json!({"custom": "x"}), json!({"CUSTOM name": "x"})),
        (json!({"color": "CRIMSON", "colors": [1, -2]}), json!({"color": "RED", "colors": ["RED", "GREEN"]})),
        (json!({"bytes": "-_8", "int64": 1}), json!({"bytes": "+/8=", "int64": "1"})),
        (json!({"string": null, "packedInt32": null, "textByText": null, "child": null}), json!({})),
        (json!({"packedInt32": [], "textByText": {}}), json!({})),
        (json!({"text": null, "number": 1}), json!({"number": 1})),
        (json!({"nothing": "NULL_VALUE"}), json!({"nothing": null})),
        (
            json!({"any": {"@type": "x/google.protobuf.Empty", "value": {}}}),
            json!({"any": {"@type": "x/google.protobuf.Empty"}}),
        ),
    ];
    for (json, canonical) in same.into_iter().map(|json| (json.clone(), json)).chain(other) {
        let value = read(EVERYTHING, &json, UnknownNames::Reject).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(write(EVERYTHING, &value), Ok(canonical), "{json}");
    }
}

#[rustfmt::skip]
#[test]
fn forms_that_are_refused() {
    for (json, error) in [
        (json!(1), "expected an object"),
        (json!({"int32": "x"}), "at `int32`: expected an integer"),
        (json!({"int32": 1.5}), "at `int32`: 1.5 is not an integer"),
        (json!({"int32": 2147483648_u32}), "at `int32`: 2147483648 is out of range"),
        (json!({"float": 1e39}), "at `float`: 1e+39 is out of range"),
        (json!({"bool": "true"}), "at `bool`: expected true or false"),
        (json!({"string": 1}), "at `string`: expected a string"),
        (json!({"bytes": "*"}), "at `bytes`: invalid base64"),
        (json!({"color": "PURPLE"}), "at `color`: unknown enum value `PURPLE`"),
        (json!({"color": true}), "at `color`: expected the name or number of an enum value"),
        (json!({"nowhere": 1}), "unknown field `nowhere`"),
        (json!({"children": [{}, {"nowhere": 1}]}), "at `children[1]`: unknown field `nowhere`"),
        (json!({"optionalInt32": 1, "optional_int32": 1}), "field `optional_int32` given twice"),
        (json!({"text": "a", "number": 1}), "more than one member of oneof `choice`"),
        (json!({"packedInt32": [1, null]}), "at `packedInt32[1]`: null stands for no value"),
        (json!({"packedInt32": 1}), "at `packedInt32`: expected an array"),
        (json!({"textByText": []}), "at `textByText`: expected an object"),
        (json!({"childByNumber": {"7": {"string": 1}}}), "at `childByNumber[\"7\"].string`: expected a string"),
        (json!({"childByNumber": {"x": {}}}), "at `childByNumber[\"x\"]`: expected an integer as map key"),
        (json!({"timestamp": "yesterday"}), "at `timestamp`: `yesterday` is not a valid timestamp"),
        (json!({"duration": 1}), "at `duration`: expected a duration as string"),
        (json!({"int32Value": {}}), "at `int32Value`: expected an integer"),
        (json!({"any": {"id": 1}}), "at `any`: `@type` is missing"),
        (json!({"any": {"@type": "x/un.Known"}}), "at `any`: unknown type `x/un.Known`"),
        (json!({"any": {"@type": "legacy.Legacy"}}), "at `any`: unknown type `legacy.Legacy`"),
        (json!({"any": {"@type": "x/google.protobuf.Duration", "value": "1s", "more": 1}}), "at `any`: unknown field `more`"),
        (json!({"any": {"@type": "x/google.protobuf.Duration", "value": 1}}), "at `any.value`: expected a duration as string"),
    ] {
        assert_eq!(read(EVERYTHING, &json, UnknownNames::Reject).unwrap_err(), error, "{json}");
    }
}

#[test]
fn unknown_names_can_be_ignored() {
    let json = json!({
        "nowhere": {"x": [1]}, "color": "PURPLE", "colors": ["RED", "PURPLE"], "colorByTruth": {"true": "PURPLE"},
        "child": {"nowhere": 1}, "any": {"@type": "x/legacy.Legacy", "id": 1, "nowhere": 1},
    });
    let value = read(EVERYTHING, &json, UnknownNames::Ignore).unwrap();
    let canonical = json!({"colors": ["RED"], "child": {}, "any": {"@type": "x/legacy.Legacy", "id": 1}});
    assert_eq!(write(EVERYTHING, &value), Ok(canonical));
    // Ignoring names does not mean ignoring values.
    assert!(read(EVERYTHING, &json!({"color": true}), UnknownNames::Ignore).is_err());
}

#[test]
fn proto_names() {
    let value = set([(16, Value::Int(1)), (24, Value::String("x".into()))]);
    let json = json::write(&SCHEMA, message(EVERYTHING), &value, FieldNames::Proto).unwrap();
    assert_eq!(json, json!({"optional_int32": 1, "custom": "x"}));
}

#[test]
fn groups_and_extensions() {
    let json = json!({"id": 1, "inner": {"x": 2}, "item": [{"name": "a"}], "[legacy.marks]": [1]});
    let value = read(LEGACY, &json, UnknownNames::Reject).unwrap();
    assert_eq!(write(LEGACY, &value), Ok(json));
    let error = read(EVERYTHING, &json!({"[legacy.note]": "n"}), UnknownNames::Reject).unwrap_err();
    assert_eq!(error, "unknown field `[legacy.note]`");
}

#[test]
fn values_without_a_json_form() {
    let inner = |number, value| Value::Message(set([(number, value)]));
    for (value, error) in [
        (set([(3, Value::Bool(true))]), "at `int32`: the value does not fit its field"),
        (set([(999, Value::Bool(true))]), "the value does not fit its field"),
        (set([(50, inner(1, Value::Int(253_402_300_800)))]), "at `timestamp`: this timestamp has no JSON form"),
        (set([(51, inner(2, Value::Int(i64::from(i32::MIN))))]), "at `duration`: this duration has no JSON form"),
        (set([(54, inner(2, Value::Double(f64::NAN)))]), "at `value`: this number has no JSON form"),
        (set([(56, inner(1, Value::String("x/un.Known".into())))]), "at `any`: unknown type `x/un.Known`"),
        (
            set([(
                56,
                Value::Message(set([(1, Value::String("x/legacy.Legacy".into())), (2, Value::Bytes(vec![0x08]))])),
            )]),
            "at `any`: the packed message cannot be read: field 1 `id` at byte 1: truncated",
        ),
    ] {
        assert_eq!(write(EVERYTHING, &value).unwrap_err(), error);
    }
}

/// Messages nest as deep in JSON as they do in binary.
#[test]
fn nesting() {
    let nested = |levels| (0..levels).fold(json!({}), |inner, _| json!({"child": inner}));
    assert!(read(EVERYTHING, &nested(100), UnknownNames::Reject).is_ok());
    assert!(
        read(EVERYTHING, &nested(101), UnknownNames::Reject).unwrap_err().ends_with("nested more than 100 levels deep")
    );
    let lists = (0..200).fold(json!([]), |inner, _| json!([inner]));
    assert!(read(EVERYTHING, &json!({"value": lists}), UnknownNames::Reject).is_err());

    let deep = (0..101).fold(DynamicMessage::default(), |inner, _| set([(18, Value::Message(inner))]));
    assert!(write(EVERYTHING, &deep).is_err());

    // An Any in an Any in an Any …: each is bytes until it is written.
    let any = |inner: DynamicMessage| {
        let packed = binary::write(&SCHEMA, message("google.protobuf.Any"), &inner);
        set([(1, Value::String("x/google.protobuf.Any".into())), (2, Value::Bytes(packed))])
    };
    let anys = (0..101).fold(DynamicMessage::default(), |inner, _| any(inner));
    assert!(write("google.protobuf.Any", &anys).unwrap_err().ends_with("nested more than 100 levels deep"));
}
