import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client as Postgres } from "pg";
import { leaseSeconds } from "../../src/server/queue/boss.ts";
import { account, type Client, program, startProcess, startServer } from "../server-process.ts";
import { stores } from "../stores.ts";
import { type FakeVendor, startVendor } from "../vendors/vendor.ts";
import { books, followed } from "./kill-cycles.ts";

const postgres = stores.find(({ name }) => name === "PostgreSQL")!;
const promptsPerReport = 2;

/** Where a run stands as its process is stopped, in the order in which one process can be brought to all of them. */
const moments = {
  closing: "its figures are being stored",
  sent: "its questions are with the assistant",
  answered: "the answers arrive while it stands still",
  settling: "its answers are being stored",
  claimed: "its questions are claimed and not asked yet",
} as const;
type Moment = keyof typeof moments;

/** Statements that wait for a lock of the test's as a run comes to a moment, each in the transaction of the process. */
const gates: Partial<Record<Moment, { key: number; sql: string }>> = {
  closing: {
    key: 4_001,
    sql: `create function gate_closing() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4001); return new; end';
      create trigger gate before insert on report_readings for each row execute function gate_closing()`,
  },
  settling: {
    key: 4_002,
    sql: `create function gate_settling() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4002); return new; end';
      create trigger gate_settling before update on asks for each row
        when (new.status = 'ok' and old.status = 'pending' and new.prompt like '%settling%')
        execute function gate_settling()`,
  },
  claimed: {
    key: 4_003,
    sql: `create function gate_claimed() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4003); return new; end';
      create trigger gate_claimed before update on asks for each row
        when (new.attempts > old.attempts and new.prompt like '%claimed%') execute function gate_claimed()`,
  },
};

/** What runs, what of it stands still, and what is started meanwhile. */
const roles = [
  { stopped: "a server that works", first: ["serve"], next: "serve" },
  { stopped: "a worker", first: ["serve without work", "worker"], next: "worker" },
  { stopped: "a server and a worker at once", first: ["serve", "worker"], next: "serve" },
] as const;

describe("processes that stand still longer than their claims last", { concurrency: true }, () => {
  for (const { stopped, first, next } of roles) {
    test(`PostgreSQL: ${stopped}, at each step of a run: nothing is lost, and nothing booked twice`, {
      skip: postgres.skip,
      timeout: 280_000,
    }, async (t) => {
      const databaseUrl = (await postgres.open(t)).connectionString!;
      const world = await worldOf(t, databaseUrl);
      const { gate, env, asked } = world;
      const ends: ChildProcess[] = [];
      const start = async (role: string) => {
        const child = await started(role, env);
        t.after(() => child.child.kill("SIGKILL"));
        ends.push(child.child);
        return child;
      };
      const processes = [];
      for (const role of first) processes.push({ role, ...(await start(role)) });
      const me = await account(processes[0]!.url!, "still@example.com", env);
      const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
        ...{ name: "Still", brand: "Acme", prompts: ["best crm?"] },
      });

      await gate.close();
      const accepted: string[] = [];
      for (const moment of Object.keys(moments) as Moment[]) {
        accepted.push(await run(me, project.id, moment));
        await within(30_000, moment, async () =>
          gates[moment]
            ? gate.waits(gates[moment].key)
            : asked.filter((question) => question.includes(moment)).length === promptsPerReport,
        );
      }
      const victims = processes.filter(({ role }) => role !== "serve without work");
      for (const { child } of victims) child.kill("SIGSTOP");
      world.stopped();
      await gate.open();
      await start(next);
      await delay((leaseSeconds + 4) * 1_000);
      for (const { child } of victims) child.kill("SIGCONT");
      world.goOn();

      const since = performance.now();
      const found = await followed(me, accepted, since, 60_000);
      assert.deepEqual([found.lost, found.late], [0, 0], JSON.stringify(found));
      for (const [at, id] of accepted.entries()) {
        const { data } = await me.call<{ status: string; metrics: { answers: number } }>(
          "GET",
          `/v1/reports/${id}`,
        );
        assert.deepEqual([data.status, data.metrics.answers], ["completed", promptsPerReport], `${at}`);
      }
      const times = Map.groupBy(asked, (question) => question);
      for (const [question, all] of times) {
        // What was being asked or stored as the claim lapsed may be asked again, once; what was stored is not.
        const most = question.includes("closing") ? 1 : 2;
        assert.ok(all.length <= most, `${question} ${all.length} times`);
      }
      // A job that was put back twice waits for somebody to find that there is nothing to do.
      await within(30_000, "a queue without jobs", async () => (await gate.jobsLeft()) === 0);
      for (const child of ends) {
        const exit = once(child, "exit");
        child.kill("SIGTERM");
        await exit;
      }
      const questions = accepted.length * promptsPerReport;
      assert.equal(times.size, questions);
      const { used, entries, misbooked, misread, reservedUsd, jobsLeft } = await books(env, world.vendor);
      assert.deepEqual(
        { used, entries, misbooked, misread, jobsLeft, reserved: Math.abs(reservedUsd) < 1e-6 },
        {
          ...{ used: questions, entries: questions, misbooked: 0, misread: 0, jobsLeft: 0 },
          reserved: true,
        },
      );
    });
  }
});

/** An assistant and a store that can be held at each moment. */
async function worldOf(t: TestContext, databaseUrl: string) {
  const stopped = Promise.withResolvers<void>();
  const onward = Promise.withResolvers<void>();
  const asked: string[] = [];
  const vendor: FakeVendor = await startVendor("openai", ({ body }) => {
    const [question = ""] = /Question \d of \w+/.exec(JSON.stringify(body)) ?? [];
    const again = asked.includes(question);
    asked.push(question);
    const answer = "Acme is the usual pick, then Bolt.";
    if (again) return { answer };
    if (question.includes("sent")) return { answer, after: onward.promise };
    if (question.includes("answered")) return { answer, after: stopped.promise };
    return { answer };
  });
  t.after(() => vendor.close());
  const client = new Postgres({ connectionString: databaseUrl });
  // The database goes before what is registered later ends.
  client.on("error", () => undefined);
  await client.connect();
  t.after(() => client.end());
  for (const { sql } of Object.values(gates)) await client.query(sql);
  const keys = Object.values(gates).map(({ key }) => key);
  const gate = {
    close: async () => {
      for (const key of keys) await client.query("select pg_advisory_lock($1)", [key]);
    },
    jobsLeft: async () => (await client.query("select from jobs.job where state <> 'completed'")).rows.length,
    open: () => client.query("select pg_advisory_unlock_all()"),
    async waits(key: number) {
      const { rows } = await client.query(
        "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [key],
      );
      return rows.length > 0;
    },
  };
  const env = {
    DATABASE_URL: databaseUrl,
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_ENGINE_LIMITS: "chatgpt=50/100000",
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_RUNS_AT_ONCE: "100",
    OVERHEARD_MONTHLY_SPEND_USD: "100000",
  };
  return { vendor, asked, gate, env, stopped: stopped.resolve, goOn: onward.resolve };
}

async function started(role: string, env: Record<string, string>) {
  if (role !== "worker") {
    const { url, child } = await startServer(role === "serve" ? env : { ...env, OVERHEARD_WORKER: "off" });
    return { url, child };
  }
  const child = startProcess([program, "worker"], env);
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on("data", (bytes: Buffer) => {
      if (bytes.includes("overheard: working")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return { url: null, child };
}

async function run({ call }: Client, projectId: string, moment: Moment): Promise<string> {
  const prompts = Array.from({ length: promptsPerReport }, (_, at) => `Question ${at} of ${moment}?`);
  const body = { projectId, brand: "Acme", prompts };
  const { status, data } = await call<{ id: string }>("POST", "/v1/analyze/custom", body, {
    prefer: "wait=0",
  });
  assert.ok(status < 300, `${moment}: ${status}`);
  return data.id;
}

async function within(ms: number, what: string, reached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + ms; !(await reached()); await delay(50))
    assert.ok(performance.now() < deadline, `${what} is reached`);
}
