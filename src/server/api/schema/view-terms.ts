import { type Static, Type } from "typebox";
import { PromptKeyTerm } from "./id-terms.ts";
import { isNarrowed, type PartTerms, partFields } from "./part-fields.ts";
import { OneOf } from "./schema.ts";
import { AnswerDetailWord, ReportViewWord } from "./words.ts";

/** Which reading of a report's answers to show; shared by every route that shows readings. */
export const ReadingNumber = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "An earlier reading of the answers; default: the newest.",
  }),
);

/** Parts of the full view, each of which can be requested alone. */
export const reportParts = ["figures", "trends", "prompts", "sources", "gaps"] as const;
export type ReportPart = (typeof reportParts)[number];

/** How to show a report; shared by every route that shows one. */
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
  part: Type.Optional(
    OneOf(reportParts, { description: "Only this part of the full view; other lists are empty." }),
  ),
  promptKey: Type.Optional(
    PromptKeyTerm({ description: "Only answers to this prompt (raw and full view)." }),
  ),
  ...partFields,
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
      description: "`next_cursor` of the previous page.",
    }),
  ),
};

export type ViewTerms = Static<ReturnType<typeof Type.Object<typeof viewFields>>>;

/** What MCP says of a tool that shows a report. */
export const reportTool = {
  pages: ["rows", "prompts"],
  newestLast: ["trends"],
  narrower:
    "In the full view, `part` (figures, trends, prompts, sources, gaps) gives one part more room; `promptKey` narrows its answers, and those of the raw view; `get_provider_answer` gives one answer whole.",
} as const;

/** Whether a view is a large read. */
export const isHeavyView = ({ view, ...terms }: PartTerms & Pick<ViewTerms, "view">): boolean =>
  view === "raw" || view === "full" || isNarrowed(terms);
