import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tellGoal } from "../../scripts/goals.ts";
import { startPostgres } from "../postgres.ts";
import { benchSecret, type Client, client, freePort, startServer } from "../server-process.ts";
import { startVendor } from "../vendors/vendor.ts";
import { commandAs, ready, serveAs, unpackVersion } from "./earlier-version.ts";
import type { RunningStore } from "./running-store.ts";

/**
 * One server of an earlier version (the newest of `stores/`, or the tag or commit that is named) and the current one on one
 * database, under load, while the second replaces the first. Ends with an error if a request fails, a run does not end, a
 * question is asked twice, the earlier version can be started on the updated store, or all of it takes more than four minutes.
 */
const ref = process.argv[2] ?? newestStore().commit;
const faults: string[] = [];
const bound = setTimeout(() => {
  console.log("MISSED: it did not end within four minutes");
  process.exit(1);
}, 240_000);
using version = unpackVersion(ref);
await using postgres = await startPostgres();
await using vendor = await startVendor("openai", { answer: "Acme is the usual pick.", delayMs: 200 });
const port = await freePort();
const settings = {
  ...{ DATABASE_URL: postgres.url, OVERHEARD_SECRET: benchSecret, OVERHEARD_RATE_LIMIT_SCALE: "1000" },
  ...{ OPENAI_API_KEY: "key", OPENAI_BASE_URL: vendor.url, OVERHEARD_RUNS_AT_ONCE: "1000" },
  OVERHEARD_SHUTDOWN_NOTICE_SECONDS: "1",
};
const old = serveAs(version, { ...settings, PORT: String(port) });
process.on("exit", () => old.kill("SIGKILL"));
old.stderr.resume();
const oldUrl = `http://127.0.0.1:${port}`;
await ready(oldUrl);
const email = "me@acme.example";
commandAs(version, ["user", "create", "--email", email], settings);
const before = client(oldUrl, commandAs(version, ["key", "create", "--email", email], settings));
const { data: project } = await before.call<{ id: string }>("POST", "/v1/projects", {
  ...{ name: "Acme", brand: "Acme", competitors: [], prompts: ["best crm?"] },
});
const load = { servers: [before], sent: 0, reports: [] as string[], over: false };
const loads = Array.from({ length: 4 }, () => send());
await seconds(3);

const current = await startServer(settings);
const after = client(current.url, before.key);
console.log(`the current version is ready beside ${ref} after ${(current.readyAfterMs / 1000).toFixed(1)} s`);
load.servers = [before, after];
const both = load.sent;
await seconds(8);
console.log(`${load.sent - both} requests to both, on the updated store`);

const second = serveAs(version, { ...settings, PORT: String(await freePort()) });
let said = "";
second.stderr.on("data", (bytes: Buffer) => (said += bytes));
// If it starts after all, it would not end by itself.
const patience = setTimeout(() => second.kill("SIGKILL"), 30_000);
const [code] = (await once(second, "close")) as [number | null];
clearTimeout(patience);
const words = said.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
console.log(`the earlier version, started again, ends with ${code}: ${words.join(" | ")}`);
if (code !== 1 || words.length !== 1 || !words[0]!.includes("newer version"))
  faults.push("the earlier version does not say in one line why it cannot start");

load.servers = [after];
await seconds(1);
old.kill("SIGTERM");
const [ended] = (await once(old, "exit")) as [number | null];
if (ended !== 0) faults.push(`the earlier version ended with ${ended}`);
await seconds(2);
load.over = true;
await Promise.all(loads);
for (const id of load.reports) {
  const status = await statusOf(after, id);
  if (status !== "completed") faults.push(`the report ${id} is ${status}`);
}
const repeated = vendor.count() - 2 * load.reports.length;
if (repeated > 0) faults.push(`${repeated} questions were asked twice`);
if ((await current.stop()) !== 0) faults.push("the current version did not end in order");
console.log(`${load.sent} requests, ${load.reports.length} runs accepted, ${faults.length} faults`);
for (const fault of faults.slice(0, 20)) console.log(`MISSED: ${fault}`);
tellGoal("upgrade", {
  measured: `${load.sent} requests, ${load.reports.length} runs, ${faults.length} faults`,
  met: faults.length === 0,
  small: false,
});
process.exitCode = faults.length > 0 ? 1 : 0;
clearTimeout(bound);

async function send(): Promise<void> {
  for (let number = 0; !load.over; number += 1) {
    const server = load.servers[number % load.servers.length]!;
    const isRun = number % 10 === 0;
    const isWrite = number % 10 === 5;
    const body = { projectId: project.id, brand: "Acme", prompts: ["best crm?", "best erp?"] };
    const answer = await (isRun
      ? server.call<{ id: string }>("POST", "/v1/analyze/custom", body, { prefer: "wait=0" })
      : isWrite
        ? server.call<{ id: string }>("PATCH", `/v1/projects/${project.id}`, { name: `Acme ${number}` })
        : server.call<{ id: string }>("GET", `/v1/projects/${project.id}`)
    ).catch((error: Error) => ({ status: 0, data: { id: error.message } }));
    load.sent += 1;
    if (answer.status >= 300 || answer.status === 0)
      faults.push(
        `${isRun ? "a run" : isWrite ? "a change" : "a read"} at ${server.url}: ${answer.status} ${answer.data?.id ?? ""}`,
      );
    else if (isRun) load.reports.push(answer.data.id);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function statusOf(server: Client, id: string): Promise<string> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await seconds(0.1)) {
    const { data } = await server.call<{ status: string; terminal: boolean }>("GET", `/v1/reports/${id}`);
    if (data.terminal) return data.status;
  }
  return "processing";
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * count));
}

function newestStore(): RunningStore {
  const folder = join(import.meta.dirname, "stores");
  const file = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .at(-1)!;
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
