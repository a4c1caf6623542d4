import { type Static, Type } from "typebox";
import {
  promptsTagged,
  spellings,
  type TagsByPrompt,
  tagKey,
  tagLengthMax,
} from "../../../figures/tags/tag.ts";
import {
  judgedMetric,
  type Watch,
  watchDirections,
  watchedOf,
  watchesMax,
  watchKey,
  watchMetrics,
} from "../../../figures/watching/watch.ts";
import { Nullable, OneOf } from "../../api/schema/schema.ts";
import { ProviderWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import type { Project } from "../project.ts";

const WatchTerms = Type.Object(
  {
    metric: OneOf(watchMetrics, { description: "The figure. So far only `appearance_rate` can be judged." }),
    of: Type.Optional(
      OneOf(watchedOf, {
        default: "brand",
        description:
          "Whose figure: the brand's, a competitor's, or the gap: the brand's less a competitor's.",
      }),
    ),
    competitor: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 120 }), {
        description: "The competitor's name. For a gap, null means the nearest.",
      }),
    ),
    where: Type.Optional(
      Type.Object(
        {
          tag: Type.Optional(
            Nullable(Type.String({ minLength: 1, maxLength: tagLengthMax }), {
              description: "Prompts with this tag.",
            }),
          ),
          provider: Type.Optional(Nullable(ProviderWord(), { description: "Answers of this assistant." })),
        },
        { additionalProperties: false, description: "Over which answers; by default all." },
      ),
    ),
    direction: Type.Optional(
      OneOf(watchDirections, { default: "either", description: "Which changes are told." }),
    ),
    atLeast: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 0,
        description: "The smallest change told, in points.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const WatchTermsList = Type.Array(WatchTerms, {
  maxItems: watchesMax,
  description: `Up to ${watchesMax} watches; none: nothing is told.`,
});

/** The watches that somebody asks for. Throws a 400 for new ones that could tell nothing, each with its place. */
export function givenWatches(
  input: Static<typeof WatchTermsList>,
  { competitors }: Pick<Project, "competitors">,
  tags: TagsByPrompt,
  before: readonly Watch[],
): Watch[] {
  const keysBefore = new Set(before.map(watchKey));
  const spelled = spellings(tags);
  const watches = input.map(
    ({ metric, of = "brand", competitor = null, where = {}, direction, atLeast }): Watch => {
      const tag = where.tag ?? null;
      return {
        ...{ metric, of, competitor, tag: tag && (spelled.get(tagKey(tag)) ?? tag) },
        ...{ provider: where.provider ?? null, direction: direction ?? "either", atLeast: atLeast ?? 0 },
      };
    },
  );
  const names = new Set(competitors.map(({ name }) => name));
  const keys = watches.map(watchKey);
  const issues = watches.flatMap((watch, index): Issue[] => {
    const refuse = (field: string, code: string, message: string): Issue[] => [
      { in: "body", path: `/watches/${index}${field}`, code, message },
    ];
    const { metric, of, competitor, tag } = watch;
    if (metric !== judgedMetric) return refuse("/metric", "not_judged", notJudged);
    if (of === "brand" && competitor !== null)
      return refuse("/competitor", "not_of_this_kind", "A watch of the brand has no competitor.");
    if (of === "competitor" && competitor === null)
      return refuse("/competitor", "required", "Name the competitor.");
    const isNew = !keysBefore.has(keys[index]!);
    if (isNew && competitor !== null && !names.has(competitor))
      return refuse("/competitor", "unknown_competitor", "This project tracks no such competitor.");
    if (isNew && tag !== null && !promptsTagged(tags, tag))
      return refuse("/where/tag", "unknown_tag", "No prompt of this project has this tag.");
    if (keys.indexOf(keys[index]!) < index)
      return refuse("", "repeated", "Another watch of this list is about the same.");
    return [];
  });
  if (issues.length > 0) throw invalid(issues);
  return watches;
}

const notJudged =
  "Whether this figure has changed cannot be judged report by report: so far that is known of the appearance rate alone. Watch `appearance_rate`.";
