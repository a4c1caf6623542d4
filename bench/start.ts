import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServer, builtServer } from "../scripts/server/server.mjs";
import { program, residentMb, startProcess, startServer } from "../test/server-process.ts";

/**
 * From the start of the process to the first 200, on a new and on an existing data directory, and idle memory: of the server as
 * it is built, which operators start, and of its sources.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What starting Node itself takes here. */
async function bareNode(): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => startProcess(["-e", "0"], {}).once("exit", resolve));
  return performance.now() - began;
}

/** What was measured of one form of the program. */
interface Form {
  file: string;
  made: number[];
  known: number[];
  memory: number[];
}

if (!(await buildServer({ stdio: 2 }))) throw new Error("the server is not built");
const formOf = (file: string): Form => ({ file, made: [], known: [], memory: [] });
const forms = { built: formOf(builtServer()!), sources: formOf(program) };
const bare: number[] = [];

/** Starts it on a new data directory, which another start has then known. */
async function measure({ file, made, known, memory }: Form): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
  const env = { DATABASE_URL: "", OVERHEARD_DATA_DIR: join(dataDir, "data") };
  for (const times of [made, known]) {
    const server = await startServer(env, undefined, file);
    times.push(server.readyAfterMs);
    if (times === known) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      memory.push(await residentMb(server.child.pid!));
    }
    await server.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
}

for (let round = 0; round < rounds; round += 1) {
  for (const form of Object.values(forms)) await measure(form);
  bare.push(await bareNode());
}

const line = (name: string, ...values: string[]) =>
  console.log(`${name.padEnd(44)}${values.map((value) => value.padStart(10)).join("")}`);
const compare = (name: string, unit: string, figure: (form: Form) => number[]) => {
  const [built, sources] = [median(figure(forms.built)), median(figure(forms.sources))];
  const shown = [built, sources].map((value) => `${Math.round(value)} ${unit}`);
  line(name, ...shown, (built / sources).toFixed(2));
};
line(`medians of ${rounds} starts`, "built", "sources", "ratio");
compare("first 200 on a new data directory", "ms", ({ made }) => made);
compare("first 200 on an existing one", "ms", ({ known }) => known);
compare("idle resident memory after 3 s", "MB", ({ memory }) => memory);
line("a Node process that does nothing", `${Math.round(median(bare))} ms`);
line("existing one / a Node that does nothing", (median(forms.built.known) / median(bare)).toFixed(1));
