/** What a message holds that its type has no field for. */

import type { Message } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";

const NAMES: Readonly<Record<number, string>> = {
  [WireType.Varint]: "varint",
  [WireType.Bit64]: "fixed64",
  [WireType.LengthDelimited]: "len",
  [WireType.StartGroup]: "group",
  [WireType.Bit32]: "fixed32",
};

/** Each unknown field, as a step of a path, and what it is. */
export function unknownFields(
  message: Message | undefined,
  closed: Readonly<Record<number, string>>,
): [step: string, reason: string][] {
  const fields = message?.$unknown ?? [];
  return fields.map(({ no, wireType, data }) => {
    const enumField = closed[no];
    if (enumField !== undefined) {
      return [enumField, `field ${no} holds a number that its closed enum does not have`];
    }
    // The data has the length of what has one, and the end of a group.
    const size = varintSize(no * 8) + data.length;
    return [`#${no}`, `unknown field ${no} of ${size} bytes (${NAMES[wireType] ?? wireType})`];
  });
}

/** How many bytes a number takes on the wire. */
function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) {
    size += 1;
  }
  return size;
}
