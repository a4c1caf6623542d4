import { LRUCache } from "lru-cache";
import { type SoFar, soFar } from "../../../figures/so-far.ts";
import type { Context } from "../../api/context.ts";
import { cacheOfBytes, heldBytes } from "../../db/memory/held-bytes.ts";
import { logFailure } from "../../kernel/outage.ts";
import { filterOf, keyOfPart, type Part } from "../part/report-part.ts";
import type { Report } from "../reports.ts";
import { allAsks } from "../rows/answer-batches.ts";
import type { StoredAnswer } from "../rows/answers.ts";
import { createRounds, noRest, type Rest, type Rounds } from "./rounds.ts";

type Parts = Pick<Context, "db" | "parsing" | "log">;

interface Made {
  /** How far the report was when somebody asked. */
  at: string;
  soFar: SoFar;
}

interface Wanted {
  parts: Parts;
  report: Report;
  part: Part | undefined;
  at: string;
}

/** Reports whose figures are asked for at once. */
const mostReports = 1_000;
const rounds = new LRUCache<string, Rounds<Wanted, Made>>({ max: mostReports });
/** By organization: one with many reports under way has them computed in a tenth of the time all the same. */
const rests = new LRUCache<string, Rest>({ max: mostReports });
const cache = cacheOfBytes<Made>(32_000_000, ({ soFar }) => 2 * heldBytes(soFar));

/**
 * What is known of a report under way, or of a part of it, from the answers that are stored; null if none is, or if it could not be
 * computed in time. The same object until another ask has settled, and a second or more has passed.
 */
export async function figuresSoFar(
  parts: Parts,
  report: Report,
  part: Part | undefined,
): Promise<SoFar | null> {
  if (report.jobsDone === 0) return null;
  const at = `${report.jobsTotal} ${report.jobsDone} ${report.jobsFailed}`;
  const { part: partKey, over } = part ? keyOfPart(part) : { part: "", over: "" };
  const name = `${partKey} ${over}`;
  const key = `${report.id} ${name}`;
  const cachedEntry = cache.get(key) ?? null;
  if (cachedEntry?.at === at) return cachedEntry.soFar;
  const figures = await roundsOf(report).next(name, { parts, report, part, at }, cachedEntry);
  if (figures && figures !== cachedEntry) cache.set(key, figures);
  return figures?.soFar ?? null;
}

function roundsOf({ id, organizationId }: Report): Rounds<Wanted, Made> {
  let own = rounds.get(id);
  if (!own) {
    const rest = rests.get(organizationId) ?? noRest();
    rests.set(organizationId, rest);
    own = createRounds({ make: compute, clock: () => performance.now(), rest });
    rounds.set(id, own);
  }
  return own;
}

/** The whole and all parts of one report that are wanted; of several, its answers are read once. */
async function compute(requests: ReadonlyMap<string, Wanted>): Promise<ReadonlyMap<string, Made>> {
  const entries = new Map<string, Made>();
  const together = requests.size > 1;
  let all: StoredAnswer[] | undefined;
  for (const [name, one] of requests) {
    const { parts, report, part, at } = one;
    try {
      if (together) all ??= await asksOf(one, undefined);
      const asks = all ? within(all, part) : await asksOf(one, part);
      const scored = await parts.parsing.score({ answers: asks, brands: report.brands, growing: true });
      entries.set(name, { at, soFar: soFar(scored, asks) });
    } catch (error) {
      logFailure(
        parts.log,
        { report: report.id, err: error, level: "warn" },
        "figures of a running report could not be computed",
      );
    }
  }
  return entries;
}

const asksOf = ({ parts, report }: Wanted, part: Part | undefined): Promise<StoredAnswer[]> =>
  allAsks(parts.db, report, part && filterOf(part));

function within(asks: StoredAnswer[], part: Part | undefined): StoredAnswer[] {
  if (!part) return asks;
  const { promptKeys, provider } = filterOf(part);
  const own = promptKeys && new Set(promptKeys);
  return asks.filter((ask) => (!own || own.has(ask.promptKey)) && (!provider || ask.provider === provider));
}
