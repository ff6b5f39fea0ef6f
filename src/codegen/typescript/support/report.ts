/** What the functions of this folder report, and where they are at work. */

import type { DescMessage, Message, MessageShape } from "@bufbuild/protobuf";
import { escaped, joined } from "./shown.js";
import { unknownFields } from "./unknown.js";

/** A converted message, and everything that there is to say about it. */
export interface Converted<T> {
  /**
   * The message in the other version. Bytes, JSON objects and messages of `google.protobuf` are those of the message that
   * it was made of, and not copies; all other objects are new.
   */
  readonly message: T;
  /** What could not be carried. */
  readonly losses: readonly Loss[];
  /** What was put where nothing was. */
  readonly supplied: readonly Supplied[];
  /** Required fields that the result lacks, by path. */
  readonly missing: readonly string[];
}

/** Something that the conversion could not carry. */
export interface Loss {
  /** The field, by the names of the version that the message was in: `authentication.schemes[1]`. */
  readonly path: string;
  /** Why. */
  readonly reason: string;
}

/** A value that stands in the result because there was none in the message. */
export interface Supplied {
  /** The field, by the names of the version that the result is in. */
  readonly path: string;
  /** What was put there. */
  readonly value: string;
}

/** A message that cannot be converted, and where it goes wrong. */
export class AdaptError extends Error {
  override readonly name = "AdaptError";
  /** The field, by the names of the version that the message is in; empty for the message itself. */
  readonly path: string;
  /** What is wrong. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(path === "" ? reason : `\`${path}\`: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** How many levels of messages there may be below the outermost one. */
const LEVELS = 100;
/** How many remarks of a kind are listed. */
const LISTED = 10_000;
/** How many lost elements of one list are listed. */
const LISTED_ELEMENTS = 16;

const ROOM_FOR_ONE = "the other version has room for one";
const HOLLOW = "it is there and empty, which has no form of its own in the other version";

/** An element of a list, and where it stands there. */
export type Placed<T> = readonly [index: number, element: T];

/** Remarks as they are collected. */
class Report {
  readonly losses: Loss[] = [];
  readonly supplied: Supplied[] = [];
  readonly missing: string[] = [];
  unlisted = 0;
}

/** How much had been said about the result at some time. */
export interface Mark {
  readonly supplied: number;
  readonly missing: number;
}

/** Where a function is at work, in the message and in the result. */
export class At {
  readonly #report: Report;
  readonly #source: string;
  readonly #target: string;
  readonly #levels: number;

  constructor(report: Report, source = "", target = "", levels = LEVELS) {
    this.#report = report;
    this.#source = source;
    this.#target = target;
    this.#levels = levels;
  }

  /** Goes some levels down. */
  into(source: string, target: string, levels = 1): At {
    const below = this.#levels - levels;
    if (below < 0) {
      return this.fail(source, `messages nest deeper than ${LEVELS} levels`);
    }
    return new At(this.#report, joined(this.#source, source), joined(this.#target, target), below);
  }

  /** The path of a field, from the outermost message. */
  path(path: string): string {
    return joined(this.#source, path);
  }

  /** Gives up. */
  fail(path: string, reason: string): never {
    throw new AdaptError(this.path(path), reason);
  }

  /** Notes a loss. */
  lose(path: string, reason: string): undefined {
    const report = this.#report;
    if (report.losses.length < LISTED) {
      report.losses.push({ path: this.path(path), reason });
    } else {
      report.unlisted += 1;
    }
  }

  /** Notes a value of the result that comes from nowhere in the message. */
  supply(path: string, value: string): void {
    const { supplied } = this.#report;
    if (supplied.length < LISTED) {
      supplied.push({ path: joined(this.#target, path), value });
    }
  }

  /** Notes a required field of the result that has no value. */
  miss(path: string): void {
    const { missing } = this.#report;
    if (missing.length < LISTED) {
      missing.push(joined(this.#target, path));
    }
  }

  /** Remembers what has been said about the result. */
  mark(): Mark {
    const { supplied, missing } = this.#report;
    return { supplied: supplied.length, missing: missing.length };
  }

  /** Forgets what has been said about the result since. */
  takeBack(mark: Mark): void {
    this.#report.supplied.length = mark.supplied;
    this.#report.missing.length = mark.missing;
  }

  /**
   * Notes what a message holds beside its fields. The runtime keeps numbers there that a closed enum does not have;
   * `closed` names the fields that may have some.
   */
  unknown(message: Message | undefined, path = "", closed: Readonly<Record<number, string>> = {}): void {
    for (const [step, reason] of unknownFields(message, closed)) {
      this.lose(joined(path, step), reason);
    }
  }

  /** Notes that there is nothing in a message that is taken apart. */
  hollow(path: string): void {
    this.lose(path, HOLLOW);
  }

  /** Notes messages of a list after the first as lost. */
  loseOtherMessages(path: string, list: Iterable<Placed<unknown>>): void {
    let isFirst = true;
    for (const [index] of list) {
      if (!isFirst) {
        this.lose(`${path}[${index}]`, ROOM_FOR_ONE);
      }
      isFirst = false;
    }
  }

  /** Notes numbers, strings or bytes of a list after the first as lost. */
  loseOthers(path: string, count: number): void {
    const listed = Math.min(count, LISTED_ELEMENTS + 1);
    for (let index = 1; index < listed; index += 1) {
      this.lose(`${path}[${index}]`, ROOM_FOR_ONE);
    }
    if (count > listed) {
      this.lose(`${path}[${listed}..${count}]`, ROOM_FOR_ONE);
    }
  }

  /** The elements of a list whose version has a place in the other version. The others are lost. */
  inRange<T>(
    list: Iterable<Placed<T>>,
    version: (element: T) => string,
    range: Range,
    reason: string,
    path: string,
  ): Placed<T>[] {
    const kept: Placed<T>[] = [];
    for (const [index, element] of list) {
      const text = version(element);
      if (isIn(text, range)) {
        kept.push([index, element]);
      } else {
        this.lose(`${path}[${index}]`, `version "${escaped(text)}": ${reason}`);
      }
    }
    return kept;
  }

  /** The numbers of a list that a closed enum has. */
  known<T extends number>(list: readonly T[], numbers: readonly number[], field: number, path: string): T[] {
    return list.filter(
      (number) =>
        numbers.includes(number) ||
        this.lose(path, `field ${field} holds a number that its closed enum does not have`),
    );
  }
}

/** Converts one message. */
export function run<S, T>(convert: (source: S, at: At) => T, message: S): Converted<T> {
  const report = new Report();
  const converted = convert(message, new At(report));
  const { losses, supplied, missing, unlisted } = report;
  if (unlisted > 0) {
    losses.push({ path: "", reason: `${unlisted} more losses` });
  }
  return { message: converted, losses, supplied, missing };
}

/** What converts messages of a type. */
export interface Conversion {
  /** The type of what it takes. */
  readonly source: DescMessage;
  /** The type of what it gives. */
  readonly target: DescMessage;
  /** Converts a message, which must be of that type. */
  readonly convert: (message: Message) => Converted<Message>;
}

/** What converts messages of a type, for those who know it only by name. */
export function conversion<S extends DescMessage, T extends DescMessage>(
  source: S,
  target: T,
  convert: (message: MessageShape<S>) => Converted<MessageShape<T>>,
): Conversion {
  const isSource = (message: Message): message is MessageShape<S> => message.$typeName === source.typeName;
  return {
    source,
    target,
    convert: (message) => {
      if (!isSource(message)) {
        throw new AdaptError("", `it is a \`${message.$typeName}\` and no \`${source.typeName}\``);
      }
      return convert(message);
    },
  };
}

/** Versions that have a place in the other version. */
export interface Range {
  /** The lowest that is in. */
  readonly from?: readonly [major: number, minor: number];
  /** The lowest that is out again. */
  readonly below?: readonly [major: number, minor: number];
  /** Whether an element without a version is in. */
  readonly empty: boolean;
}

/** Whether a version lies in a range. Patch numbers do not count. */
function isIn(version: string, { from, below, empty }: Range): boolean {
  if (version === "") {
    return empty;
  }
  const parts = /^\+?([0-9]+)\.\+?([0-9]+)(?:\.|$)/.exec(version);
  const [major, minor] = [Number(parts?.[1]), Number(parts?.[2])];
  if (!(major < 2 ** 32 && minor < 2 ** 32)) {
    return false;
  }
  const isBefore = (other: readonly [number, number]) =>
    major < other[0] || (major === other[0] && minor < other[1]);
  return (from === undefined || !isBefore(from)) && (below === undefined || isBefore(below));
}
