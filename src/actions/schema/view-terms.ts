import { Type } from "typebox";
import { AnswerDetailWord, ReportViewWord } from "./words.ts";

/** Which reading of a report's answers is shown; shared by every route that shows what was read. */
export const ReadingNumber = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "An earlier reading of the same answers; absent: the newest.",
  }),
);

/** How a report is shown; shared by every route that shows one. */
export const viewFields = {
  view: Type.Optional(
    ReportViewWord({
      default: "summary",
      description: "Raw rows, a compact summary, or the full report.",
    }),
  ),
  answer_detail: Type.Optional(
    AnswerDetailWord({
      default: "summary",
      description: "Excerpts or verbatim answers in the full view.",
    }),
  ),
  reading: ReadingNumber,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description:
        "Rows of the raw view (default 200) or prompts of the full view (default 50, at most 200).",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: "Where the next page starts, from `meta.pagination`.",
    }),
  ),
};

export interface ViewTerms {
  view?: "raw" | "summary" | "full";
  answer_detail?: "summary" | "full";
  reading?: number;
  limit?: number;
  cursor?: string;
}
