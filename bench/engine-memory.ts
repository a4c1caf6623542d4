/**
 * How far a misbehaving vendor makes this process grow: peak RSS over the figure before, per vendor and fault. The
 * vendors run in a separate process. Prints a table; exits with 1 if one call grows it by more than the limit.
 */
import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { buildEngines } from "../src/server/engines/index.ts";
import { providerOf, type Script, startVendor, type Vendor } from "../test/vendors/vendor.ts";

const limitMb = 60;
const measured: readonly Vendor[] = ["openai", "anthropic", "gemini", "mistral"];
const scripts: Record<string, Script> = {
  "normal answer": {},
  "endless stream": { fault: "endless" },
  "10 MB answer": { answer: "a".repeat(10 * 1024 * 1024) },
  "gzip bomb, 1 GB": { fault: "gzip_bomb" },
};

interface Started {
  vendor: Vendor;
  name: string;
  url: string;
}

/** Single calls only, as the test wants them. */
const quick = process.argv[2] === "quick";

if (process.argv[2] === "serve") await serve();
else await measure();

async function serve(): Promise<void> {
  for (const vendor of measured) {
    for (const [name, script] of Object.entries(scripts)) {
      process.send?.({ vendor, name, url: (await startVendor(vendor, script)).url } satisfies Started);
    }
  }
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ["serve"]);
  try {
    const servers = await started(child, measured.length * Object.keys(scripts).length);
    for (const server of servers.filter(({ name }) => name === "normal answer")) await ask(server, 20);

    let worst = 0;
    console.log(
      `${"vendor".padEnd(12)}${"fault".padEnd(18)}${"one call".padStart(12)}${"8 at once".padStart(12)}`,
    );
    for (const server of servers) {
      const one = await growthMb(() => ask(server, 1));
      const eight = quick ? 0 : await growthMb(() => ask(server, 8));
      worst = Math.max(worst, one);
      const cells = [one, eight].map((mb) => `${mb.toFixed(1)} MB`.padStart(12));
      console.log(server.vendor.padEnd(12) + server.name.padEnd(18) + cells.join(""));
    }
    console.log(`worst single call: ${worst.toFixed(1)} MB of ${limitMb} MB allowed`);
    if (worst > limitMb) process.exitCode = 1;
  } finally {
    child.kill();
  }
}

function started(child: ReturnType<typeof fork>, expected: number): Promise<Started[]> {
  const servers: Started[] = [];
  return new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("The vendors' process ended.")));
    child.on("message", (server: Started) => {
      if (servers.push(server) === expected) resolve(servers);
    });
  });
}

async function ask({ vendor, url }: Started, times: number): Promise<void> {
  const provider = providerOf(vendor);
  const settings = { provider, apiKey: "sk-test", baseUrl: url, model: null };
  const engine = buildEngines([settings], { timeoutMs: 20_000 }).get(provider);
  const question = { prompt: "Which is best?", sample: 1, country: "US", language: "en", brands: [] };
  const signal = new AbortController().signal;
  await Promise.allSettled(Array.from({ length: times }, () => engine?.ask(question, signal)));
}

/** Peak RSS while `work` runs over RSS before it, in MB. Run with --expose-gc for steadier figures. */
async function growthMb(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  await pause(50);
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 2);
  await work();
  sample();
  clearInterval(timer);
  return (peak - before) / 1e6;
}
