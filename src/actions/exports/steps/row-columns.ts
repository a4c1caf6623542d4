import { textShown } from "../../../domain/answer/shown/not-shown.ts";
import type { Column } from "./columns.ts";
import type { ExportedRow } from "./exported-rows.ts";

const cited = ({ citations }: ExportedRow) => citations.filter(({ cited }) => cited);
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const column = (name: string, of: Column<ExportedRow>["of"]): Column<ExportedRow> => ({ name, of });

/** An exported row, flat. Programs go by the place of a column: a new one stands at the end. */
export const rowColumns: readonly Column<ExportedRow>[] = [
  column("row_id", (row) => row.row_id),
  column("prompt_key", (row) => row.prompt_key),
  column("prompt", (row) => row.prompt),
  column("branded", (row) => row.branded),
  column("provider", (row) => row.provider),
  column("model", (row) => row.model),
  column("sample", (row) => row.sample),
  column("surface", (row) => row.surface),
  column("status", (row) => row.status),
  column("error_code", (row) => row.error_code),
  column("answered_at", (row) => row.answered_at),
  column("searched", (row) => row.searched),
  column("refusal", (row) => row.refusal),
  column("blank", (row) => row.blank),
  column("brand_mentioned", (row) => row.brand_mentioned),
  column("brand_position", (row) => row.brand_position),
  column("brands_named", (row) => row.mentions.map(({ name }) => name)),
  column("cited_domains", (row) => distinct(cited(row).map(({ domain }) => domain))),
  column("cost_usd", (row) => row.cost_usd),
  column("searches", (row) => row.searches),
  column("reading", (row) => row.reading),
  column("tags", (row) => row.tags),
  column("answer_text", (row) =>
    row.answer_text === null ? null : textShown(row.answer_text, row.not_shown),
  ),
  column("answer_text_removed", (row) => row.answer_text_removed),
  {
    ...column("cited_urls", (row) => distinct(cited(row).map(({ url }) => url))),
    // As imports read them: an address may hold a semicolon.
    between: " ",
  },
];
