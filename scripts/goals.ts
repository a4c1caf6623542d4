/** What the server is to reach: the steps of `verify-full.ts` measure it, and its table at the end says what came of it. */
const goals = {
  kills: {
    step: "stop",
    goal: "kill -9 of 2 servers and 2 workers on PostgreSQL, 200 times: none lost, none charged twice, at most 1% asked again",
  },
  restarts: { step: "restart", goal: "20,000 requests during rolling restarts: none failed" },
  away: {
    step: "away",
    goal: "PostgreSQL restarted, or away for 30 s: 503 with Retry-After, well again within 5 s, no process lost",
  },
  disk: { step: "full-disk", goal: "disk full, then freed: clear errors, nothing lost, goes on by itself" },
  day: {
    step: "day",
    goal: "1,000,000 asks a day on one machine: p99 of reads at the same time at most 50 ms",
  },
  routes: {
    step: "routes",
    goal: "1,000 projects, 100,000 reports, 2,000,000 answers: p99 of every route at most 100 ms, no growing table read as a whole, a project deleted within 2 s",
  },
  workers: { step: "workers", goal: "asks a second of 4 workers: at least 3.2 times those of one" },
  "mixed-load": {
    step: "mixed-load",
    goal: "30 minutes of mixed load: memory grows by at most 1 MB a minute, descriptors not at all",
  },
  fuzz: {
    step: "fuzz-api",
    goal: "100,000 requests drawn from openapi.json: no 5xx, none outside the envelope",
  },
  prompts: {
    step: "prompts",
    goal: "prompts suggested from 28 sites, 8 of them written after the rules: nine in ten right, three or more for each",
  },
  neighbours: {
    step: "neighbours",
    goal: "one account does the worst that it may: another's p99 at most 100 ms (embedded 250 ms), of slower routes 3 times what it is alone and 250 ms; none failed, every row read",
  },
  upgrade: {
    step: "beside",
    goal: "an earlier version replaced under load: no request failed, nothing asked twice",
  },
} as const;

type GoalName = keyof typeof goals;

/** What a run has to say of a goal. */
interface Told {
  name: GoalName;
  /** In words, with the figures. */
  measured: string;
  /** Null where this machine cannot show it; `measured` says why. */
  met: boolean | null;
  /** What it was measured at is smaller than what the goal speaks of. */
  small: boolean;
}

const mark = "goal: ";

/** Whether benchmarks are to run at the size that their goals speak of, which takes hours: BENCH_FULL=1. */
export const fullSize = process.env.BENCH_FULL === "1";

/** Says what was measured, in a line that `toldIn` finds in the output of a run. */
export function tellGoal(
  name: GoalName,
  { measured, met, small = !fullSize }: { measured: string; met: boolean | null; small?: boolean },
): void {
  console.log(mark + JSON.stringify({ name, measured, met, small } satisfies Told));
}

/** What a line of output says of a goal; null where it says nothing. */
export function toldIn(line: string): Told | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as Told) : null;
}

export const goalSteps: readonly string[] = [...new Set(Object.values(goals).map(({ step }) => step))];

/**
 * A line for each goal: its verdict, the goal, what was measured. Where several runs spoke of one goal, all must have met
 * it. `failed` are the steps that ended with an error. `missed` is true where any verdict is that.
 */
export function goalTable(
  told: readonly Told[],
  failed: readonly string[],
): { lines: string[]; missed: boolean } {
  const verdicts = Object.entries(goals).map(([name, { step, goal }]) => {
    const own = told.filter((one) => one.name === name);
    const missed = failed.includes(step) || own.some(({ met }) => met === false);
    const small = own.some(({ small }) => small) ? ", small size" : "";
    const unknown = own.length === 0 ? "not run" : own.some(({ met }) => met === null) && "not shown";
    const verdict = missed ? "MISSED" : unknown || `met${small}`;
    const measured = own.map((one) => one.measured).join("; ");
    return { missed, line: `${verdict.padEnd(15)} ${goal}${measured && `\n${" ".repeat(16)}${measured}`}` };
  });
  return { lines: verdicts.map(({ line }) => line), missed: verdicts.some(({ missed }) => missed) };
}
