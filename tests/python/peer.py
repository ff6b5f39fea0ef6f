"""Reads messages with the protobuf runtime of Python, as a second opinion on `proto_diff::dynamic`.

Standard input: a descriptor set in hexadecimal on the first line, then one request a line, `MODE TAB TYPE TAB PAYLOAD`:

  decode  PAYLOAD is bytes in hexadecimal; answers with a tree of every fact (see `dump`)
  accept  PAYLOAD is bytes in hexadecimal; answers with null when they can be parsed
  print   PAYLOAD is bytes in hexadecimal; answers with ProtoJSON
  parse   PAYLOAD is ProtoJSON; answers with the tree
  ignore  the same, unknown names ignored

Standard output: for each request one line of JSON, `{"ok": ...}` or `{"error": "..."}`.

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


def load(descriptor_set):
    """A pool with all files and a message class for every name asked for."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(descriptor_set).file:
        pool.Add(file)
    return pool


def answer(pool, classes, mode, name, payload):
    message = classes(name)()
    if mode in ("decode", "accept", "print"):
        message.MergeFromString(bytes.fromhex(payload))
    else:
        json_format.Parse(payload, message, ignore_unknown_fields=mode == "ignore", descriptor_pool=pool)
    if mode == "accept":
        return None
    if mode == "print":
        return json_format.MessageToDict(message, descriptor_pool=pool)
    return dump(message)


def main():
    chosen = os.environ.get("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION")
    if chosen and api_implementation.Type() != chosen:
        print(f"asked for {chosen}, got {api_implementation.Type()}", file=sys.stderr)
        sys.exit(3)
    pool = load(bytes.fromhex(sys.stdin.readline().strip()))
    files = {}

    def classes(name):
        if name not in files:
            file = pool.FindMessageTypeByName(name).file
            # All files at once, so that extensions are registered with the classes they extend.
            names = [file.name] + [dependency.name for dependency in file.dependencies]
            files.update(message_factory.GetMessageClassesForFiles(names, pool))
        return files[name]

    for line in sys.stdin:
        mode, name, payload = line.rstrip("\n").split("\t", 2)
        try:
            reply = {"ok": answer(pool, classes, mode, name, payload)}
        except Exception as error:  # every refusal counts, whichever exception a runtime picks for it
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply))


if __name__ == "__main__":
    main()
