/** How values of one version become values of the other. */

import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import type { At } from "./report.js";
import { decoded, shortened, shown, type Shown } from "./shown.js";

const MISFIT = "it does not fit the type that the field has in the other version";

/** A number as one of 32 bits with a sign. */
export function toInt32(value: number | bigint, at: At, path: string): number | undefined {
  return value >= -(2 ** 31) && value < 2 ** 31 ? Number(value) : at.lose(path, MISFIT);
}

/** A number as one of 32 bits without a sign. */
export function toUint32(value: number | bigint, at: At, path: string): number | undefined {
  return value >= 0 && value < 2 ** 32 ? Number(value) : at.lose(path, MISFIT);
}

/** A number as one of 64 bits with a sign. */
export function toInt64(value: number | bigint, at: At, path: string): bigint | undefined {
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value) : at.lose(path, MISFIT);
}

/** A number as one of 64 bits without a sign. */
export function toUint64(value: number | bigint, at: At, path: string): bigint | undefined {
  return value >= 0 && value < 2 ** 64 ? BigInt(value) : at.lose(path, MISFIT);
}

/** A number as one with 32 bits and a point. */
export function toFloat32(value: number, at: At, path: string): number | undefined {
  const isSame = Number.isNaN(value) || Math.fround(value) === value;
  return isSame ? value : at.lose(path, MISFIT);
}

/** A number of a closed enum. Others are lost, and those that are no numbers of an enum at all are left for others. */
export function known<N extends number | bigint>(
  value: N,
  numbers: readonly number[],
  at: At,
  path: string,
): N | undefined {
  const isOther = value >= -(2 ** 31) && value < 2 ** 31 && !numbers.includes(Number(value));
  return isOther ? at.lose(path, `${value} is a number that its closed enum does not have`) : value;
}

/** Whether an enum field, which is 0 when it is absent, has one of some numbers. */
export function isOneOf(number: number | undefined, numbers: readonly number[]): boolean {
  return numbers.includes(number ?? 0);
}

/** Whether a field is set that reads as its default when it is not. */
export function isSet<M extends object>(message: M, field: keyof M): boolean {
  return Object.hasOwn(message, field) && message[field] !== undefined;
}

/** What a value becomes, if there is one. */
export function then<A, B>(value: A | undefined, convert: (value: A) => B): B | undefined {
  return value === undefined ? undefined : convert(value);
}

/** Those of several values that there are. */
export function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}

/** The first element of a list without those that were left out, and where it stood. */
export function firstOf<T>(list: readonly (readonly [number, T])[]): readonly [number, T | undefined] {
  return list[0] ?? [0, undefined];
}

/** A map with other values. The keys of maps are strings, whatever their types say. */
export function mapOf<A, B>(
  map: { readonly [key: number]: A },
  convert: (value: A, key: string) => B,
): { [key: string]: B } {
  const entries: [string, A][] = Object.entries<A>(map);
  return Object.fromEntries(entries.map(([key, value]) => [key, convert(value, key)]));
}

/** Text from bytes. */
export function toText(bytes: Uint8Array, at: At, path: string): string | undefined {
  return decoded(bytes) ?? at.lose(path, "it is not UTF-8");
}

/** Bytes from text. */
export function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The bytes that base64 text stands for, in either alphabet and with or without padding. */
export function fromBase64(value: string | Uint8Array, at: At, path: string): Uint8Array {
  const text = typeof value === "string" ? value : (decoded(value) ?? "\0");
  const parts = /^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(=*)$/.exec(text);
  const [, content = "", padding = ""] = parts ?? [];
  const open = (4 - (content.length % 4)) % 4;
  if (parts !== null && open < 3 && padding.length <= open) {
    const plain = content.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = base64Decode(plain);
    // Bits that nothing stands for must not be set.
    if (base64Encode(bytes, "std_raw") === plain) {
      return bytes;
    }
  }
  return at.fail(path, `not base64 text: ${shown(value)}`);
}

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  return base64Encode(bytes);
}

/** `0.3.0` as `0.3`; anything else stays. */
export function majorMinor(version: string, at: At, path: string): string {
  const parts = /^([0-9]+\.[0-9]+)\.([0-9]+)$/.exec(version);
  const [, short, patch] = parts ?? [];
  if (short === undefined) {
    return version;
  }
  at.lose(path, `the patch number ${patch} of version ${version}`);
  return short;
}

/** Whether two values are one, to the bit. */
export function isSame(one: Shown, other: Shown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return one.length === other.length && one.every((byte, index) => byte === other[index]);
  }
  return Object.is(one, other);
}

/** One value from several places, of which the first that has one goes before. */
export class Choice<T extends Shown> {
  readonly #at: At;
  readonly #show: (value: T) => string;
  #won: { readonly value: T; readonly path: string; readonly loss: string | undefined } | undefined;

  constructor(at: At, show: (value: T) => string = shown) {
    this.#at = at;
    this.#show = show;
  }

  /** Takes a value, or notes that it is another one than that which was taken. */
  offer(path: string, value: T | undefined, loss?: string): void {
    if (value === undefined) {
      return;
    }
    const won = this.#won;
    if (won === undefined) {
      this.#won = { value, path, loss };
    } else if (!isSame(won.value, value)) {
      const first = `\`${this.#at.path(won.path)}\`, which goes before it, says ${this.#show(won.value)}`;
      this.#at.lose(path, `it says ${this.#show(value)}, and ${first}`);
    }
  }

  /** The value that goes before all others. */
  take(): T | undefined {
    const won = this.#won;
    if (won?.loss !== undefined) {
      this.#at.lose(won.path, won.loss);
    }
    return won?.value;
  }
}

/** A part that a resource name is put together from. */
export interface Part {
  readonly path: string;
  readonly value: string;
  /** Whether it is carried elsewhere too. */
  readonly carried?: boolean;
  /** Whether it is there, even if it is empty. */
  readonly isSet?: boolean;
}

/** The form of a resource name: `tasks/{id}`. */
export class Template {
  readonly #pattern: string;
  readonly #segments: readonly string[];

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#segments = pattern.split("/");
  }

  /** One variable of a name, which must have this form. No variable is empty or holds a slash. */
  part(name: string, index: number, at: At, path: string): string {
    const segments = name.split("/");
    const variables: string[] = [];
    for (const [place, form] of this.#segments.entries()) {
      const segment = segments[place];
      const isVariable = form.startsWith("{");
      if (segment === undefined || segments.length > this.#segments.length) {
        return this.#refuse(name, at, path);
      }
      if (isVariable ? segment === "" : segment !== form) {
        return this.#refuse(name, at, path);
      }
      if (isVariable) {
        variables.push(segment);
      }
    }
    return variables[index] ?? this.#refuse(name, at, path);
  }

  #refuse(name: string, at: At, path: string): never {
    return at.fail(path, `\`${shortened(name)}\` is not a name of the form \`${this.#pattern}\``);
  }

  /** A name put together, if all of its parts are there. */
  fill(at: At, field: string, parts: readonly Part[]): string | undefined {
    if (parts.some((part) => part.value === "")) {
      for (const part of parts) {
        this.#lose(at, field, part);
      }
      return undefined;
    }
    for (const { path, value } of parts) {
      if (value.includes("/")) {
        at.fail(path, `\`${value}\` cannot be a part of a name of the form \`${this.#pattern}\``);
      }
    }
    const values = parts.values();
    const filled = this.#segments.map((form) => (form.startsWith("{") ? values.next().value?.value : form));
    return filled.join("/");
  }

  /** Notes a part that has no name to be in. */
  #lose(at: At, field: string, { path, value, carried = false, isSet: isThere = false }: Part): void {
    if (carried) {
      return;
    }
    if (value !== "") {
      at.lose(path, `\`${field}\` is a name of the form \`${this.#pattern}\`, and another part of it is missing`);
    } else if (isThere) {
      at.lose(path, `set to its default, and no part of a name of the form \`${this.#pattern}\` is empty`);
    }
  }
}
