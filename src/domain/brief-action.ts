import type { BriefFacts } from "./brief.ts";
import type { CompetitorSignal } from "./brief-sentence.ts";
import { count, range } from "./figures-in-words.ts";
import type { Gap } from "./gaps.ts";
import { providerName } from "./provider-name.ts";
import { timeframeInWords } from "./timeframe.ts";

/** A step to take next, and the route that takes it. */
export interface NextAction {
  priority: 1 | 2 | 3;
  action: NextActionName;
  title: string;
  /** Why, in figures of this project. */
  rationale: string;
  /** Prompts that it is about. */
  promptKeys: string[];
  suggestedRoute: string;
}

/** The route that takes each step. */
export const routes = {
  connect_engine: "GET /v1/engines",
  run_again: "POST /v1/analyze/project",
  import_answers: "POST /v1/projects/{projectId}/imports",
  add_prompts: "PUT /v1/projects/{projectId}/prompts",
  add_competitors: "PATCH /v1/projects/{projectId}",
  set_domain: "PATCH /v1/projects/{projectId}",
  close_gap: "POST /v1/projects/{projectId}/content-suggestions",
  become_citable: "POST /v1/readiness",
  study_competitor: "GET /v1/projects/{projectId}/competitors/{competitor}",
  raise_samples: "PATCH /v1/projects/{projectId}",
  schedule_runs: "PATCH /v1/projects/{projectId}",
  read_answers: "GET /v1/reports/{reportId}/provider-answer",
} as const;

export type NextActionName = keyof typeof routes;

export const nextActionNames = Object.keys(routes) as NextActionName[];

type Step = Omit<NextAction, "priority" | "suggestedRoute">;

const steps = 3;

/** Exactly three: first what makes thin data less thin, then what the answers call for, then what is always worth it. */
export function nextActions(facts: BriefFacts, signal: CompetitorSignal | null): NextAction[] {
  const candidates = [
    madeUp(facts),
    failedCalls(facts),
    tooFewPrompts(facts),
    outdated(facts),
    noRivals(facts),
    noComparison(facts),
    gapToClose(facts),
    neverCited(facts),
    rivalAhead(signal, facts),
    ...betterData(facts),
    ...alwaysWorthIt(facts),
  ].filter((step) => step !== null);
  const chosen: Step[] = [];
  for (const step of candidates) {
    if (chosen.length < steps && chosen.every(({ action }) => action !== step.action)) chosen.push(step);
  }
  return chosen.map((step, at) => ({
    priority: (at + 1) as NextAction["priority"],
    ...step,
    suggestedRoute: routes[step.action],
  }));
}

const step = (action: NextActionName, title: string, rationale: string, promptKeys: string[] = []): Step => ({
  action,
  title,
  rationale,
  promptKeys,
});

/** Another measurement: a run, or an import where the project has only ever been given answers. */
function measureAgain({ scored, project }: BriefFacts, rationale: string): Step {
  const imported = project.promptCount === 0 && scored.surfaces.every((surface) => surface === "import");
  return imported
    ? step("import_answers", "Import newer answers", rationale)
    : step("run_again", "Run the analysis again", rationale);
}

const madeUp = ({ sandbox }: BriefFacts): Step | null =>
  sandbox
    ? step(
        "connect_engine",
        "Connect an assistant",
        "These answers were made up by the built-in sandbox; no real assistant was asked.",
      )
    : null;

const tooManyFailed = 0.2;

function failedCalls(facts: BriefFacts): Step | null {
  const { answers, answersFailed } = facts.scored.metrics;
  const calls = answers + answersFailed;
  if (answers === 0) {
    const rationale =
      answersFailed > 0
        ? `None of ${count(answersFailed, "call")} was answered.`
        : "There is no answer that the figures could rest on.";
    return measureAgain(facts, rationale);
  }
  if (answersFailed < calls * tooManyFailed) return null;
  return measureAgain(
    facts,
    `${answersFailed} of ${count(calls, "call")} failed, so the figures rest on ${count(answers, "answer")}.`,
  );
}

/** Below this no change is judged and no score has an interval. */
const fewestPrompts = 5;

function tooFewPrompts({ scored }: BriefFacts): Step | null {
  const { prompts, answers } = scored.metrics;
  if (answers > 0 && scored.warnings.includes("ONLY_BRANDED_PROMPTS")) {
    return step(
      "add_prompts",
      "Add prompts that name no brand",
      "Every prompt names a tracked brand, so the figures do not show who comes up unasked.",
    );
  }
  if (prompts >= fewestPrompts) return null;
  return step(
    "add_prompts",
    "Add prompts",
    `The figures rest on ${count(prompts, "prompt")}; below ${fewestPrompts} no change can be told from noise.`,
  );
}

const outdated = (facts: BriefFacts): Step | null =>
  facts.outside
    ? measureAgain(
        facts,
        `The newest answers are of ${dayOf(facts)}; ${timeframeInWords(facts.timeframe)} have none.`,
      )
    : null;

/** The day of the newest answer in the project's time zone: "17 May 2025". */
export const dayOf = ({ measuredAt, project }: Pick<BriefFacts, "measuredAt" | "project">): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: project.timezone }).format(
    new Date(measuredAt),
  );

const noRivals = ({ scored, brand }: BriefFacts): Step | null =>
  scored.competitors.length > 0
    ? null
    : step(
        "add_competitors",
        "Add the rivals to measure",
        `No rival is tracked, so nothing shows whom the assistants name instead of ${brand}.`,
      );

function noComparison(facts: BriefFacts): Step | null {
  const { change } = facts;
  if (!change)
    return measureAgain(facts, "There is no earlier report to compare with, and one report shows no trend.");
  if (change.direction === "model_changed")
    return measureAgain(
      facts,
      "The models have changed since the report before; the next report can be compared.",
    );
  if (change.direction !== "insufficient_data") return null;
  return measureAgain(
    facts,
    `The report before has ${count(change.prompts, "prompt")} in common with this one; a change needs 5, and 10 answers on each side.`,
  );
}

/** The severest prompt on which a rival is ahead. */
function gapToClose({ scored }: BriefFacts): Step | null {
  const gap = scored.gaps.find(({ gapType }) => gapType !== "not_cited");
  return gap ? step("close_gap", `Close the gap on ${quoted(gap)}`, gap.suggestion, [gap.promptKey]) : null;
}

const quoted = ({ prompt }: Pick<Gap, "prompt">): string => `“${prompt}”`;

/** Up to this share of the searched answers citing its own pages, a brand is hardly a source. */
const hardlyCited = 0.2;
const mostKeys = 5;

function neverCited({ scored, brand, domains: [domain] }: BriefFacts): Step | null {
  const { citationRate, answersSearched } = scored.metrics;
  if (citationRate === null || citationRate > hardlyCited || !domain) return null;
  const citing = Math.round(citationRate * answersSearched);
  const keys = scored.gaps.filter(({ gapType }) => gapType === "not_cited").map(({ promptKey }) => promptKey);
  return step(
    "become_citable",
    `Make ${domain} a source that assistants cite`,
    `${citing === 0 ? "None" : citing} of ${count(answersSearched, "answer")} that searched the web ${citing > 1 ? "cite" : "cites"} a page of ${brand}'s own.`,
    keys.slice(0, mostKeys),
  );
}

function rivalAhead(signal: CompetitorSignal | null, { scored }: BriefFacts): Step | null {
  if (!signal || signal.threat.level === "low") return null;
  const detail = scored.rivals?.find(({ name }) => name === signal.name);
  const keys = detail?.promptsWon.map(({ promptKey }) => promptKey) ?? [];
  return step("study_competitor", `See where ${signal.name} wins`, signal.sentence, keys);
}

/** What would make the figures surer. */
function betterData({ scored, domains, project, brand }: BriefFacts): (Step | null)[] {
  const { metrics, providers, stability } = scored;
  const [only, ...others] = providers.filter(({ answers }) => answers > 0);
  return [
    metrics.confidence === "directional" && metrics.appearanceRateCi
      ? step(
          "add_prompts",
          "Add prompts",
          `The ${count(metrics.answers, "answer")} are worth fewer than 20 independent ones: the rate may be anywhere in ${range(metrics.appearanceRateCi)} %.`,
        )
      : null,
    domains.length === 0
      ? step(
          "set_domain",
          `Say which domain is ${brand}'s`,
          `No domain of ${brand} is known, so no citation can be counted as its own.`,
        )
      : null,
    only && others.length === 0
      ? step(
          "connect_engine",
          "Connect a second assistant",
          `All answers are of one assistant: ${providerName(only.provider)}.`,
        )
      : null,
    stability === null && project.samples === 1
      ? step(
          "raise_samples",
          "Ask each prompt more than once",
          "Each prompt was put to each assistant once, so nothing shows how much its answers vary.",
        )
      : null,
  ];
}

function alwaysWorthIt(facts: BriefFacts): (Step | null)[] {
  const { scored, project } = facts;
  const { metrics } = scored;
  const prompt = scored.losingPrompts[0] ?? scored.prompts[0];
  return [
    project.schedule === "off" && project.promptCount > 0
      ? step(
          "schedule_runs",
          "Let it run by itself",
          "The project is measured only when somebody asks for it.",
        )
      : null,
    prompt
      ? step(
          "read_answers",
          `Read the answers to ${quoted(prompt)}`,
          "What was counted in each answer, and why, stands beside its text.",
          [prompt.promptKey],
        )
      : null,
    step(
      "add_prompts",
      "Add prompts",
      `More prompts than ${metrics.prompts} narrow the intervals; more samples hardly do.`,
    ),
    measureAgain(facts, `The newest answers are of ${dayOf(facts)}.`),
  ];
}
