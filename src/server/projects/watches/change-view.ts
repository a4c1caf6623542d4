import { type Static, Type } from "typebox";
import { clearedReasons, type ToldChange } from "../../../figures/watching/telling.ts";
import type { Watch } from "../../../figures/watching/watch.ts";
import { idleReasons, watchDirections, watchedOf, watchMetrics } from "../../../figures/watching/watch.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { share } from "../../api/schema/rounding.ts";
import { Closed, Count, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { ProviderWord } from "../../api/schema/words.ts";

/** What a watch is, as it is shown. */
const watchProperties = {
  metric: OneOf(watchMetrics, { description: "The figure." }),
  of: OneOf(watchedOf, {
    description: "Whose: the brand's, a competitor's, or the brand's less a competitor's.",
  }),
  competitor: Nullable(Type.String(), {
    description: "Name of the competitor; null for the brand, and for the gap to the nearest competitor.",
  }),
  where: Closed(
    {
      tag: Nullable(Type.String(), { description: "Over the prompts with this tag alone; null: all." }),
      provider: Nullable(ProviderWord(), { description: "Over this assistant's answers alone; null: all." }),
    },
    { title: "WatchPlace", description: "Over which answers." },
  ),
  direction: OneOf(watchDirections, { description: "Which changes are told." }),
  at_least: Type.Number({ description: "The smallest change that is told, in points." }),
};

export const watchFields = ({ metric, of, competitor, tag, provider, direction, atLeast }: Watch) => ({
  ...{ metric, of, competitor, where: { tag, provider }, direction, at_least: atLeast },
});

/** The change itself, wherever it is told. */
const changeProperties = {
  id: Uuid("Id of the change: the same when it is over."),
  competitor: Nullable(Type.String(), { description: "To whom the gap is, or whose figure it is." }),
  direction: OneOf(["up", "down"], { description: "Which way it moved." }),
  since: Time("When it most likely began: the first report at the new level."),
  since_between: Type.Array(Time(), {
    minItems: 2,
    maxItems: 2,
    description: "The first and the last report with which it may have begun, 95% interval.",
  }),
  before: Type.Number({ description: "The level before it: a rate from 0 to 1, or a difference of two." }),
  after: Type.Number({ description: "The level since, when it was told." }),
  reports_before: Count("Reports before it."),
  reports: Count("Reports since."),
  told_at: Time("When the answers were given by which it was told."),
};

const changeFields = (change: ToldChange) => ({
  ...{ id: change.id, competitor: change.competitor, direction: change.direction, since: change.since },
  since_between: [...change.sinceBetween],
  ...{ before: share(change.before), after: share(change.after) },
  ...{ reports_before: change.reportsBefore, reports: change.reports, told_at: change.toldAt },
});

const OpenChangeView = Closed(
  {
    ...changeProperties,
    headline: Type.String({ description: "The change in a few words." }),
    says: Type.String({ description: "The same with its size and its date." }),
  },
  { title: "OpenChange", description: "A change that was told and is not over." },
);

/** A change that is open, with its words. */
export const openChangeView = (
  change: ToldChange,
  words: { headline: string; says: string },
): Static<typeof OpenChangeView> => ({ ...changeFields(change), ...words });

export const WatchListView = Closed(
  {
    project_id: Uuid("Id of the project."),
    usual: Type.Boolean({ description: "Whether these are the ones that every project has at first." }),
    watches: Type.Array(
      showAs(
        Closed({
          ...watchProperties,
          idle_because: Nullable(OneOf(idleReasons), {
            description:
              "Why it can tell nothing: neither saved prompts nor the newest report have its tag, or its assistant is neither asked nor in that report, or its competitor is not tracked; null if it can.",
          }),
          change: ObjectOrNull(OpenChangeView, "What it has told and what is not over."),
        }),
        { name: "Watch" },
      ),
      { description: "The watches in their order." },
    ),
  },
  { title: "WatchList", description: "Which changes of a project are told." },
);

const counts = {
  mentions_before: Count(
    "Earlier answers that name the brand, or the competitor if that is whose part it is.",
  ),
  answers_before: Count("Earlier answers."),
  mentions: Count("Answers since."),
  answers: Count("Answers since."),
};

export const WatchedChangeView = Closed(
  {
    ...changeProperties,
    project_id: Uuid("Id of the project."),
    report_id: Type.String({ description: "Id of the report that tells it." }),
    state: OneOf(["detected", "cleared"], { description: "Whether it has begun or is over." }),
    because: Nullable(OneOf(clearedReasons), {
      description:
        "Why it is over: the level is back, or answers were read again or deleted and it is not there any more, or another competitor is the nearest; null unless it is.",
    }),
    level: Nullable(Type.Number(), {
      description:
        "The level when it was over; null unless it is, and where another competitor is the nearest.",
    }),
    headline: Type.String({ description: "The change in a few words." }),
    says: Type.String({ description: "The same with its size, its date and what is behind it." }),
    url: Type.String({ description: "The page that shows it." }),
    watch: Closed(watchProperties, { title: "ToldWatch", description: "What was watched." }),
    behind: ObjectOrNull(
      Closed(
        {
          of: OneOf(["brand", "competitor"], {
            description: "Whose mentions are counted here: of a gap, whose moved more.",
          }),
          prompts: Type.Array(
            Closed(
              {
                prompt_key: PromptKey,
                prompt: Nullable(Type.String(), { description: "Its text." }),
                ...counts,
              },
              { title: "PromptBehind" },
            ),
            { description: "Up to 3 prompts that moved by more than noise." },
          ),
          providers: Type.Array(
            Closed({ provider: ProviderWord(), ...counts }, { title: "ProviderBehind" }),
            {
              description: "Assistants that moved apart from the others.",
            },
          ),
          tags: Type.Array(
            Closed({ tag: Type.String({ description: "The tag." }), ...counts }, { title: "TagBehind" }),
            { description: "Up to 3 tags whose prompts moved by more than noise." },
          ),
          quotes: Type.Array(
            Closed(
              {
                prompt_key: PromptKey,
                prompt: Type.String({ description: "What was asked." }),
                provider: ProviderWord(),
                quote: Type.String({ description: "How the answer begins." }),
              },
              { title: "QuoteBehind" },
            ),
            { description: "One of the newest answers of what moved most; none where quotes are off." },
          ),
          sources_gained: Type.Array(Type.String(), {
            description:
              "Up to 3 domains that are cited by the newest report and not by the last before the change.",
          }),
          sources_lost: Type.Array(Type.String(), { description: "The other way round." }),
        },
        { title: "Behind" },
      ),
      "What it is made of, as far as that is more than noise; null when it is over or its report does not have that competitor.",
    ),
  },
  { title: "WatchedChange", description: "A change of what a project watches." },
);

/** The parts that do not depend on what is behind it. */
export const watchedChange = (change: ToldChange, watch: Watch) => ({
  ...changeFields(change),
  watch: watchFields(watch),
});

export const IdleWatchView = Closed(
  {
    id: Uuid("Id of the project."),
    project_id: Uuid("The same."),
    because: OneOf(idleReasons, { description: "Why it tells nothing." }),
    watch: Closed(watchProperties, { title: "IdleWatchTerms", description: "What is to be watched." }),
    headline: Type.String({ description: "The same in a few words." }),
    says: Type.String({ description: "What to do about it." }),
    url: Type.String({ description: "Where watches are changed." }),
  },
  { title: "IdleWatch", description: "A watch that tells nothing." },
);
