/** Converts what stands on the lines of standard input by generated code, and answers with one line each. */

import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { create, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage, scalarZeroValue } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence as Presence } from "@bufbuild/protobuf/wkt";
import { AdaptError, convert, find } from "./adapter/index.js";

interface Request {
  readonly way: "upgrade" | "downgrade";
  readonly old: string;
  readonly new: string;
  readonly input: string;
}

function answer({ way, old, new: next, input }: Request): object {
  try {
    const { source, target } = find(way, old, next);
    const given = fromBinary(source, Buffer.from(input, "hex"));
    const before = structuredClone(given);
    const { message, ...remarks } = convert(way, old, next, given);
    if (!isDeepStrictEqual(structuredClone(given), before)) {
      return { error: "the given message was changed" };
    }
    return { message: encoded(target, message).toString("hex"), ...remarks };
  } catch (error) {
    if (error instanceof AdaptError) {
      return { error: error.message };
    }
    // What is no message, the runtime says in its own words.
    return { error: `the runtime: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` };
  }
}

/** Encodes a message. The runtime refuses one without what is required, so that is put there, as the harness does. */
function encoded(desc: DescMessage, message: Message): Buffer {
  complete(reflect(desc, message));
  return Buffer.from(toBinary(desc, message));
}

function complete(message: ReflectMessage): void {
  for (const field of message.fields) {
    if (field.presence === Presence.LEGACY_REQUIRED && !message.isSet(field)) {
      switch (field.fieldKind) {
        case "scalar":
          message.set(field, scalarZeroValue(field.scalar, field.longAsString));
          break;
        case "enum":
          message.set(field, field.enum.values[0]?.number ?? 0);
          break;
        case "message":
          message.set(field, reflect(field.message, create(field.message)));
          break;
        default:
      }
    }
    if (field.fieldKind === "message" && message.isSet(field)) {
      complete(message.get(field));
    } else if (field.fieldKind === "list" && field.listKind === "message") {
      for (const element of message.get(field)) {
        complete(element as ReflectMessage);
      }
    } else if (field.fieldKind === "map" && field.mapKind === "message") {
      for (const value of message.get(field).values()) {
        complete(value as ReflectMessage);
      }
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Request))}\n`);
}
