import type { AnswerRow } from "../../api/row-questions.ts";

/** What a reader has chosen to see; anything else is all of them. */
export interface Choices {
  assistant?: string | undefined;
  /** `yes`, `no`, or `failed`: no answer came. */
  named?: string | undefined;
  /** `yes` or `no`. */
  cited?: string | undefined;
}

/** The rows that are as was chosen, in their order. An answer that failed names nobody and cites nothing. */
export function chosen(rows: readonly AnswerRow[], { assistant, named, cited }: Choices): AnswerRow[] {
  return rows.filter(
    (row) =>
      (!assistant || row.provider === assistant) &&
      (!named || named === (row.failed ? "failed" : row.place === null ? "no" : "yes")) &&
      (!cited || (!row.failed && (cited === "yes") === row.sources > 0)),
  );
}
