/**
 * How long two workers on PostgreSQL take to accept the runs of 1,000 projects (BENCH_PROJECTS) of 50 users that are due in the same
 * minute, spreading switched off. `npm run bench -- schedule`. The baseline is that minute; none may begin twice or late.
 * PostgreSQL is TEST_DATABASE_URL, or started for the occasion; the sandbox answers meanwhile.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../src/server/db/db.ts";
import { openStore } from "../src/server/db/open.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { replacePrompts } from "../src/server/projects/prompts/prompts.ts";
import { setNextRun } from "../src/server/projects/schedules.ts";
import { startPostgres } from "../test/postgres.ts";
import { startProcess } from "../test/server-process.ts";
import { insertSomebodysProject } from "../test/work.ts";

const projects = Number(process.env.BENCH_PROJECTS ?? 1_000);
const users = 50;
const prompts = [
  "Which CRM is best for a small team?",
  "What is a cheap CRM?",
  "Which CRM has the best app?",
];
const minuteMs = 60_000;
/** All are set and both workers are up by then. */
const leadMs = 15_000 + 3 * projects;
const longestMs = 5 * minuteMs;

await using postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
const databaseUrl = process.env.TEST_DATABASE_URL ?? postgres!.url;
await using store = await openStore({ databaseUrl, dataDir: "." }, createLog("warn"));
const { db } = store;

const ids = await insertProjects();
const due = new Date(Date.now() + leadMs);
for (const id of ids) await setNextRun(db, id, due);
const workers = [1, 2].map(() =>
  startProcess([`${import.meta.dirname}/../src/main.ts`, "worker"], {
    DATABASE_URL: databaseUrl,
    OVERHEARD_SCHEDULE_SPREAD: "off",
  }),
);
const began = await waitForAll(db);
for (const worker of workers) worker.kill("SIGTERM");
show(began);

async function insertProjects(): Promise<string[]> {
  const made: string[] = [];
  const owners: string[] = [];
  for (let number = 0; number < projects; number += 1) {
    const { id, organizationId } = await insertSomebodysProject(db);
    if (owners.length < users) owners.push(organizationId);
    await db.transaction().execute((db) =>
      replacePrompts(
        db,
        id,
        prompts.map((prompt) => ({ prompt, intent: null })),
      ),
    );
    const owner = owners[number % users]!;
    await db
      .updateTable("projects")
      .set({ schedule: "daily", user_id: owner })
      .where("id", "=", id)
      .execute();
    made.push(id);
  }
  return made;
}

interface Began {
  reports: number;
  /** Projects with a run that was accepted. */
  accepted: number;
  /** Milliseconds from the time that all were due to the last one's acceptance. */
  lastMs: number;
}

/** Looks until every project has its report, and a little longer for those that are too many. */
async function waitForAll(db: Db): Promise<Began> {
  for (;;) {
    const began = await look(db);
    if (began.accepted >= projects || Date.now() - due.getTime() > longestMs) {
      await delay(3_000);
      return look(db);
    }
    await delay(250);
  }
}

async function look(db: Db): Promise<Began> {
  const { rows } = await sql<{ reports: number; accepted: number; last: Date | null }>`
    select count(*)::int as reports,
      (count(distinct project_id) filter (where jobs_total > 0))::int as accepted, max(created_at) as last
    from reports where scheduled`.execute(db);
  const { reports, accepted, last } = rows[0]!;
  return { reports, accepted, lastMs: last === null ? 0 : last.getTime() - due.getTime() };
}

function show({ reports, accepted, lastMs }: Began): void {
  const seconds = (lastMs / 1_000).toFixed(1);
  console.log("Scheduled runs due at the same moment, two workers on PostgreSQL");
  console.log(`due ${projects}, accepted ${accepted}, twice ${reports - accepted}`);
  console.log(`last one accepted after ${seconds} s, ${(lastMs / minuteMs).toFixed(3)} of the minute`);
  const held = accepted === projects && reports === accepted && lastMs <= minuteMs;
  console.log(held ? "held   all accepted within the minute, none twice" : "missed");
  if (!held) process.exitCode = 1;
}
