import type { Static } from "typebox";
import { isPageAddress } from "../../../reader/citation/citation.ts";
import { promptKey } from "../../../reader/prompt.ts";
import type { Warning } from "../../api/context.ts";
import type { ImportRows } from "./import-terms.ts";

type Row = Static<typeof ImportRows>[number];

/** What is most likely a mistake in rows that are valid, each kind once. */
export function importWarnings(rows: readonly Row[]): Warning[] {
  const undated = rows.filter(({ answeredAt }) => answeredAt === undefined);
  const empty = rows.filter(({ answer }) => answer.trim() === "");
  const unread = rows.flatMap(({ citations = [] }) => citations.filter(({ url }) => !isPageAddress(url)));
  const of = (some: readonly unknown[], one: string, more: string) =>
    `${some.length} of ${rows.length} rows ${some.length === 1 ? one : more}`;
  const warnings: [code: string, count: number, message: string][] = [
    // Without a date, answers given in May would appear in trends as today's.
    [
      "ANSWERED_AT_MISSING",
      undated.length,
      `${of(undated, "does not say when it was answered (answeredAt), so it counts", "do not say when they were answered (answeredAt), so they count")} as answered now.`,
    ],
    [
      "ANSWERS_EMPTY",
      empty.length,
      `${of(empty, "has an empty answer. It counts as one", "have an empty answer. Each counts as one")} that names nobody.`,
    ],
    [
      "CITATIONS_LEFT_OUT",
      unread.length,
      `${unread.length === 1 ? "1 citation is no address of a web page and does" : `${unread.length} citations are not addresses of web pages and do`} not count. An address begins with https:// or http://.`,
    ],
    repeatedRows(rows),
  ];
  return warnings.flatMap(([code, count, message]) => (count === 0 ? [] : { code, path: null, message }));
}

/** Long answers to the same question are never the same twice, word for word; short ones may be. */
const shortestRepeated = 80;

function repeatedRows(rows: readonly Row[]): [string, number, string] {
  const keys = new Set<string>();
  let repeated = 0;
  for (const { prompt, provider, answer } of rows) {
    if (answer.length < shortestRepeated) continue;
    const key = `${promptKey(prompt)}\0${provider}\0${answer}`;
    if (keys.has(key)) repeated++;
    keys.add(key);
  }
  const message = `${repeated} of ${rows.length} rows ${repeated === 1 ? "repeats" : "repeat"} an earlier row word for word. Each counts as one more answer.`;
  return ["ROWS_REPEATED", repeated, message];
}
