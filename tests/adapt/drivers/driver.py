"""Converts messages with the generated package `adapter`, which is looked for on `sys.path`.

Standard input: a JSON object a line, `{"way": …, "old": …, "new": …, "input": hex}`. Standard output: for each a line with
the message and the remarks about it, or with an error.
"""

import json
import sys

import adapter
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import DecodeError

CLASSES = {}


def class_of(name):
    """Give the class of a message, which the package has imported."""
    if name not in CLASSES:
        found = descriptor_pool.Default().FindMessageTypeByName(name)
        CLASSES[name] = message_factory.GetMessageClass(found)
    return CLASSES[name]


def answer(request):
    way, old, new = request["way"], request["old"], request["new"]
    source = class_of(old if way == "upgrade" else new)
    # As it is read, and no more: what is missing in it is nobody's business here.
    message = source()
    try:
        message.MergeFromString(bytes.fromhex(request["input"]))
    except DecodeError as error:
        return {"error": str(error)}
    before = message.SerializePartialToString(deterministic=True)
    try:
        made = adapter.convert(way, old, new, message)
    except adapter.AdaptError as error:
        return {"error": str(error)}
    if message.SerializePartialToString(deterministic=True) != before:
        return {"error": "the message that was given has changed"}
    return {
        "message": made.message.SerializePartialToString(deterministic=True).hex(),
        "losses": [{"path": loss.path, "reason": loss.reason} for loss in made.losses],
        "supplied": [{"path": put.path, "value": put.value} for put in made.supplied],
        "missing": made.missing,
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
