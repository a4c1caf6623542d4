import { Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { ImportProviderWord } from "../../api/schema/words.ts";
import { TagList } from "../../projects/prompts/tag-terms.ts";

export const importRowsMax = 2000;
/** Most citations of one row, and of all together: as many are read and stored one by one. */
export const rowCitationsMax = 100;
export const importCitationsMax = 50_000;
export const importBytesMax = 8 * 1024 * 1024;

const Url = Type.String({ minLength: 1, maxLength: 8192, description: "URL of the page." });

/** One answer that somebody else obtained. */
const ImportRow = showAs(
  Type.Object({
    prompt: Type.String({ minLength: 1, maxLength: 500, description: "What was asked." }),
    provider: ImportProviderWord({
      description: "Assistant that answered; not `sandbox`, whose answers are made up.",
    }),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: "Model that answered." })),
    sample: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: importRowsMax,
        description: "Which of several answers to this prompt; default: by row order.",
      }),
    ),
    answer: Type.Unsafe<string>({
      type: "string",
      verbatim: true,
      description: "The answer, stored verbatim, up to 256 KiB.",
    }),
    citations: Type.Optional(
      Type.Array(
        Type.Object({
          url: Url,
          title: Type.Optional(Type.String({ maxLength: 1000, description: "Title of the page." })),
        }),
        {
          maxItems: rowCitationsMax,
          description: "Pages it cites, in order.",
        },
      ),
    ),
    answeredAt: Type.Optional(
      Type.String({ format: "date-time", maxLength: 40, description: "When it answered." }),
    ),
    tags: Type.Optional(TagList("Tags its prompt gets.")),
  }),
  { name: "ImportedAnswer" },
);

export const ImportRows = Type.Array(ImportRow, {
  minItems: 1,
  maxItems: importRowsMax,
  description: "1 to 2,000 answers.",
});
