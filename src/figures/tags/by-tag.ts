import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { Metrics } from "../metrics/metric-table.ts";
import { inOrder } from "../metrics/tally.ts";
import { headlineFigures } from "../report.ts";
import { type Cell, topicOf } from "../uncertainty/cell.ts";
import { type RateCounts, separateDifference } from "../uncertainty/difference.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { familywiseControl } from "../uncertainty/told-apart.ts";
import type { TaggedPrompts } from "./tag.ts";

/** The brand's figures over the prompts with one tag. */
export interface TagMetrics extends Metrics {
  tag: string;
}

/** A tag's appearance rate minus that of the report's other prompts. */
export interface TagLead {
  appearanceRate: number;
  appearanceRateCi: Interval;
  /** Whether it exceeds chance: in about 19 of 20 reports, nothing that is called so is chance, all tags judged together. */
  appearanceRateBeyondNoise: boolean;
}

/** The figures that a report over the prompts of each tag has; tags without an ask among these answers are left out. */
export function metricsByTag(
  answers: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  tags: readonly TaggedPrompts[],
): TagMetrics[] {
  const byPrompt = Map.groupBy(inOrder(answers), ({ promptKey }) => promptKey);
  return tags.flatMap(({ tag, promptKeys }) => {
    // The keys are sorted, so the answers stay in order.
    const own = promptKeys.flatMap((key) => byPrompt.get(key) ?? []);
    return own.length > 0 ? [{ ...headlineFigures(own, brands).metrics[0]!, tag }] : [];
  });
}

/** How far each tag's prompts are above the others; null where either side has fewer than two prompts. */
export function leadsByTag(cells: readonly Cell[], tags: readonly TaggedPrompts[]): (TagLead | null)[] {
  const differences = tags.map(({ promptKeys }) => {
    const own = new Set(promptKeys);
    const { inside = [], outside = [] } = Object.groupBy(cells, ({ promptKey }) =>
      own.has(promptKey) ? "inside" : "outside",
    );
    return separateDifference(countsOver(countsByQuestion(inside)), countsOver(countsByQuestion(outside)));
  });
  const stands = familywiseControl(differences.flatMap((each) => (each ? [each.chance] : [])));
  let at = 0;
  return differences.map((each) =>
    each
      ? {
          appearanceRate: each.value,
          appearanceRateCi: each.interval,
          appearanceRateBeyondNoise: stands[at++]!,
        }
      : null,
  );
}

type QuestionCounts = Pick<RateCounts, "answers" | "mentions">;

/** Wordings of one question are one. */
function countsByQuestion(cells: readonly Cell[]): QuestionCounts[] {
  const counts = new Map<string, QuestionCounts>();
  for (const cell of cells) {
    const { answers, named: mentions } = cell;
    const questionCounts = counts.get(topicOf(cell));
    if (questionCounts) {
      questionCounts.answers += answers;
      questionCounts.mentions += mentions;
    } else counts.set(topicOf(cell), { answers, mentions });
  }
  return [...counts.values()];
}

function countsOver(questions: readonly QuestionCounts[]): RateCounts {
  const total = {
    prompts: questions.length,
    answers: 0,
    mentions: 0,
    squares: { mentions: 0, both: 0, answers: 0 },
  };
  for (const { answers, mentions } of questions) {
    total.answers += answers;
    total.mentions += mentions;
    total.squares.mentions += mentions * mentions;
    total.squares.both += mentions * answers;
    total.squares.answers += answers * answers;
  }
  return total;
}
