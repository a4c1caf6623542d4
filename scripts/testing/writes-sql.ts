import { readFileSync } from "node:fs";

/** Whether a source file has statements of SQL in it. */
export const writesSql = (file: string): boolean =>
  /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(file, "utf8"));
