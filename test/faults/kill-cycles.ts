import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { openStore } from "../../src/server/db/open.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { postOf } from "../fixtures/draft-texts.ts";
import {
  account,
  type Client,
  client,
  freePort,
  type RunningServer,
  startServer,
} from "../server-process.ts";
import { type FakeVendor, startVendor } from "../vendors/vendor.ts";

/** What became of everything that a server accepted between two kills, and of its books at the end. */
export interface KillOutcome {
  cycles: number;
  /** Reports whose acceptance reached the caller. */
  accepted: number;
  lost: number;
  /** Reports that had not ended by the deadline after the restart began. */
  late: number;
  /** The last report of the slowest cycle, after its restart began. */
  slowestMs: number;
  /** Reports in the store; more than were accepted, as the kill cuts off answers too. */
  reports: number;
  /** Units in use, by the counter and by the sum of the ledger. */
  used: number;
  entries: number;
  /** Reports whose ledger is not what they owe, and entries of no report. */
  misbooked: number;
  /** Money still reserved, USD. */
  reservedUsd: number;
  jobsLeft: number;
  asks: number;
  /** Answered asks that do not have exactly one reading. */
  misread: number;
  /** Questions that reached the assistant, and claims that allow one: a kill may cost a job one more, never two. */
  questions: number;
  claims: number;
}

export interface KillTerms {
  cycles: number;
  /** Of the store: DATABASE_URL or OVERHEARD_DATA_DIR. */
  env: Record<string, string>;
  /** Milliseconds after a restart in which every report must end; a minute, as promised, unless said otherwise. */
  deadlineMs?: number;
  random?: () => number;
  onCycle?(cycle: number, accepted: number, endedAfterMs: number): void;
}

const promisedMs = 60_000;
/** A busy machine may take its time to accept the first run; killed before that, a cycle would show nothing. */
const firstAcceptedMs = 60_000;
const senders = 4;
/** A text that is not usable is asked for once more. */
const textsPerDraft = 2;
const draftTopic = "choosing a crm";

/** `kill -9` under load, again and again, on one store; everything accepted is followed to its end each time. */
export async function killCycles({
  cycles,
  env,
  deadlineMs = promisedMs,
  random = Math.random,
  onCycle,
}: KillTerms): Promise<KillOutcome> {
  await using vendor = await startVendor("openai", ({ body }) => ({
    answer: JSON.stringify(body).includes(draftTopic)
      ? postOf(draftTopic)
      : "Acme is the usual pick, then Bolt.",
    delayMs: 150,
  }));
  const full = {
    ...env,
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_ENGINE_LIMITS: "chatgpt=50/100000",
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_RUNS_AT_ONCE: "100000",
    OVERHEARD_MONTHLY_SPEND_USD: "1000000",
  };
  const port = await freePort();
  let server = await startServer(full, port);
  try {
    const me = await account(server.url, "kill@example.com", full);
    const project = await me.call<{ id: string }>("POST", "/v1/projects", {
      name: "Kill",
      brand: "Acme",
      competitors: [{ name: "Bolt" }],
      prompts: ["best crm?", "cheapest crm?", "crm for two people?"],
    });
    const outcome = { accepted: 0, lost: 0, late: 0, slowestMs: 0 };
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const accepted = await loadUntilKilled(server, me, project.data.id, random);
      const restarted = performance.now();
      server = await startServer(full, port);
      const found = await followed(client(server.url, me.key), accepted, restarted, deadlineMs);
      outcome.accepted += accepted.length;
      outcome.lost += found.lost;
      outcome.late += found.late;
      outcome.slowestMs = Math.max(outcome.slowestMs, found.endedAfterMs);
      onCycle?.(cycle, accepted.length, found.endedAfterMs);
    }
    await server.stop();
    return { cycles, ...outcome, ...(await books(env, vendor)) };
  } finally {
    await server.stop("SIGKILL");
  }
}

/** What must not be, in words; empty if the store kept its promises. */
export function brokenPromises(outcome: Omit<KillOutcome, "cycles" | "slowestMs">): string[] {
  const { accepted, lost, late, used, entries, misbooked, reservedUsd, jobsLeft, misread } = outcome;
  return [
    accepted > 0 ? "" : "nothing was accepted",
    lost === 0 ? "" : `${lost} accepted reports are lost`,
    late === 0 ? "" : `${late} reports had not ended in time after the restart`,
    used === entries ? "" : `${used} units are in use, the ledger says ${entries}`,
    misbooked === 0 ? "" : `${misbooked} reports are not booked as they ended`,
    Math.abs(reservedUsd) < 1e-6 ? "" : `${reservedUsd} USD stay reserved`,
    jobsLeft === 0 ? "" : `${jobsLeft} jobs are left`,
    misread === 0 ? "" : `${misread} answers have no reading, or several`,
    outcome.questions <= outcome.claims ? "" : "an ask was put twice on one claim",
  ].filter((fault) => fault !== "");
}

/** Sends runs until the server is killed at a random moment; the ids it answered with. */
async function loadUntilKilled(
  server: RunningServer,
  { call }: Client,
  projectId: string,
  random: () => number,
): Promise<string[]> {
  const accepted = new Set<string>();
  const first = Promise.withResolvers<void>();
  let killed = false;
  const run = async (path: string, body: object, headers?: Record<string, string>) => {
    const answer = await call<{ id: string }>("POST", path, { projectId, ...body }, headers).catch(
      () => null,
    );
    if (!answer || answer.status >= 300) return;
    accepted.add(answer.data.id);
    first.resolve();
  };
  const send = async (sender: number) => {
    // Some callers wait for the report, the others go on at once.
    const headers: Record<string, string> = sender % 2 === 0 ? { prefer: "wait=0" } : {};
    for (let number = 0; !killed; number += 1) {
      const prompts = [`sender ${sender} question ${number} at ${Date.now()}?`, "second?"];
      await run("/v1/analyze/custom", { brand: "Acme", prompts }, headers);
      await delay(20);
    }
  };
  const sending = Array.from({ length: senders }, (_, number) => send(number));
  const writer = async () => {
    // Every other draft fails, for what is written of it is not usable.
    for (let number = 0; !killed; number += 1) {
      const topic = number % 2 === 0 ? draftTopic : "something else";
      await run("/v1/generate-content", { platform: "linkedin", topic }, { prefer: "wait=0" });
      await delay(100);
    }
  };
  sending.push(writer(), run("/v1/analyze/project", {}));
  await Promise.race([first.promise, delay(firstAcceptedMs, undefined, { ref: false })]);
  await delay(random() * 1_500);
  killed = true;
  await server.stop("SIGKILL");
  await Promise.all(sending);
  return [...accepted];
}

/** Ids asked for at a time. */
const asked = 20;

/**
 * Waits until no report is under way, whether anybody heard of it or not; then looks once at each that was accepted. A
 * report that is still under way at the deadline is late.
 */
export async function followed(
  { call }: Pick<Client, "call">,
  ids: readonly string[],
  since: number,
  deadlineMs: number,
) {
  const elapsed = () => performance.now() - since;
  const underWay = async () => (await call<{ id: string }[]>("GET", "/v1/reports?status=processing")).data;
  let running = await underWay();
  while (running.length > 0 && elapsed() <= deadlineMs) {
    await delay(50);
    running = await underWay();
  }
  const found = { lost: 0, late: 0, endedAfterMs: elapsed() };
  const accepted = new Set(ids);
  for (let at = 0; at < ids.length; at += asked) {
    const some = ids.slice(at, at + asked);
    const reports = await Promise.all(
      some.map((id) => call<{ terminal: boolean }>("GET", `/v1/reports/${id}`)),
    );
    found.lost += reports.filter(({ status }) => status === 404).length;
    found.late += reports.filter(({ status, data }) => status !== 404 && !data.terminal).length;
  }
  found.late += running.filter(({ id }) => !accepted.has(id)).length;
  return found;
}

export type Books = Omit<KillOutcome, "cycles" | "accepted" | "lost" | "late" | "slowestMs">;

/** What was charged against what was run; every run has ended. */
export async function books(env: Record<string, string>, vendor: FakeVendor): Promise<Books> {
  const place = { databaseUrl: env.DATABASE_URL || null, dataDir: env.OVERHEARD_DATA_DIR ?? "" };
  await using store = await openStore(place, createLog("silent"));
  const { rows } = await sql<Omit<Books, "questions">>`
    with booked as (
      select report_id, sum(delta)::int as units, bool_or(reason <> 'reserve') as closed
      from quota_ledger group by report_id),
    readings as (
      select report_id, ordinal, count(*) as times from answer_readings group by report_id, ordinal)
    select (select count(*)::int from reports) as reports,
      (select coalesce(sum(used), 0)::int from quota_usage) as used,
      (select coalesce(sum(delta), 0)::int from quota_ledger) as entries,
      (select count(*)::int from reports r full join booked b on b.report_id = r.id
        where r.id is null or b.report_id is null or not b.closed
          or b.units <> case when r.status = 'failed' then 0 else r.units end) as misbooked,
      (select coalesce(sum(reserved_usd), 0) from spend_months) as "reservedUsd",
      (select count(*)::int from jobs.job where state <> 'completed') as "jobsLeft",
      (select count(*)::int from asks) as asks,
      (select count(*)::int from asks a left join readings n on n.report_id = a.report_id and n.ordinal = a.ordinal
        where a.status = 'ok' and n.times is distinct from 1) as misread,
      (select coalesce(sum(attempts), 0)::int from asks)
        + ${textsPerDraft}::int * (select coalesce(sum(attempts), 0)::int from drafts) as claims`.execute(
    store.db,
  );
  return { ...rows[0]!, questions: vendor.count() };
}
