import { createHash } from "node:crypto";
import type { Until } from "../../figures/planning/until.ts";
import { firstWave, samplesWithin } from "../../figures/planning/until.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import { normalisePrompt } from "../../reader/prompt.ts";
import type { Provider } from "../../reader/provider.ts";
import { periodAt } from "../api/access/quota.ts";
import type { Caller } from "../api/caller.ts";
import type { Services } from "../api/context.ts";
import type { Db } from "../db/db.ts";
import type { EngineChoice } from "../engines/engine-choice.ts";
import { newId } from "../kernel/id.ts";
import { invalid, type Problem } from "../kernel/problem.ts";
import type { Parsing } from "../outbound/parsing.ts";
import type { Project } from "../projects/project.ts";
import { runProviders } from "../projects/project-terms.ts";
import type { GivenPrompt } from "../projects/prompts/prompt-terms.ts";
import type { Report } from "../reports/reports.ts";
import { asksPerRunMax, type PlannedAsk, planAsks } from "./asking/planned-asks.ts";
import { acceptRun } from "./runs.ts";

/** What is to be measured. */
export interface Measurement {
  type: "visibility_analysis" | "visibility_analysis_api";
  project: Project;
  brands: TrackedBrands;
  prompts: readonly GivenPrompt[];
  /** When it may stop asking; absent: it asks as often as the project says. */
  until?: Until | undefined;
}

/** What a run will ask: checked but not yet accepted. */
export interface PlannedRun extends Measurement {
  providers: Provider[];
  /** Of a run with `until` those that it begins with. */
  asks: PlannedAsk[];
  samples: number;
  asksPlanned: number;
  /** Equal for two runs that ask the same. */
  inputHash: string;
}

/** Equal for two runs that ask the same. Throws a 400 if an engine is not configured. */
export const inputHashOf = (engines: EngineChoice, measurement: Measurement): string =>
  hashOf(measurement, runProviders(measurement.project.providers, engines));

/**
 * Plans the asks of a run. Throws a 400 if an engine is not configured, or if there are too many asks, and BusyError if
 * this machine has no time to look for the brands in the prompts.
 */
export async function planRun(
  { engines, parsing }: { engines: EngineChoice; parsing: Pick<Parsing, "answers"> },
  measurement: Measurement & { inputHash?: string },
): Promise<PlannedRun> {
  const { project, brands, prompts, until } = measurement;
  const providers = runProviders(project.providers, engines);
  const { inputHash = hashOf(measurement, providers) } = measurement;
  const normalised = prompts.map(({ prompt }) => normalisePrompt(prompt));
  const branded = await parsing.answers(brands).brandedOf(normalised);
  const once = planAsks(prompts, providers, 1, (prompt) => branded.has(prompt));
  const samples = until ? samplesWithin(until, once.length, asksPerRunMax) : project.samples;
  const asksPlanned = once.length * samples;
  const fewestAsks = Math.max(asksPlanned, once.length);
  if (fewestAsks > asksPerRunMax) throw tooManyAsks(fewestAsks);
  if (samples === 0) throw tooFewAsks(once.length);
  const asks = once.flatMap((ask) =>
    Array.from({ length: until ? Math.min(samples, firstWave) : samples }, (_, index) => ({
      ...ask,
      sample: index + 1,
      ordinal: ask.ordinal * samples + index,
    })),
  );
  return { ...measurement, providers, asks, samples, asksPlanned, inputHash };
}

/** The account whose quota a run uses. */
export type Account = Pick<Caller, "plan" | "planStartedAt">;

/**
 * Accepts a planned run in the given transaction: report, asks, jobs and quota together, so that an accepted run is
 * durable. Throws BILLING_REQUIRED.
 */
export function acceptPlanned(
  db: Db,
  parts: Pick<Services, "queue" | "settings" | "now"> & { engines: EngineChoice },
  account: Account,
  planned: PlannedRun,
  options: { scheduled: boolean },
): Promise<Report> {
  const { engines, queue, settings, now } = parts;
  const { project, providers } = planned;
  const ownEngines = providers.filter(engines.isOwn);
  const period = periodAt(account.planStartedAt, now());
  return acceptRun(db, {
    id: newId(),
    project,
    type: planned.type,
    brands: planned.brands,
    terms: {
      country: project.country,
      language: project.language,
      providers,
      samples: planned.samples,
      prompts: [...planned.prompts],
      ...(ownEngines.length > 0 ? { ownEngines } : {}),
      ...(planned.until ? { until: planned.until, planned: planned.asksPlanned } : {}),
    },
    asks: planned.asks.map((ask) => ({
      ...ask,
      surface: engines.get(ask.provider)!.surface,
      estimateUsd: engines.get(ask.provider)!.estimateUsd,
    })),
    inputHash: planned.inputHash,
    quota: {
      periodStart: period.start,
      resetsAt: period.end,
      limit: settings.plans[account.plan].quotas.visibility,
    },
    monthlySpendUsd: settings.monthlySpendUsd,
    scheduled: options.scheduled,
    queue,
    now: now(),
  });
}

const hashOf = (
  { type, brands, prompts, project, until }: Measurement,
  providers: readonly string[],
): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        ...[type, brands, prompts, providers, project.samples, project.country, project.language],
        ...(until ? [until] : []),
      ]),
    )
    .digest("base64url");

const tooFewAsks = (cells: number): Problem =>
  invalid([
    {
      in: "body",
      path: "/until/atMost",
      code: "too_small",
      message: `Each prompt put to each assistant once makes ${cells} calls.`,
      expected: `≥ ${cells}`,
    },
  ]);

const tooManyAsks = (count: number): Problem =>
  invalid([
    {
      in: "body",
      path: "/projectId",
      code: "too_many_asks",
      message: `Prompts × engines × samples make ${count} asks; one run has at most ${asksPerRunMax}.`,
    },
  ]);
