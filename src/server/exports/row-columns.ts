import { textShown } from "../../reader/hidden-parts/not-shown.ts";
import type { Column } from "./columns.ts";
import type { ExportedRow } from "./exported-rows.ts";

const cited = ({ citations }: ExportedRow) => citations.filter(({ cited }) => cited);
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const column = (
  name: string,
  type: Column<ExportedRow>["type"],
  description: string,
  of: Column<ExportedRow>["of"],
): Column<ExportedRow> => ({ name, type, description, of });

/** An exported row, flat. Programs go by the place of a column: a new one stands at the end. */
export const rowColumns: readonly Column<ExportedRow>[] = [
  column("row_id", "string", "Id of the call.", (row) => row.row_id),
  column("prompt_key", "string", "Key of the prompt.", (row) => row.prompt_key),
  column("prompt", "string", "What was asked.", (row) => row.prompt),
  column("branded", "boolean", "Whether the prompt names a tracked brand.", (row) => row.branded),
  column("provider", "string", "Which assistant.", (row) => row.provider),
  column("model", "string", "Model that answered.", (row) => row.model),
  column("sample", "integer", "Which of its answers, from 1.", (row) => row.sample),
  column("surface", "string", "Where the answer was seen.", (row) => row.surface),
  column("status", "string", "Whether an answer was obtained: ok or failed.", (row) => row.status),
  column("error_code", "string", "Why the call failed.", (row) => row.error_code),
  column("answered_at", "timestamp", "When it was answered.", (row) => row.answered_at),
  column("searched", "boolean", "Whether the assistant searched the web, if known.", (row) => row.searched),
  column("refusal", "boolean", "Whether it declined to answer.", (row) => row.refusal),
  column("blank", "boolean", "Whether it ended without having said anything.", (row) => row.blank),
  column("brand_mentioned", "boolean", "Whether the answer names the brand.", (row) => row.brand_mentioned),
  column("brand_position", "integer", "The brand's place by first mention.", (row) => row.brand_position),
  column("brands_named", "strings", "Tracked brands it names, in order.", (row) =>
    row.mentions.map(({ name }) => name),
  ),
  column("cited_domains", "strings", "Domains of the pages it cites.", (row) =>
    distinct(cited(row).map(({ domain }) => domain)),
  ),
  column("cost_usd", "number", "Cost of the call in US dollars.", (row) => row.cost_usd),
  column("searches", "strings", "What it reports to have searched for.", (row) => row.searches),
  column("reading", "integer", "Which reading of the answer.", (row) => row.reading),
  column("tags", "strings", "Tags of the prompt.", (row) => row.tags),
  column("answer_text", "string", "The answer as its reader sees it.", (row) =>
    row.answer_text === null ? null : textShown(row.answer_text, row.not_shown),
  ),
  column(
    ...(["answer_text_removed", "boolean", "Whether it was deleted after its retention."] as const),
    (row) => row.answer_text_removed,
  ),
  {
    ...column("cited_urls", "strings", "Addresses of the pages it cites.", (row) =>
      distinct(cited(row).map(({ url }) => url)),
    ),
    // As imports read them: an address may hold a semicolon.
    between: " ",
  },
];
