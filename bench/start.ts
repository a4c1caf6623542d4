import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { residentMb, startProcess, startServer } from "../test/server-process.ts";

/** From the start of the process to the first 200, on a new and on an existing data directory, and idle memory. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What starting Node itself takes here. */
async function bareNode(): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => startProcess(["-e", "0"], {}).once("exit", resolve));
  return performance.now() - began;
}

const made: number[] = [];
const known: number[] = [];
const memory: number[] = [];
const bare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
  const env = { DATABASE_URL: "", OVERHEARD_DATA_DIR: join(dataDir, "data") };
  for (const times of [made, known]) {
    const server = await startServer(env);
    times.push(server.readyAfterMs);
    if (times === known) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      memory.push(await residentMb(server.child.pid!));
    }
    await server.stop();
  }
  bare.push(await bareNode());
  await rm(dataDir, { recursive: true, force: true });
}

const line = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);
const ms = (values: number[]) => `${Math.round(median(values))} ms`;
console.log(`medians of ${rounds} starts`);
line("first 200 on a new data directory", ms(made));
line("first 200 on an existing one", ms(known));
line("a Node process that does nothing", ms(bare));
line("existing one / a Node that does nothing", (median(known) / median(bare)).toFixed(1));
line("idle resident memory after 3 s", `${Math.round(median(memory))} MB`);
