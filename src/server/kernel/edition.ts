import { hash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

let cachedEdition: string | undefined;

/**
 * Differs between two states of the program. Built, all processes of one state have the same: the code names its other files by what
 * is in them. Sources can change at any time, so there each process counts as another state.
 */
export function edition(): string {
  const { filename, dirname } = import.meta;
  cachedEdition ??=
    extname(filename) === ".js"
      ? hash("sha1", readFileSync(join(dirname, "program-code.js")), "base64url")
      : randomUUID();
  return cachedEdition;
}
