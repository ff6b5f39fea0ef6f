"""Converts messages of `a2a-sdk` with a generated package over the SDK's own modules.

The argument: the directory that the package `adapter` is in. Standard input: one message a line, `TYPE TAB PAYLOAD`, the
type without its package and the payload ProtoJSON by the names of the `.proto` file. Standard output: for each a line of
JSON: the bytes that the SDK's own v0.3 class writes, those of its own v1.0 class after the conversion, and what is said.
Before that it tries what a caller can do with the package.
"""

import json
import re
import sys

sys.path.insert(0, sys.argv[1])

import adapter
from a2a.compat.v0_3 import a2a_v0_3_pb2 as old
from a2a.types import a2a_pb2 as new
from google.protobuf import json_format, struct_pb2


def refused(call):
    """Give the error that a call ends in."""
    try:
        call()
    except adapter.AdaptError as error:
        return error.path, error.reason, str(error)
    raise AssertionError("it is not refused")


def nested(levels):
    """Give a Struct with lists in lists."""
    struct = struct_pb2.Struct()
    value = struct.fields["a"]
    for _ in range(levels):
        value = value.list_value.values.add()
    value.null_value = struct_pb2.NULL_VALUE
    return struct


def try_out():
    """Hold the package to what its documentation says."""
    part = old.Part(file=old.FilePart(file_with_uri="https://x/y", mime_type="a/b"))
    before = part.SerializeToString()
    made = adapter.upgrade.part(part)
    assert type(made.message) is new.Part and made.message.url == "https://x/y"
    assert part.SerializeToString() == before, "the given message has changed"
    assert (made.losses, made.supplied, made.missing) == ([], [], [])

    assert adapter.upgrade.task_state(4).message == new.TASK_STATE_FAILED
    assert adapter.downgrade.role(99).message == 99

    request = old.GetTaskRequest(name="x")
    reason = "`x` is not a name of the form `tasks/{id}`"
    expected = ("name", reason, f"`name`: {reason}")
    assert refused(lambda: adapter.upgrade.get_task_request(request)) == expected

    names = ("a2a.v1.Task", "lf.a2a.v1.Task")
    assert adapter.convert("upgrade", *names, old.Task(id="1")).message.id == "1"
    assert adapter.convert("downgrade", *names, new.Task(id="1")).message == old.Task(id="1")
    assert "is needed" in refused(lambda: adapter.convert("upgrade", *names, new.Task()))[1]
    assert "no pair" in refused(lambda: adapter.convert("upgrade", "a", "b", old.Task()))[1]

    unknown = old.Task.FromString(old.Task(id="1").SerializeToString() + b"\xf8\x3f\x07")
    made = adapter.upgrade.task(unknown)
    loss = adapter.Loss("#1023", "unknown field 1023 of 3 bytes (varint)")
    assert made.losses == [loss], made.losses
    inside = struct_pb2.Struct.FromString(b"\x90\x03\x01")
    made = adapter.upgrade.task(old.Task(id="1", metadata=inside))
    assert [loss.path for loss in made.losses] == ["metadata.#50"], made.losses
    assert made.message.metadata.ByteSize() == 0

    # A Task, its Struct, an entry, a Value, and two for each list.
    adapter.upgrade.task(old.Task(metadata=nested(48)))
    path, reason, _ = refused(lambda: adapter.upgrade.task(old.Task(metadata=nested(49))))
    assert re.match(r'metadata\.fields\["a"\]\.list_value', path), path
    assert reason == "nested more than 100 levels deep"


try_out()
for line in sys.stdin:
    name, payload = line.rstrip("\n").split("\t", 1)
    message = json_format.Parse(payload, getattr(old, name)())
    function = getattr(adapter.upgrade, re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower())
    made = function(message)
    assert type(made.message) is getattr(new, name)
    answer = {
        "old": message.SerializeToString().hex(),
        "new": made.message.SerializeToString(deterministic=True).hex(),
        "losses": [f"{loss.path}: {loss.reason}" for loss in made.losses],
        "supplied": [f"{put.path} = {put.value}" for put in made.supplied],
        "missing": made.missing,
    }
    print(json.dumps(answer), flush=True)
