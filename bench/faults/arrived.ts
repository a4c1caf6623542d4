/**
 * `kill -9` amid a run, again and again: what had arrived from the vendor some milliseconds before must not be asked for again, and the report must
 * count what is. `npm run bench -- arrived [embedded|postgres]`, BENCH_CYCLES for other counts, BENCH_ARRIVED_MS for other times (20; 100 where
 * others use the machine). The vendor is in this process and answers after 300 ms, or after 100 to 900. Ends with 1 if an answer was lost.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../../test/postgres.ts";
import { account, client, freePort, startServer } from "../../test/server-process.ts";
import { startVendor } from "../../test/vendors/vendor.ts";

const cycles = Number(process.env.BENCH_CYCLES ?? 50);
const arrivedMs = Number(process.env.BENCH_ARRIVED_MS ?? 20);
const [only] = process.argv.slice(2);
const asks = 120;
const latencies = { constant: () => 300, spread: () => 100 + 800 * Math.random() };

let missed = false;
if (only !== "postgres") await onEmbedded();
if (only !== "embedded") await onPostgres();
process.exitCode = missed ? 1 : 0;

async function onEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-arrived-"));
  try {
    await measure("embedded", { OVERHEARD_DATA_DIR: dataDir });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  await using postgres = await startPostgres();
  await measure("PostgreSQL", { DATABASE_URL: postgres.url });
}

async function measure(store: string, own: Record<string, string>): Promise<void> {
  for (const [latency, ms] of Object.entries(latencies)) {
    /** When the vendor had sent its last byte of each call, by prompt. */
    const sent = new Map<string, number[]>();
    await using vendor = await startVendor("openai", ({ body }) => {
      const prompt = /Which kettle \d+ of \d+/.exec(JSON.stringify(body))?.[0] ?? "";
      const wait = ms();
      sent.set(prompt, [...(sent.get(prompt) ?? []), Date.now() + wait]);
      return { answer: `${prompt}: the Northwind is the quietest, then the Fellow.`, delayMs: wait };
    });
    const env = {
      OPENAI_API_KEY: "bench",
      OPENAI_BASE_URL: vendor.url,
      OVERHEARD_ENGINE_LIMITS: "chatgpt=20/100000",
      OVERHEARD_RATE_LIMIT_SCALE: "0",
      OVERHEARD_LOG_LEVEL: "silent",
      OVERHEARD_MONTHLY_SPEND_USD: "1000000",
      ...own,
    };
    const port = await freePort();
    let server = await startServer(env, port);
    const me = await account(server.url, `${latency}@example.com`, env);
    const total = { arrived: 0, lost: 0, repeated: 0, counted: 0 };
    try {
      for (let cycle = 0; cycle < cycles; cycle++) {
        sent.clear();
        const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
          ...{ name: `Run ${cycle}`, brand: "Northwind", competitors: ["Fellow"] },
          prompts: Array.from({ length: asks }, (_, at) => `Which kettle ${at} of ${cycle}?`),
        });
        const { data: run } = await me.call<{ id: string }>(
          "POST",
          "/v1/analyze/project",
          { projectId: project.id },
          { prefer: "wait=0" },
        );
        await delay(300 + 1_700 * Math.random());
        const killed = Date.now();
        server.child.kill("SIGKILL");
        await once(server.child, "exit");
        const before = new Map([...sent].map(([prompt, times]) => [prompt, times.at(-1)!]));
        server = await startServer(env, port);
        const again = client(server.url, me.key);
        const found = await ended(again, run.id);
        for (const [prompt, at] of before) {
          const isRepeated = sent.get(prompt)!.length > 1;
          if (isRepeated) total.repeated += 1;
          if (at > killed - arrivedMs) continue;
          total.arrived += 1;
          if (isRepeated) total.lost += 1;
        }
        total.counted += found.asks_repeated;
        if (found.progress.jobs_done !== asks)
          throw new Error(`a report ended with ${JSON.stringify(found.progress)}`);
      }
    } finally {
      await server.stop("SIGKILL");
    }
    const held = total.lost === 0;
    if (!held) missed = true;
    console.log(
      `${held ? "held  " : "missed"} ${store}, ${latency} latency, ${cycles} kills: of ${total.arrived} answers that had arrived ${arrivedMs} ms before, ${total.lost} were asked for again; ${total.repeated} calls were made twice, and the reports say ${total.counted}`,
    );
  }
}

interface Report {
  status: string;
  completed_at: string | null;
  asks_repeated: number;
  progress: { jobs_done: number };
}

async function ended(me: Pick<ReturnType<typeof client>, "call">, id: string): Promise<Report> {
  for (;;) {
    const { data } = await me.call<Report>("GET", `/v1/reports/${id}`);
    if (data.completed_at) return data;
    await delay(200);
  }
}
