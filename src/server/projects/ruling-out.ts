import type { Until } from "../../figures/planning/until.ts";
import { leastRuledOut, samplesWithin } from "../../figures/planning/until.ts";
import type { Context } from "../api/context.ts";
import { latestReport } from "../reports/reports.ts";
import { asksPerRunMax } from "../runs/asking/planned-asks.ts";
import type { Project } from "./project.ts";

/** Warns where a run that asks until a change is ruled out cannot do that with all the calls that it may make. */
export async function warnOfRulingOut(
  { db, engines, warn }: Pick<Context, "db" | "engines" | "warn">,
  { id, providers }: Pick<Project, "id" | "providers">,
  until: Until | null | undefined,
  prompts: number,
): Promise<void> {
  if (until?.change === undefined) return;
  const assistants = (providers ?? engines.configured()).length;
  const samples = samplesWithin(until, prompts * assistants, asksPerRunMax);
  const previous = samples > 0 ? await latestReport(db, id, "main") : undefined;
  const least = previous?.scored ? leastRuledOut(previous.scored.cells, samples) : null;
  if (least === null || 100 * least < until.change) return;
  warn({
    code: "NOT_RULED_OUT",
    path: "/until/change",
    message: `A change of ${until.change} points cannot be ruled out with ${samples} answers of each assistant to each prompt: the smallest that can is ${Math.ceil(100 * least)} points. The run stops early only where a change is shown.`,
  });
}
