import { type Static, Type } from "typebox";
import { PromptKeyTerm } from "../api/schema/id-terms.ts";
import { Closed, OneOf } from "../api/schema/schema.ts";
import { ProviderWord } from "../api/schema/words.ts";
import { answerBytesMax } from "../engines/engine.ts";
import { type Issue, invalid } from "../kernel/problem.ts";
import { Name } from "../projects/project-terms.ts";

const Offset = (description: string) => Type.Integer({ minimum: 0, maximum: answerBytesMax, description });

/** Where an occurrence stands; the same fields as those of `get_provider_answer`. */
export const OccurrenceTerms = Closed(
  {
    reportId: Type.String({ minLength: 1, maxLength: 128, description: "Id of a report of the project." }),
    promptKey: PromptKeyTerm({ description: "Key of the prompt." }),
    provider: ProviderWord(),
    sample: Type.Integer({ minimum: 1, maximum: 2000, default: 1, description: "Which answer, from 1." }),
    start: Offset("`start` of the occurrence, from `mentions` or `not_counted`."),
    end: Offset("Its `end`."),
  },
  { title: "OccurrenceInput", description: "An occurrence of a tracked name in an answer." },
);

/** What is said: of an occurrence, or of another name. */
export const correctionFields = {
  kind: OneOf(["not_us", "us", "alias"], {
    description:
      "`not_us`: this occurrence is not the brand; `us`: it is; `alias`: `alias` is another name of it.",
  }),
  occurrence: Type.Optional(OccurrenceTerms),
  alias: Type.Optional(Name("Another name, for `alias`.")),
  brand: Type.Optional(Name("Tracked brand; default: the one it looks like, for `alias` the project's.")),
};

const Fields = Type.Object(correctionFields);

/** What was said, with nothing missing and nothing idle. */
export type GivenCorrection =
  | { kind: "alias"; alias: string; brand: string | undefined }
  | { kind: "us" | "not_us"; occurrence: Static<typeof OccurrenceTerms>; brand: string | undefined };

/** The input as one of its kinds. Throws a 400 that names what is missing or does not belong. */
export function givenCorrection({ kind, occurrence, alias, brand }: Static<typeof Fields>): GivenCorrection {
  const [needed, idle] =
    kind === "alias" ? (["alias", "occurrence"] as const) : (["occurrence", "alias"] as const);
  const fields = { occurrence, alias };
  const issues: Issue[] = [];
  if (fields[needed] === undefined)
    issues.push({ in: "body", path: `/${needed}`, code: "missing", message: `\`${kind}\` requires it.` });
  if (fields[idle] !== undefined)
    issues.push({
      in: "body",
      path: `/${idle}`,
      code: "not_allowed",
      message: `\`${kind}\` does not take it.`,
    });
  if (issues.length > 0) throw invalid(issues);
  return kind === "alias"
    ? { kind, alias: alias as string, brand }
    : { kind, occurrence: occurrence as Static<typeof OccurrenceTerms>, brand };
}
