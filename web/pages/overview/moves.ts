import type { Comparison } from "../../api/questions.ts";

/** Something that changed, or the rest that did not. */
export type Move =
  | { kind: "lost" | "won"; what: "prompt"; key: string; name: string; before: Tally; now: Tally }
  | { kind: "up" | "down"; what: "rival"; name: string; delta: number }
  | { kind: "up" | "down"; what: "assistant"; name: string; delta: number }
  | { kind: "new" | "gone"; what: "source"; name: string; citations: number }
  | { kind: "new"; what: "untracked"; name: string; answers: number }
  | { kind: "more"; what: "more"; section: "answers" | "prompts" | "rivals"; count: number }
  | { kind: "same"; what: "prompts"; prompts: number; answers: number | null; untold: boolean };

interface Tally {
  mentions: number;
  answers: number;
}

const most = 5;
const mostSources = 2;
const mostUntracked = 2;
/** Answers with a name that no answer had before; in fewer, chance may have kept it out before. */
const fewestUntracked = 5;

/** Why nothing moved: nothing that could be judged did, nothing could be, or a person stopped a run. */
export function judgedOf({
  prompts_compared,
  prompts_unjudged,
  competitors,
  change,
}: Comparison): "none" | "unjudged" | "stopped" {
  if (change.unjudged_because === "stopped_by_person") return "stopped";
  const isNoneJudged =
    prompts_unjudged === prompts_compared && competitors.every(({ beyond_noise }) => beyond_noise === null);
  return isNoneJudged ? "unjudged" : "none";
}

/** How many moved by more than noise, shown or not: prompts lost and won, and assistants and competitors. */
export function movedIn({ moved, providers }: Comparison): { lost: number; won: number; others: number } {
  const assistants = providers.filter(hasMoved).length;
  return { lost: moved.prompts_fallen, won: moved.prompts_risen, others: assistants + moved.competitors };
}

const hasMoved = ({ change }: Comparison["providers"][number]): boolean =>
  change?.direction === "down" || change?.direction === "up";

/**
 * What changed since the report before: assistants, prompts and rivals beyond noise alone, how many more of them, then new names, then
 * sources, then all the prompts that did not move as one.
 */
export function movesOf(comparison: Comparison): Move[] {
  const { prompts_fallen: fallen, prompts_risen: risen, competitors, change } = comparison;
  const isBeyondNoise = ({ beyond_noise }: { beyond_noise: boolean | null }) => beyond_noise === true;
  const prompts = (kind: "lost" | "won", moves: typeof fallen): Move[] =>
    moves.filter(isBeyondNoise).map((move) => ({
      ...{ kind, what: "prompt", key: move.prompt_key, name: move.prompt },
      before: { mentions: move.mentions_before, answers: move.answers_before },
      now: { mentions: move.mentions, answers: move.answers },
    }));
  const moved = (what: "rival" | "assistant", name: string, delta: number | null): Move[] =>
    delta ? [{ kind: delta > 0 ? "up" : "down", what, name, delta }] : [];
  const rivals = competitors
    .filter(isBeyondNoise)
    .flatMap(({ name, appearance_rate_delta }) => moved("rival", name, appearance_rate_delta));
  const assistants = comparison.providers
    .filter(hasMoved)
    .flatMap(({ provider, change }) => moved("assistant", provider, change?.appearance_rate_delta ?? null));
  const gained = comparison.sources_gained.filter(({ citations }) => citations > 1).slice(0, mostSources);
  const gone = comparison.sources_lost
    .filter(({ citations_before }) => citations_before > 1)
    .slice(0, mostSources - gained.length);
  const { lost, won } = movedIn(comparison);
  const promptMoves = [...prompts("lost", fallen), ...prompts("won", risen)];
  const tested = [...assistants, ...promptMoves, ...rivals].slice(0, most);
  const more = (section: "answers" | "prompts" | "rivals", of: Move["what"], all: number): Move[] => {
    const count = all - tested.filter(({ what }) => what === of).length;
    return count > 0 ? [{ kind: "more", what: "more", section, count }] : [];
  };
  const topMoves: Move[] = [
    ...tested,
    ...more("answers", "assistant", assistants.length),
    ...more("prompts", "prompt", lost + won),
    ...more("rivals", "rival", comparison.moved.competitors),
    ...comparison.also_named
      .filter((one) => one.answers_before === 0 && (one.answers ?? 0) >= fewestUntracked)
      .slice(0, mostUntracked)
      .map(({ name, answers }): Move => ({ kind: "new", what: "untracked", name, answers: answers! })),
    ...gained.map(
      ({ domain, citations }): Move => ({ kind: "new", what: "source", name: domain, citations }),
    ),
    ...gone.map(
      ({ domain, citations_before: citations }): Move => ({
        ...{ kind: "gone", what: "source", name: domain, citations },
      }),
    ),
  ];
  const rest = comparison.prompts_compared - lost - won;
  if (rest <= 0) return topMoves;
  const untold = comparison.prompts_unjudged > 0;
  // The answers to a prompt that moved and is not listed are not known.
  const answers =
    promptMoves.length < lost + won
      ? null
      : promptMoves.reduce(
          (remaining, move) => remaining - (move.what === "prompt" ? move.now.answers : 0),
          change.answers,
        );
  return [...topMoves, { kind: "same", what: "prompts", prompts: rest, answers, untold }];
}
