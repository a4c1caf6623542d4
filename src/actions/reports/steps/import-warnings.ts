import type { Static } from "typebox";
import { promptKey } from "../../../domain/project/prompt.ts";
import type { Warning } from "../../../kernel/context.ts";
import type { ImportRows } from "../terms/import-terms.ts";

type Row = Static<typeof ImportRows>[number];

/** What is most likely a mistake in rows that are valid, each kind once. */
export function importWarnings(rows: readonly Row[], now: Date): Warning[] {
  const undated = rows.filter(({ answeredAt }) => answeredAt === undefined);
  const early = rows.filter(({ answeredAt }) => answeredAt !== undefined && isAhead(answeredAt, now));
  const unread = rows.flatMap(({ citations = [] }) => citations.filter(({ url }) => !isWeb.test(url)));
  const warnings: [code: string, count: number, message: string][] = [
    // Without a date, answers given in May would appear in trends as today's.
    [
      "ANSWERED_AT_MISSING",
      undated.length,
      `${undated.length} of ${rows.length} rows do not say when they were answered (answeredAt), so they count as answered now.`,
    ],
    [
      "ANSWERED_AT_AHEAD",
      early.length,
      `${early.length} of ${rows.length} rows were answered in the future (answeredAt). The report stays the newest until then.`,
    ],
    [
      "CITATIONS_LEFT_OUT",
      unread.length,
      `${unread.length} citations are not addresses of web pages and do not count. An address begins with https:// or http://.`,
    ],
    repeatedRows(rows),
  ];
  return warnings.flatMap(([code, count, message]) => (count === 0 ? [] : { code, path: null, message }));
}

const isWeb = /^\s*https?:\/\//i;

const dayMs = 24 * 60 * 60 * 1000;

/** Clocks and time zones differ; a day does not happen by accident. */
const isAhead = (answeredAt: string, now: Date): boolean => Date.parse(answeredAt) > now.getTime() + dayMs;

/** Long answers to the same question are never the same twice, word for word; short ones may be. */
const shortestRepeated = 80;

function repeatedRows(rows: readonly Row[]): [string, number, string] {
  const seen = new Set<string>();
  let repeated = 0;
  for (const { prompt, provider, answer } of rows) {
    if (answer.length < shortestRepeated) continue;
    const key = `${promptKey(prompt)}\0${provider}\0${answer}`;
    if (seen.has(key)) repeated++;
    seen.add(key);
  }
  const message = `${repeated} of ${rows.length} rows repeat an earlier row word for word. Each counts as one more answer.`;
  return ["ROWS_REPEATED", repeated, message];
}
