import { shownInTag, tagsInCell } from "../../../src/figures/tags/tags-in-cell.ts";
import type { Schemas } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { areWrongTags } from "../../figures/wrong-tags.ts";
import { assistantMeant, type ImportProvider } from "./assistants.ts";
import { citationsOf } from "./citations.ts";
import type { Columns, Field } from "./columns.ts";
import { askedDateOf, momentOf, type SlashOrder, slashOrderOf } from "./dates.ts";
import { isObject, type Misread, type Table, type TableRow, textOf } from "./table.ts";

export type ImportedAnswer = Schemas["ImportedAnswer"];

/** Why a row is left out. */
export type Wrong =
  | Misread
  | "noPrompt"
  | "long"
  | "noAssistant"
  | "assistant"
  | "noAnswer"
  | "large"
  | "sources"
  | "tags"
  | "unstorable"
  | "date"
  | "order"
  | "future"
  | "early";

/** A row of the file as an answer. */
export interface Row {
  at: number;
  /** What tells the row to a reader. */
  text: string;
  answer: ImportedAnswer | null;
  /** Null if it can be imported. */
  wrong: Wrong | null;
  /** How many of its sources are no web addresses; they are left out. */
  noAddress: number;
  /** How many of its texts are longer than they may be: titles of sources, the name of the model. */
  shortened: number;
}

/** What holds for every row that does not say it itself. */
export interface ForAll {
  provider: ImportProvider | null;
  /** A day, such as 2026-11-02; empty: now. */
  day: string;
  /** Which comes first in dates such as 02/11/2026, where the file does not tell. */
  order: SlashOrder;
}

/** The most of one answer, and of one import; the description of the API has no field for them. */
const answerBytesMax = 256 * 1024;
export const importCitationsMax = 50_000;
export const importBytesMax = 8 * 1024 * 1024;

/** The name of a model, or its id where a file has both as one value. */
const modelOf = (value: unknown): string =>
  isObject(value) ? textOf(value.id) || textOf(value.name) || textOf(value.slug) : textOf(value);

/** A list of tags, or a text with several. */
const tagsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textOf).filter((tag) => shownInTag.test(tag)) : tagsInCell(textOf(value));

const datesOf = ({ rows }: Table, { answeredAt }: Columns): string[] =>
  answeredAt === null ? [] : rows.map(({ values }) => textOf(values[answeredAt]));

/** A date of the table that can be two days, with both: which of them is meant has to be asked. Null if none can. */
export function askedDate(
  table: Table,
  columns: Columns,
): { dateText: string; day: string; month: string } | null {
  const dateText = askedDateOf(datesOf(table, columns));
  const read = (order: SlashOrder) => (dateText === null ? null : momentOf(dateText, order));
  const [day, month] = [read("day"), read("month")];
  return dateText !== null && day && month ? { dateText, day, month } : null;
}

/** The rows of a table as answers. `now` bounds the days that have no time: an answer of today was not given later today. */
export function answersOf(table: Table, columns: Columns, forAll: ForAll, now: Date): Row[] {
  const cellOf = (row: TableRow, field: Field): unknown => {
    const at = columns[field];
    return at === null ? undefined : row.values[at];
  };
  const order = slashOrderOf(datesOf(table, columns)) ?? forAll.order;
  return table.rows.map((row) => {
    const textIn = (field: Field) => textOf(cellOf(row, field));
    const prompt = textIn("prompt").replace(/\s+/g, " ");
    const assistantText = textIn("provider");
    const answer = verbatim(cellOf(row, "answer"));
    const provider = assistantText === "" ? forAll.provider : assistantMeant(assistantText);
    const answeredAt = answeredAtOf(textIn("answeredAt") || forAll.day, order, now);
    const { citations, noAddress, shortened } = citationsOf(cellOf(row, "citations"));
    const tags = tagsOf(cellOf(row, "tags"));
    const modelText = modelOf(cellOf(row, "model"));
    const model = modelText.slice(0, limits.ImportedAnswer.model.max);
    const wrong =
      row.misread ??
      flawOf({ prompt, assistantText, provider, answer, answeredAt, sources: citations.length, tags });
    return {
      at: row.at,
      text: (wrong === "assistant" && assistantText) || prompt || answer || assistantText,
      wrong,
      noAddress,
      shortened: shortened + (model === modelText ? 0 : 1),
      answer: wrong
        ? null
        : {
            ...{ prompt, provider: provider as ImportProvider, answer },
            ...(answeredAt ? { answeredAt } : {}),
            ...(model ? { model } : {}),
            ...(citations.length > 0 ? { citations } : {}),
            ...(tags.length > 0 ? { tags } : {}),
          },
    };
  });
}

interface Given {
  prompt: string;
  assistantText: string;
  provider: ImportProvider | null;
  answer: string;
  answeredAt: string | null;
  sources: number;
  tags: readonly string[];
}

function flawOf({ prompt, assistantText, provider, answer, answeredAt, sources, tags }: Given): Wrong | null {
  if (prompt === "") return "noPrompt";
  if (prompt.length > limits.PromptInput.prompt.max) return "long";
  if (provider === null) return assistantText === "" ? "noAssistant" : "assistant";
  if (answer.trim() === "") return "noAnswer";
  if (!isStorable(prompt) || !isStorable(answer)) return "unstorable";
  // Only long texts need to be measured in bytes.
  if (3 * answer.length > answerBytesMax && new TextEncoder().encode(answer).length > answerBytesMax)
    return "large";
  if (sources > limits.ImportedAnswer.citations.max) return "sources";
  if (areWrongTags(tags)) return "tags";
  return wrongDates.find((wrong) => wrong === answeredAt) ?? null;
}

const wrongDates = ["date", "order", "future", "early"] as const;

/** Neither NUL nor half of a surrogate pair. */
const isStorable = (text: string): boolean => !/\0|\p{Cs}/u.test(text);

const dayMs = 86_400_000;

/** RFC 3339; null where nothing is said, or what is wrong with it. */
function answeredAtOf(text: string, order: SlashOrder, now: Date): string | null {
  if (text === "") return null;
  const at = momentOf(text, order);
  if (at === null || at === "order") return at ?? "date";
  if (Date.parse(at) > now.getTime() + dayMs) return "future";
  // ChatGPT was the first of the assistants that people could ask.
  if (Date.parse(at) < Date.UTC(2022, 10, 30)) return "early";
  return Date.parse(at) > now.getTime() ? now.toISOString() : at;
}

const verbatim = (value: unknown): string => (typeof value === "string" ? value : "");
