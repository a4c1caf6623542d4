/**
 * Judges whether every statement of the program on a table that grows names the rows it means by the column that the table is
 * spread by (test/statements/distribution.ts):
 *
 *   RECORD_STATEMENTS=/tmp/statements npm test && node scripts/statements.ts /tmp/statements
 *
 * Prints each that does not, with the file that says it, unless it is one of those that may ask all machines, and each of
 * those that nothing needs.
 */
import { resolve } from "node:path";
import { exceptions, spreadBy } from "../test/statements/distribution.ts";
import { usesIn } from "../test/statements/naming.ts";
import { statementsIn } from "../test/statements/recording.ts";

/** True where all do; prints how many there were, and what is wrong. */
export async function judgeStatements(folder: string): Promise<boolean> {
  const statements = statementsIn(folder);
  const found = new Map<string, string>();
  const needed = new Set<(typeof exceptions)[number]>();
  const count = { value: 0, joined: 0, excepted: 0 };
  for (const { text, file } of statements) {
    // Migrations run once, over everything.
    if (file?.startsWith("src/store/db/migrations/")) continue;
    for (const { table, key, by } of await usesIn(text, spreadBy)) {
      if (key) count[key] += 1;
      else {
        const exception = exceptions.find(
          (one) =>
            one.file === file &&
            one.table === table &&
            (one.by === null ? by.length === 0 : by.includes(one.by)),
        );
        if (exception) needed.add(exception);
        if (exception) count.excepted += 1;
        else found.set(`${file}: ${table} by ${by.join(", ") || "nothing"}`, text);
      }
    }
  }
  console.log(
    `${statements.length} statements; tables that grow are named by a value ${count.value} times, by a join ${count.joined} times, ` +
      `and ${count.excepted} times every machine is asked, as it may be`,
  );
  for (const [place, text] of found) console.log(`failed: ${place}\n    ${text.replaceAll(/\s+/g, " ")}`);
  const idle = exceptions.filter((one) => !needed.has(one));
  for (const { file, table, by } of idle)
    console.log(`failed: nothing in ${file} needs the exception for ${table} by ${by ?? "nothing"}`);
  if (statements.length === 0) console.log("failed: no statement was recorded");
  return statements.length > 0 && found.size === 0 && idle.length === 0;
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2];
  if (!folder) throw new Error("name a folder in which statements were recorded");
  process.exitCode = (await judgeStatements(resolve(folder))) ? 0 : 1;
}
