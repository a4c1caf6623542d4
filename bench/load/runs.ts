/**
 * A run of 240 asks to a vendor that answers after 300 ms with 2 to 4 KB, two and twenty at a time: its time beside that in which nothing is done
 * but wait for the vendor, and what an ask costs the processor, the database's share too; and what a server costs that has nothing to do.
 * `npm run bench -- runs [embedded|postgres] [2|20]`, BENCH_TIMES for other counts. The vendor is in this process, the server in its own. Ends with 1 if a bound is missed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../../test/postgres.ts";
import { account, type Client, startServer } from "../../test/server-process.ts";
import { startVendor } from "../../test/vendors/vendor.ts";
import { postgresMs, processorMs } from "./system/processor-time.ts";

const [only, onlyAtOnce] = process.argv.slice(2);
const vendorMs = 300;
const [prompts, samples] = [80, 3];
const asks = prompts * samples;
/** By how many are asked at once: the run's time beside the ideal, and milliseconds of processor time an ask. */
const bounds = [
  { atOnce: 2, time: 1.05, cpuMs: null },
  { atOnce: 20, time: 1.15, cpuMs: 6 },
].filter(({ atOnce }) => onlyAtOnce === undefined || String(atOnce) === onlyAtOnce);
/** Milliseconds of processor time a second. */
const idleBound = 5;
const idleForMs = 10_000;
/** After a run V8 gives memory back, once: that is the run's, and none of what having nothing to do costs. */
const settlingMs = 20_000;
const times = Number(process.env.BENCH_TIMES ?? 3);

const brands = ["Northwind", "Fellow", "Smeg", "Bodum", "Hario"];
const answerOf = (seed: number): string =>
  Array.from({ length: 12 + (seed % 12) }, (_, line) => {
    const name = brands[(seed * 7 + line) % brands.length];
    return `${line + 1}. **${name} ${seed + line}** – a solid kettle for small kitchens that heats ${seed % 9} cups quickly, with a fair price, good support and a lid that people like to use every day.`;
  }).join("\n");

let missed = false;
if (only !== "postgres") await onEmbedded();
if (only !== "embedded") await onPostgres();
process.exitCode = missed ? 1 : 0;

async function onEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-runs-"));
  try {
    for (const bound of bounds) await measure("embedded", bound, { OVERHEARD_DATA_DIR: dataDir });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  await using postgres = await startPostgres();
  const databaseMs = await postgresMs(postgres.url);
  for (const bound of bounds) await measure("PostgreSQL", bound, { DATABASE_URL: postgres.url }, databaseMs);
}

async function measure(
  store: string,
  { atOnce, ...bound }: (typeof bounds)[number],
  own: Record<string, string>,
  databaseMs = () => 0,
): Promise<void> {
  await using vendor = await startVendor("openai", (_request, number) => ({
    answer: answerOf(number),
    delayMs: vendorMs,
  }));
  const env = {
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_ENGINE_LIMITS: `chatgpt=${atOnce}/100000`,
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_LOG_LEVEL: "silent",
    OVERHEARD_MONTHLY_SPEND_USD: "1000000",
    ...own,
  };
  const server = await startServer(env);
  try {
    const me = await account(server.url, `a${atOnce}@example.com`, env);
    const spent = () => ({ own: processorMs([server.child.pid!]), database: databaseMs() });
    const projectId = await newProject(me);
    const runs: { ms: number; own: number; database: number }[] = [];
    // The first run is the one in which everything is compiled.
    for (let time = 0; time <= times; time++) {
      const before = spent();
      const ms = await run(me, projectId);
      const after = spent();
      if (time > 0)
        runs.push({
          ms,
          own: (after.own - before.own) / asks,
          database: (after.database - before.database) / asks,
        });
    }
    const median = (of: (run: (typeof runs)[number]) => number) =>
      runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!;
    const ratio = median(({ ms }) => ms) / ((asks / atOnce) * vendorMs);
    line(`${store}, ${atOnce} at once: time of a run ÷ ideal`, ratio.toFixed(3), ratio <= bound.time);
    const cpu = median(({ own, database }) => own + database);
    line(
      `${store}, ${atOnce} at once: processor time an ask, ms`,
      `${cpu.toFixed(1)} (${median(({ own }) => own).toFixed(1)} + ${median(({ database }) => database).toFixed(1)})`,
      bound.cpuMs === null || cpu <= bound.cpuMs,
    );
    if (atOnce !== 20) return;
    await delay(settlingMs);
    const before = spent();
    await delay(idleForMs);
    const after = spent();
    const idle = [after.own - before.own, after.database - before.database].map(
      (ms) => ms / (idleForMs / 1_000),
    );
    line(
      `${store}, nothing to do: processor time a second, ms`,
      idle.map((ms) => ms.toFixed(1)).join(" + "),
      idle[0]! + idle[1]! <= idleBound,
    );
  } finally {
    await server.stop();
  }
}

async function newProject(me: Client): Promise<string> {
  const { data } = await me.call<{ id: string }>("POST", "/v1/projects", {
    ...{ name: "Northwind", brand: "Northwind", competitors: brands.slice(1) },
    samples,
    prompts: Array.from({ length: prompts }, (_, at) => `Which kettle is best for ${at + 2} people?`),
  });
  return data.id;
}

interface Report {
  id: string;
  created_at: string;
  completed_at: string | null;
  progress: { jobs_total: number };
}

/** Milliseconds from its start to its end. */
async function run(me: Client, projectId: string): Promise<number> {
  const { data, status } = await me.call<Report>(
    "POST",
    "/v1/analyze/project",
    { projectId },
    { prefer: "wait=0" },
  );
  if (data.progress?.jobs_total !== asks)
    throw new Error(`a run was answered with ${status}: ${JSON.stringify(data)}`);
  for (;;) {
    const { data: report } = await me.call<Report>("GET", `/v1/reports/${data.id}`);
    if (report.completed_at) return Date.parse(report.completed_at) - Date.parse(report.created_at);
    await delay(1_000);
  }
}

function line(what: string, figure: string, held: boolean): void {
  console.log(`${held ? "held  " : "missed"} ${what}: ${figure}`);
  if (!held) missed = true;
}
