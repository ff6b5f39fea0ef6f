/** How reports show paths and values. */

/** The path that goes one step on. */
export function joined(path: string, step: string): string {
  if (path === "" || step === "") {
    return path + step;
  }
  return `${path}.${step}`;
}

/** The path of a value of a map. */
export function keyed(path: string, key: string): string {
  return `${path}["${[...key].map((char) => (char === "'" ? char : escape(char, true))).join("")}"]`;
}

/** A value as reports show it. */
export function shown(value: Shown): string {
  switch (typeof value) {
    case "string":
      return `\`${shortened(value)}\``;
    case "number":
      return plainDigits(String(value));
    case "object": {
      const text = decoded(value);
      return text === undefined ? `${value.length} bytes` : `\`${shortened(text)}\``;
    }
    default:
      return String(value);
  }
}

/** Values that reports show. */
export type Shown = string | number | bigint | boolean | Uint8Array;

/** A number that has 32 bits as reports show it: with no more digits than tell it from others. */
export function shownFloat32(value: number): string {
  for (let digits = 1; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) {
      return plainDigits(String(Number(text)));
    }
  }
  return plainDigits(String(Number(value.toPrecision(9))));
}

/** A number without an exponent. */
function plainDigits(text: string): string {
  const parts = /^(-?)([0-9])(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(text);
  if (parts === null) {
    return text.replace("Infinity", "inf");
  }
  const [, sign = "", first = "", more = "", exponent = ""] = parts;
  const digits = first + more;
  const point = 1 + Number(exponent);
  return point > 0 ? sign + digits.padEnd(point, "0") : `${sign}0.${"0".repeat(-point)}${digits}`;
}

const ENOUGH = 80;

/** Enough of a text to recognise it. */
export function shortened(text: string): string {
  // Characters, not halves of them.
  const start = text.length > ENOUGH ? [...text.slice(0, 2 * ENOUGH + 2)].slice(0, ENOUGH).join("") : text;
  return start.length < text.length ? `${start}…` : text;
}

/** A text without anything that cannot be seen. */
export function escaped(text: string): string {
  return [...text].map((char, index) => escape(char, index === 0)).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\t": "\\t",
  "\r": "\\r",
  "\n": "\\n",
  "'": "\\'",
  '"': '\\"',
  "\\": "\\\\",
};

function escape(char: string, marks: boolean): string {
  const simple = ESCAPES[char];
  if (simple !== undefined) {
    return simple;
  }
  const isSeen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char) && !(marks && /^\p{Grapheme_Extend}$/u.test(char));
  return isSeen ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Text from bytes; `undefined` for bytes that are not UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
