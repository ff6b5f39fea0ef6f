/**
 * Messages of one version of a schema as messages of the other.
 *
 * `upgrade` and `downgrade` have a function for each pair of types. It takes a message and gives that of the other
 * version, with everything that could not be carried: see `Converted`. It throws an `AdaptError` when something in a
 * message has no counterpart that the manifest knows of. The given message is left as it is.
 */

import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import * as downgrade from "./downgrade.js";
import { AdaptError, type Conversion, type Converted } from "./support/report.js";
import * as upgrade from "./upgrade.js";

export { downgrade, upgrade };
export { AdaptError };
export type { Conversion, Converted };
export type { Loss, Supplied } from "./support/report.js";

/** Which way: to the new version or to the old one. */
export type Way = "upgrade" | "downgrade";

const CONVERSIONS: Readonly<Record<Way, ReadonlyMap<string, Conversion>>> = {
  upgrade: new Map(upgrade.conversions.map((found) => [`${found.source.typeName} ${found.target.typeName}`, found])),
  downgrade: new Map(
    downgrade.conversions.map((found) => [`${found.target.typeName} ${found.source.typeName}`, found]),
  ),
};

/** What converts messages of two types, by their full names in the old and in the new version. */
export function find(way: Way, oldType: string, newType: string): Conversion {
  const found = CONVERSIONS[way].get(`${oldType} ${newType}`);
  if (found === undefined) {
    throw new AdaptError("", `nothing is known about \`${oldType}\` and \`${newType}\``);
  }
  return found;
}

/** Converts a message by the full names of both types. */
export function convert(way: Way, oldType: string, newType: string, message: Message): Converted<Message> {
  return find(way, oldType, newType).convert(message);
}

/** Converts an encoded message by the full names of both types, into an encoded one. */
export function convertBinary(
  way: Way,
  oldType: string,
  newType: string,
  bytes: Uint8Array,
): Converted<Uint8Array> {
  const { source, target, convert: run } = find(way, oldType, newType);
  const converted = run(fromBinary(source, bytes));
  return { ...converted, message: toBinary(target, converted.message) };
}
