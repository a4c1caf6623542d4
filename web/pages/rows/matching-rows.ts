import type { AnswerRow } from "../../api/row-questions.ts";

/** What a reader has chosen to see; anything else is all of them. */
export interface Choices {
  /** A competitor, of whom `named` speaks; by default the brand. */
  brand?: string | undefined;
  /** What the asker wants; `-` for prompts without an intent. */
  intent?: string | undefined;
  assistant?: string | undefined;
  /** `yes`, `no`, or `failed`: no answer came. */
  named?: string | undefined;
  /** `yes` or `no`. */
  cited?: string | undefined;
}

/**
 * The rows that are as was chosen, in their order. An answer that failed names nobody and cites nothing. `intents`: by key of
 * prompt; one that is not there has none.
 */
export function matchingRows(
  rows: readonly AnswerRow[],
  { assistant, brand, named: mention, cited, intent }: Choices,
  intents: ReadonlyMap<string, string> = new Map(),
): AnswerRow[] {
  const names = (row: AnswerRow) => (brand ? row.others.includes(brand) : row.place !== null);
  return rows.filter(
    (row) =>
      (!assistant || row.provider === assistant) &&
      (!intent || (intents.get(row.promptKey) ?? "-") === intent) &&
      (!mention || mention === (row.failed ? "failed" : names(row) ? "yes" : "no")) &&
      (!cited || (!row.failed && (cited === "yes") === row.sources > 0)),
  );
}
