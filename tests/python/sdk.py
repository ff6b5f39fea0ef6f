"""Converts v0.3 messages to v1.0 with the compatibility layer of `a2a-sdk`, as its gRPC handlers do.

Standard input: one message a line, `TYPE TAB PAYLOAD`, the type without its package and the payload ProtoJSON by the names
of the `.proto` file. Standard output: for each a line of JSON, `{"old": hex, "new": hex}`: the bytes that the SDK's own v0.3
class writes, and those of its own v1.0 class after its own conversion.
"""

import json
import sys

from a2a.compat.v0_3 import a2a_v0_3_pb2, conversions
from a2a.compat.v0_3.proto_utils import FromProto
from google.protobuf import json_format

WAYS = {
    "Task": lambda message: conversions.to_core_task(FromProto.task(message)),
    "Message": lambda message: conversions.to_core_message(FromProto.message(message)),
    "Artifact": lambda message: conversions.to_core_artifact(FromProto.artifact(message)),
    "AgentCard": lambda message: conversions.to_core_agent_card(FromProto.agent_card(message)),
}

for line in sys.stdin:
    name, payload = line.rstrip("\n").split("\t", 1)
    old = json_format.Parse(payload, getattr(a2a_v0_3_pb2, name)())
    new = WAYS[name](old)
    print(json.dumps({"old": old.SerializeToString().hex(), "new": new.SerializeToString().hex()}), flush=True)
