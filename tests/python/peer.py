"""Reads messages with the protobuf runtime of Python, as a second opinion on `proto_diff::dynamic`.

Standard input: one request a line, `MODE TAB KEY TAB TYPE TAB PAYLOAD`:

  load    PAYLOAD is a descriptor set in hexadecimal; from now on KEY means it, and no longer what it meant before
  decode  PAYLOAD is bytes in hexadecimal; answers with a tree of every fact (see `dump`)
  accept  PAYLOAD is bytes in hexadecimal; answers with null when they can be parsed
  print   PAYLOAD is bytes in hexadecimal; answers with ProtoJSON, as text because not every parser keeps all digits
  parse   PAYLOAD is ProtoJSON; answers with the tree
  ignore  the same, unknown names ignored

All but the first are about the message TYPE of the schema that KEY means.

Standard output: first a line with the name of the runtime, then for each request one line of JSON, `{"ok": ...}` or
`{"error": "..."}`. Required fields that are missing are no error to this runtime; trees say so beside, as
`{"ok": ..., "incomplete": true}`. An empty line asks for all answers that are still held back.

PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION chooses the runtime, `upb` or `python`; where the chosen one is not in use, it
says so on standard error and exits with 3.
"""

import json
import math
import os
import struct
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, unknown_fields
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.internal import api_implementation

WIRE_TYPES = {0: "varint", 1: "fixed64", 2: "len", 3: "group", 5: "fixed32"}


def dump(message):
    fields = {str(field.number): dump_field(field, value) for field, value in message.ListFields()}
    unknown = unknown_fields.UnknownFieldSet(message)
    unknown = sorted(f"{field.field_number}:{WIRE_TYPES[field.wire_type]}" for field in unknown)
    return {"fields": fields, "unknown": unknown}


def dump_field(field, value):
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        key_field, value_field = (field.message_type.fields_by_name[name] for name in ("key", "value"))
        entries = [(json.dumps(dump_one(key_field, key)), dump_one(value_field, value[key])) for key in value]
        return {"map": sorted(entries, key=lambda entry: entry[0])}
    if field.is_repeated:
        return [dump_one(field, one) for one in value]
    return dump_one(field, value)


def dump_one(field, value):
    kind = field.type
    if kind in (FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_GROUP):
        return dump(value)
    if kind == FieldDescriptor.TYPE_STRING and isinstance(value, bytes):
        return f"not utf-8 {value.hex()}"
    if kind == FieldDescriptor.TYPE_STRING:
        return f"string {value.encode('utf-8').hex()}"
    if kind == FieldDescriptor.TYPE_BYTES:
        return f"bytes {value.hex()}"
    if kind == FieldDescriptor.TYPE_ENUM:
        return f"enum {value}"
    if kind == FieldDescriptor.TYPE_BOOL:
        return f"bool {'true' if value else 'false'}"
    if kind == FieldDescriptor.TYPE_FLOAT:
        return "float nan" if math.isnan(value) else f"float {struct.pack('>f', value).hex()}"
    if kind == FieldDescriptor.TYPE_DOUBLE:
        return "double nan" if math.isnan(value) else f"double {struct.pack('>d', value).hex()}"
    return f"int {value}"


class Schema:
    """A pool with all files of a descriptor set, and a message class for every name asked for."""

    def __init__(self, descriptor_set):
        self.pool = descriptor_pool.DescriptorPool()
        self.classes = {}
        for file in descriptor_pb2.FileDescriptorSet.FromString(descriptor_set).file:
            self.pool.Add(file)

    def message(self, name):
        if name not in self.classes:
            file = self.pool.FindMessageTypeByName(name).file
            # All files at once, so that extensions are registered with the classes they extend.
            names = [file.name] + [dependency.name for dependency in file.dependencies]
            self.classes.update(message_factory.GetMessageClassesForFiles(names, self.pool))
        return self.classes[name]()


def answer(schema, mode, name, payload):
    message = schema.message(name)
    if mode in ("decode", "accept", "print"):
        message.MergeFromString(bytes.fromhex(payload))
    else:
        json_format.Parse(payload, message, ignore_unknown_fields=mode == "ignore", descriptor_pool=schema.pool)
    if mode == "accept":
        return {"ok": None}
    if mode == "print":
        return {"ok": json_format.MessageToJson(message, indent=None, descriptor_pool=schema.pool)}
    # Which ones it cannot be asked: `FindInitializationErrors` of upb 7.36 crashes where extensions are set.
    return {"ok": dump(message), "incomplete": not message.IsInitialized()}


def main():
    chosen = os.environ.get("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION")
    if chosen and api_implementation.Type() != chosen:
        print(f"asked for {chosen}, got {api_implementation.Type()}", file=sys.stderr)
        sys.exit(3)
    print(api_implementation.Type(), flush=True)
    schemas = {}
    for line in sys.stdin:
        if line == "\n":
            sys.stdout.flush()
            continue
        mode, key, name, payload = line.rstrip("\n").split("\t", 3)
        try:
            if mode == "load":
                schemas[key] = Schema(bytes.fromhex(payload))
                reply = {"ok": None}
            else:
                reply = answer(schemas[key], mode, name, payload)
        except Exception as error:  # every refusal counts, whichever exception a runtime picks for it
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply))


if __name__ == "__main__":
    main()
