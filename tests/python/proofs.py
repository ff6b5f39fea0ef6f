"""Reads payloads with the Python protobuf runtime.

Takes on standard input a list of cases: descriptor sets of both versions and trials. A trial names a side, a message
(or an enum, for which a message with one field is made), a payload and what is expected of it. Prints one line per
trial that comes out otherwise, then the number of trials.
"""

import json
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, unknown_fields


class Side:
    """One version of a schema in a pool of its own."""

    def __init__(self, descriptor_set):
        self.pool = descriptor_pool.DescriptorPool()
        for file in descriptor_pb2.FileDescriptorSet.FromString(bytes.fromhex(descriptor_set)).file:
            self.pool.AddSerializedFile(file.SerializeToString())

    def message(self, trial):
        return message_factory.GetMessageClass(self.type_of(trial["name"]))()

    def type_of(self, name):
        try:
            return self.pool.FindMessageTypeByName(name)
        except KeyError:
            return self.holder_of(name)

    def holder_of(self, enum):
        package = "holder_of_" + enum.replace(".", "_")
        try:
            return self.pool.FindMessageTypeByName(package + ".Holder")
        except KeyError:
            pass
        file = descriptor_pb2.FileDescriptorProto(name=package + ".proto", package=package, syntax="proto2")
        file.dependency.append(self.pool.FindEnumTypeByName(enum).file.name)
        holder = file.message_type.add(name="Holder")
        for number, name in ((1, "value"), (2, "values")):
            field = holder.field.add(name=name, number=number, json_name=name, type_name="." + enum)
            field.label = field.LABEL_REQUIRED if number == 1 else field.LABEL_REPEATED
            field.type = field.TYPE_ENUM
        self.pool.AddSerializedFile(file.SerializeToString())
        return self.pool.FindMessageTypeByName(package + ".Holder")

    def parsed(self, trial):
        """The message, or why it is none."""
        message = self.message(trial)
        try:
            if trial["encoding"] == "binary":
                message.ParseFromString(bytes.fromhex(trial["payload"]))
            else:
                ignore = trial["unknown_names"] == "ignore"
                json_format.Parse(trial["payload"], message, ignore_unknown_fields=ignore, descriptor_pool=self.pool)
        except Exception as error:  # runtimes differ in what they raise
            return None, f"{type(error).__name__}: {error}"
        return message, None

    def same(self, message, expected, trial):
        """Whether a message holds what some JSON says."""
        other = json_format.ParseDict(expected, self.message(trial), descriptor_pool=self.pool)
        message.DiscardUnknownFields()
        # Bytes tell what JSON cannot; JSON takes all forms of NaN for one.
        return self.bytes_of(message) == self.bytes_of(other) or self.json_of(message) == self.json_of(other)

    @staticmethod
    def bytes_of(message):
        return message.SerializePartialToString(deterministic=True)

    def json_of(self, message):
        try:
            return json_format.MessageToJson(message, preserving_proto_field_name=True, descriptor_pool=self.pool)
        except Exception as error:
            return f"{id(message)} has no JSON: {error}"


def complaint(side, trial):
    message, error = side.parsed(trial)
    expected = trial["expected"]
    if expected["outcome"] == "error":
        return None if error else f"expected an error, read {message!s}"
    if error:
        return f"expected a message, got {error}"
    if expected["outcome"] == "incomplete":
        return "expected a missing required field" if message.IsInitialized() else None
    if trial["encoding"] == "binary":
        kept = sorted(field.field_number for field in unknown_fields.UnknownFieldSet(message))
        if kept != sorted(expected["unknown"]):
            return f"expected unknown fields {expected['unknown']}, got {kept}"
    if expected["json"] is not None and not side.same(message, expected["json"], trial):
        return f"expected {expected['json']}, got {side.json_of(message)}"
    return None


def main():
    trials = 0
    for case in json.load(sys.stdin):
        sides = {side: Side(case[side]) for side in ("old", "new")}
        for trial in case["trials"]:
            trials += 1
            text = complaint(sides[trial["side"]], trial)
            if text:
                line = f"{case['name']}: {trial['about']}: {trial['payload']}: {text}"
                print(line.replace("\n", " "))
    print(trials)


main()
