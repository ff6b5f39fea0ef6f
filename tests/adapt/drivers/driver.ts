/** Converts what stands on the lines of standard input by generated code, and answers with one line each. */

import { createInterface } from "node:readline";
import { AdaptError, convertBinary } from "./adapter/index.js";

interface Request {
  readonly way: "upgrade" | "downgrade";
  readonly old: string;
  readonly new: string;
  readonly input: string;
}

function answer({ way, old, new: next, input }: Request): object {
  try {
    const { message, ...remarks } = convertBinary(way, old, next, Buffer.from(input, "hex"));
    return { message: Buffer.from(message).toString("hex"), ...remarks };
  } catch (error) {
    if (error instanceof AdaptError) {
      return { error: error.message };
    }
    // What is no message, the runtime says in its own words.
    return { error: `the runtime: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Request))}\n`);
}
