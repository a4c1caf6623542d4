/**
 * Restores of a production store, with PostgreSQL's own tools, as docs/operating.md tells people to make them: a dump, and a
 * base backup with the log up to a moment before a mistake. Ends with an error if a server on the copy answers differently.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { postgresHere } from "../../test/postgres.ts";
import {
  account,
  benchSecret,
  type Client,
  client,
  freePort,
  startServer,
} from "../../test/server-process.ts";

const faults: string[] = [];
const expect = (right: boolean, fault: string) => void (right || faults.push(fault));
const began = performance.now();
const told = (words: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`);

const { bin: linked, owner } = postgresHere();
/** Where the server is, its other tools are. */
const bin = dirname(realpathSync(join(linked, "postgres")));
const place = mkdtempSync(join(tmpdir(), "overheard-backup-"));
const [data, archive, base, dump] = ["data", "archive", "base", "overheard.dump"].map((name) =>
  join(place, name),
);
const port = await freePort();
const urlOf = (database: string) => `postgresql://overheard:${benchSecret}@127.0.0.1:${port}/${database}`;
const tool = (name: string, ...words: string[]) =>
  execFileSync(join(bin, name), words, {
    ...owner,
    cwd: place,
    env: {
      ...process.env,
      PGPASSWORD: benchSecret,
      PGUSER: "overheard",
      PGHOST: "127.0.0.1",
      PGPORT: `${port}`,
    },
    stdio: ["ignore", "pipe", 2],
    encoding: "utf8",
  });
const psql = (statement: string) =>
  tool("psql", "--no-psqlrc", "--quiet", "--dbname=overheard", `--command=${statement}`);

if (owner) chownSync(place, owner.uid, owner.gid);
let postgres: ChildProcess | null = null;
try {
  mkdirSync(archive!);
  if (owner) chownSync(archive!, owner.uid, owner.gid);
  writeFileSync(join(place, "password"), benchSecret);
  tool(
    "initdb",
    `--pgdata=${data}`,
    "--username=overheard",
    "--auth=scram-sha-256",
    `--pwfile=${join(place, "password")}`,
    "--encoding=UTF8",
    "--locale=C",
  );
  appendFileSync(
    join(data!, "postgresql.conf"),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  );
  await startDatabase(data!);
  tool("createdb", "overheard");
  await fromDump();
  await toMoment();
} finally {
  await stopDatabase();
  rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.log(`MISSED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** A dump of a store in use, restored into a new database. */
async function fromDump(): Promise<void> {
  const before = await withServer("overheard", async (url) => {
    const owned = await account(url, "you@example.com", { DATABASE_URL: urlOf("overheard") });
    const projectId = await measured(owned);
    tool("pg_dump", "--format=custom", `--file=${dump}`, "overheard");
    told("pg_dump of a store in use");
    return { key: owned.key, projectId, answers: await answersOf(owned, projectId) };
  });
  tool("createdb", "restored");
  tool("pg_restore", "--dbname=restored", "--exit-on-error", "--single-transaction", dump!);
  await withServer("restored", async (url) => {
    const after = await answersOf(client(url, before.key), before.projectId);
    expect(isDeepStrictEqual(after, before.answers), "a restored dump answers differently");
    expect((await measured(client(url, before.key))) !== before.projectId, "a restored store cannot be used");
  });
  told("pg_restore into a new database: a server answers the same");
  const other = { OVERHEARD_SECRET: "another-secret-of-more-than-32-characters" };
  const started = await withServer("restored", async () => true, other).catch(() => false);
  expect(!started, "a server with another secret starts on a restored store");
}

/** A base backup of a store in use, and the log after it, up to a moment before a project was deleted. */
async function toMoment(): Promise<void> {
  const before = await withServer("overheard", async (url) => {
    const owned = await account(url, "them@example.com", { DATABASE_URL: urlOf("overheard") });
    tool("pg_basebackup", `--pgdata=${base}`, "--checkpoint=fast", "--wal-method=stream");
    told("pg_basebackup of a store in use");
    const projectId = await measured(owned);
    const answers = await answersOf(owned, projectId);
    psql("select pg_create_restore_point('before_the_mistake')");
    await owned.call("DELETE", `/v1/projects/${projectId}`);
    const { status } = await owned.call("GET", `/v1/projects/${projectId}`);
    expect(status === 404, "the mistake was not made");
    return { key: owned.key, projectId, answers };
  });
  psql("select pg_switch_wal()");
  await stopDatabase();
  appendFileSync(
    join(base!, "postgresql.conf"),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = 'before_the_mistake'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
  );
  writeFileSync(join(base!, "recovery.signal"), "");
  await startDatabase(base!);
  while (psql("select pg_is_in_recovery()").includes(" t\n"))
    await new Promise((resolve) => setTimeout(resolve, 100));
  await withServer("overheard", async (url) => {
    const after = await answersOf(client(url, before.key), before.projectId);
    expect(isDeepStrictEqual(after, before.answers), "the store of a moment answers differently");
  });
  told("recovery to a moment: a server answers as it did then");
}

async function withServer<T>(database: string, use: (url: string) => Promise<T>, more = {}): Promise<T> {
  // Addresses in answers are those of the site, wherever it runs.
  const site = { OVERHEARD_BASE_URL: "http://overheard.localhost" };
  const server = await startServer({ DATABASE_URL: urlOf(database), ...site, ...more });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}

/** A new project with a finished report; its id. */
async function measured(by: Client): Promise<string> {
  const project = await by.call<{ id: string }>("POST", "/v1/projects", {
    name: "Northwind kettles",
    brand: "Northwind",
    domain: "northwind.example",
    competitors: ["Fellow", "Smeg"],
    prompts: ["Which quiet electric kettle should I buy?", "Which electric kettle boils fastest?"],
  });
  let report = await by.call<Report>("POST", "/v1/analyze/project", { projectId: project.data.id });
  while (!report.data.terminal) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    report = await by.call<Report>("GET", `/v1/reports/${report.data.id}`);
  }
  expect(report.data.status === "completed", `the report is ${report.data.status}`);
  return project.data.id;
}

interface Report {
  id: string;
  status: string;
  terminal: boolean;
}

/** Everything that is said of a project and its newest report, in every word. */
async function answersOf(by: Client, projectId: string): Promise<unknown[]> {
  const answers: { status: number; data: unknown }[] = [];
  for (const path of [`/v1/projects/${projectId}`, `/v1/reports/latest?projectId=${projectId}&view=full`]) {
    const { status, data } = await by.call("GET", path);
    answers.push({ status, data });
  }
  expect(
    answers.every(({ status }) => status === 200),
    `${answers.map(({ status }) => status)} where 200 was due`,
  );
  return answers;
}

async function startDatabase(folder: string): Promise<void> {
  const settings = ["-D", folder, "-p", `${port}`, "-h", "127.0.0.1", "-k", place];
  postgres = spawn(join(bin, "postgres"), settings, {
    ...owner,
    cwd: place,
    stdio: "ignore",
  });
  for (let tries = 0; tries < 600; tries++) {
    try {
      tool("pg_isready", "--quiet", "--dbname=postgres");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("PostgreSQL did not start");
}

async function stopDatabase(): Promise<void> {
  if (!postgres || postgres.exitCode !== null) return;
  const ended = once(postgres, "exit");
  // A fast shutdown: connections are ended, the log is written out and archived.
  postgres.kill("SIGINT");
  await ended;
}
