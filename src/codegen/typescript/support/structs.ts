/**
 * `google.protobuf.Struct` and `google.protobuf.Value`. Fields of the first are JSON objects in TypeScript; those of the
 * second are messages.
 */

import { create, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import {
  ListValueSchema,
  NullValue,
  type Struct,
  StructSchema,
  type Value,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import type { At } from "./report.js";

/** An object as a value. */
export function wrapped(object: JsonObject): Value {
  return create(ValueSchema, { kind: { case: "structValue", value: structOf(object) } });
}

/** The object that a value is, or an object that holds it. */
export function unwrapped({ kind }: Value, at: At, path: string): JsonObject {
  if (kind.case === "structValue") {
    return objectOf(kind.value);
  }
  if (kind.case === undefined) {
    at.lose(path, "a value without a kind; the other version has an empty object there");
    return {};
  }
  at.lose(path, 'the other version holds objects only; it stands there as {"value": …}');
  return { value: jsonOf(kind) };
}

/** An object as a message. */
export function structOf(object: JsonObject): Struct {
  const fields = Object.entries(object).map(([key, json]) => [key, valueOf(json)] as const);
  // No initialiser: one is looked through, and a key may be any text.
  const struct = create(StructSchema);
  struct.fields = Object.fromEntries(fields);
  return struct;
}

function valueOf(json: JsonValue): Value {
  const value = create(ValueSchema);
  switch (typeof json) {
    case "number":
      value.kind = { case: "numberValue", value: json };
      break;
    case "string":
      value.kind = { case: "stringValue", value: json };
      break;
    case "boolean":
      value.kind = { case: "boolValue", value: json };
      break;
    default:
      if (json === null) {
        value.kind = { case: "nullValue", value: NullValue.NULL_VALUE };
      } else if (Array.isArray(json)) {
        const list = create(ListValueSchema);
        list.values = json.map(valueOf);
        value.kind = { case: "listValue", value: list };
      } else {
        value.kind = { case: "structValue", value: structOf(json) };
      }
  }
  return value;
}

/** A message as an object. */
export function objectOf({ fields }: Struct): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, jsonOf(value.kind)]));
}

function jsonOf(kind: Value["kind"]): JsonValue {
  switch (kind.case) {
    case "structValue":
      return objectOf(kind.value);
    case "listValue":
      return kind.value.values.map((value) => jsonOf(value.kind));
    case "nullValue":
    case undefined:
      return null;
    default:
      return kind.value;
  }
}
