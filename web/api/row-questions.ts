import { filterKey, type PromptFilter } from "../filter.ts";
import { api, everyPage, type Schemas } from "./client.ts";
import type { Provider } from "./questions.ts";
import type { Question } from "./resource.ts";

/** One answer of a report, as far as a table of thousands shows it. */
export interface AnswerRow {
  id: string;
  promptKey: string;
  prompt: string;
  provider: Provider;
  sample: number;
  model: string | null;
  failed: boolean;
  /** The brand's place among the tracked ones by first mention; null where it is not named. */
  place: number | null;
  /** Tracked brands besides it, by first mention. */
  others: string[];
  /** How many pages it cites. */
  sources: number;
  /** What its assistant says to have searched for. */
  searches: string[];
  answeredAt: string | null;
}

/** Every answer of a report; `all` is false where there are more than were asked for. */
export interface AnswerRows {
  rows: AnswerRow[];
  all: boolean;
}

const perPage = 500;
/** As many as one run of usual answers can have: a page may end before it has so many rows. */
const pagesMost = 100;

/** Every answer of a report, or those to prompts with a tag, told page by page as they come. */
export const everyRowOf = (
  reportId: string,
  tell: (rows: readonly AnswerRow[]) => void,
  filter: PromptFilter = {},
): Question<AnswerRows> => ({
  key: `every row ${reportId} ${filterKey(filter)}`,
  ask: async () => {
    let answerRows: AnswerRow[] = [];
    let more = false;
    const rows = await everyPage(async (cursor) => {
      const query = { view: "raw", limit: perPage, ...filter, ...(cursor ? { cursor } : {}) } as const;
      const { data, error, response } = await api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query },
      });
      if (!data) return { error, response };
      const page = (data.data as Schemas["RawReport"]).rows.map(rowOf);
      answerRows = [...answerRows, ...page];
      more = data.meta?.pagination?.has_more ?? false;
      tell(answerRows);
      return { data: { data: page, ...(data.meta ? { meta: data.meta } : {}) }, error, response };
    }, pagesMost);
    return { rows, all: !more };
  },
});

const rowOf = (row: Schemas["RawRow"]): AnswerRow => ({
  id: row.row_id,
  promptKey: row.prompt_key,
  prompt: row.prompt,
  provider: row.provider,
  sample: row.sample,
  model: row.model,
  failed: row.status !== "ok",
  place: row.brand_position,
  others: row.mentions.filter(({ is_own_brand }) => !is_own_brand).map(({ name }) => name),
  sources: row.citations.filter(({ cited }) => cited).length,
  searches: row.searches,
  answeredAt: row.answered_at,
});
