import type { Config } from "../../config.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import type { Operations } from "../operator/operations.ts";
import { operate } from "../operator/operator-client.ts";
import { tableOf } from "../operator/table.ts";

type Planned = Awaited<ReturnType<Operations["planMeasurement"]>>;
type Way = Pick<Planned, "prompts" | "engines" | "runs" | "reports" | "asks" | "cost_usd" | "power"> & {
  half_width: number;
  smallest_change: number;
};

/** Prints how much to ask to see a change or know a level, or what a budget can show; other ways below it. */
export async function planMeasurement(
  config: Config,
  options: { project: string; detect?: string; within?: string; budget?: string; schedule?: string },
  io: Io,
): Promise<void> {
  const { project, detect, within, budget, schedule } = options;
  const goal = {
    ...(detect === undefined ? {} : { detect: numberOf("--detect", detect) }),
    ...(within === undefined ? {} : { within: numberOf("--within", within) }),
    ...(budget === undefined ? {} : { budgetUsd: numberOf("--budget", budget) }),
  };
  const terms = { projectId: project, goal, ...(schedule === undefined ? {} : { schedule }) };
  const plan = await operate(config, "planMeasurement", terms, inWholeProgram);
  const rows = [
    ["", "prompts", "assistants", "runs", "reports", "calls", "cost", "level", "change seen", "chance"],
    rowOf("recommended", plan),
    ...plan.alternatives.map(({ way, ...other }) => rowOf(way.replaceAll("_", " "), other)),
  ];
  for (const line of tableOf(rows)) say(io, line);
  io.stderr.write(
    `overheard: based on ${basisOf(plan)}. "level" is half the 95% interval over prompts like these.\n`,
  );
  if (!plan.reached) io.stderr.write(`overheard: ${shortfallOf(plan, budget !== undefined)}.\n`);
}

function basisOf({ assumptions: { from, variance } }: Planned): string {
  if (from === "recorded") return "what is usual, as nothing was measured yet";
  const rate = `at a rate of ${Math.round(100 * variance.appearance_rate)}%`;
  return variance.cells > 0
    ? `how the answers of its newest report vary, and answers usually do, ${rate}`
    : `its newest report, ${rate}; how much answers vary when asked again is the usual, as nothing was asked twice or no answer differed`;
}

function shortfallOf({ cost_usd: cost }: Planned, isBudget: boolean): string {
  if (!isBudget) return "one report cannot reach the goal; this is the most";
  return cost === null
    ? "what an answer costs is not known, so nobody can say what this buys; this is the project as it is"
    : "the budget does not buy the smallest measurement; this is it";
}

const rowOf = (name: string, way: Way): string[] => [
  ...[
    name,
    String(way.prompts),
    String(way.engines),
    String(way.runs),
    String(way.reports),
    String(way.asks),
  ],
  way.cost_usd === null ? "unknown" : `$${way.cost_usd.toFixed(2)}`,
  `±${points(way.half_width)}`,
  way.smallest_change >= 1 ? "none" : points(way.smallest_change),
  way.power === null ? "–" : `${Math.round(100 * way.power)}%`,
];

const points = (fraction: number): string => (100 * fraction).toFixed(1);

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw new CommandError(`${option} must be a number, without a unit or a percent sign.`, 2);
  return number;
}

/** A plan is an action: it needs the store and everything that `perform` needs. */
async function inWholeProgram(
  config: Config,
  _name: "planMeasurement",
  terms: Parameters<Operations["planMeasurement"]>[0],
): Promise<Planned> {
  const { buildApp } = await import("../app.ts");
  await using app = await buildApp({ ...config, logLevel: "warn" });
  return await app.operator.planMeasurement(terms);
}
