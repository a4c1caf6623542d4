import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { postgresHere, startPostgres } from "../postgres.ts";
import { benchSecret, client, freePort } from "../server-process.ts";
import { startVendor } from "../vendors/vendor.ts";
import { commandAs, ready, serveAs, unpackVersion } from "./earlier-version.ts";
import type { RunningStore } from "./running-store.ts";

/**
 * Has an earlier version begin a run, and kills it when two of six questions are answered, two are being asked and two wait:
 * `node test/upgrades/make-store.ts REF`. Its database is dumped into `stores/`.
 */
const ref = process.argv[2];
if (!ref) throw new Error("name a tag or a commit: node test/upgrades/make-store.ts REF");

using version = unpackVersion(ref);
await using postgres = await startPostgres();
await using vendor = await startVendor("openai", ({ body }) =>
  JSON.stringify(body).includes("slow") ? { delayMs: 600_000 } : { answer: "Acme is the usual pick." },
);
const port = await freePort();
const settings = {
  ...{ DATABASE_URL: postgres.url, OVERHEARD_SECRET: benchSecret, PORT: String(port) },
  ...{ OPENAI_API_KEY: "key", OPENAI_BASE_URL: vendor.url, OVERHEARD_ENGINE_LIMITS: "chatgpt=2/100000" },
};
const server = serveAs(version, settings);
server.stderr.pipe(process.stderr);
const url = `http://127.0.0.1:${port}`;
await ready(url);
const email = "me@acme.example";
commandAs(version, ["user", "create", "--email", email], settings);
const me = client(url, commandAs(version, ["key", "create", "--email", email], settings));

const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
  ...{
    name: "Acme",
    brand: "Acme",
    competitors: [{ name: "Bolt" }],
    prompts: ["best crm?"],
    schedule: "daily",
  },
});
const done = await me.call<{ id: string; status: string; headline: string }>(
  "POST",
  "/v1/analyze/project",
  { projectId: project.id },
  { prefer: "wait=20" },
);
if (done.data.status !== "completed") throw new Error(`the first run is ${done.data.status}`);
const prompts = ["first?", "second?", "third, slow?", "fourth, slow?", "fifth, slow?", "sixth, slow?"];
const { data: run } = await me.call<{ id: string }>(
  "POST",
  "/v1/analyze/custom",
  { projectId: project.id, brand: "Acme", prompts },
  { prefer: "wait=0" },
);

const db = new Client({ connectionString: postgres.url });
await db.connect();
const counted = async (statement: string): Promise<number> =>
  Number((await db.query<{ n: string }>(statement)).rows[0]!.n);
for (;;) {
  const answered = await counted("select count(*) as n from asks where status = 'ok'");
  const asking = await counted(
    "select count(*) as n from jobs.job where name = 'ask.chatgpt' and state = 'active'",
  );
  if (answered === 3 && asking === 2) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
server.kill("SIGKILL");
await once(server, "exit");
const { rows } = await db.query<{ name: string; at: Date }>(
  "select name, now() as at from kysely_migration order by name desc limit 1",
);
await db.end();

const { name: lastMigration, at } = rows[0]!;
const expected: RunningStore = {
  ...{ commit: version.commit, lastMigration, at: at.toISOString(), secret: benchSecret },
  ...{ key: me.key, projectId: project.id, done: { id: done.data.id, headline: done.data.headline } },
  running: { id: run.id, prompts: prompts.length, unanswered: prompts.slice(2) },
};
const file = join(import.meta.dirname, "stores", `store-${lastMigration.slice(0, 4)}`);
if (existsSync(`${file}.json`)) throw new Error(`${file}.json is there, and is never written again`);
const dump = execFileSync(
  join(postgresHere().bin, "pg_dump"),
  ["--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", "--no-comments", postgres.url],
  { encoding: "utf8", maxBuffer: 256e6 },
);
// Words to psql, which alone understands them.
const plain = dump.replaceAll(/^(?:\\.*|--.*)\n/gm, "").replaceAll(/\n{2,}/g, "\n");
writeFileSync(`${file}.sql.gz`, gzipSync(plain, { level: 9 }));
writeFileSync(`${file}.json`, `${JSON.stringify(expected, null, 2)}\n`);
console.log(`${file}.sql.gz`);
process.exitCode = 0;
