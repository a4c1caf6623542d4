/**
 * From the start of the process to the first 200, on a new and on a known data directory, with the most memory it held and what it holds
 * idle: of the server as it is built, which operators start, of its sources, and of PGlite alone on the same store, to the first row.
 * `npm run bench -- start`, BENCH_ROUNDS for more starts. Ends with 1 if a bound is missed.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildServer, builtServer } from "../scripts/server/server.mjs";
import { storeDir } from "../src/server/db/embedded/store-directory.ts";
import { peakMb, program, residentMb, startProcess, startServer } from "../test/server-process.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const idleMs = 3_000;
const most = { newMs: 2_500, knownMs: 1_000, memoryTimes: 1.3, memoryMoreMb: 150 };

interface Start {
  ms: number;
  peakMb: number;
  idleMb: number;
}
const directories = ["new", "known"] as const;
type Starts = Record<(typeof directories)[number], Start[]>;

const none = (): Starts => ({ new: [], known: [] });
if (!(await buildServer({ stdio: 2 }))) throw new Error("the server is not built");
const forms = { built: builtServer()!, sources: program };
const starts = { built: none(), sources: none(), alone: none() };
const bare: number[] = [];

async function memoryOf(pid: number): Promise<Pick<Start, "peakMb" | "idleMb">> {
  await delay(idleMs);
  return { peakMb: await peakMb(pid), idleMb: await residentMb(pid) };
}

/** Starts the server on a new data directory, which another start has then known. */
async function startBoth(form: keyof typeof forms, dataDir: string): Promise<void> {
  for (const directory of directories) {
    const env = { DATABASE_URL: "", OVERHEARD_DATA_DIR: dataDir };
    const server = await startServer(env, undefined, forms[form]);
    starts[form][directory].push({ ms: server.readyAfterMs, ...(await memoryOf(server.child.pid!)) });
    await server.stop();
  }
}

/** PGlite in a Node process of its own; `blank` begins with a cluster that is ready to be unpacked, as the server does. */
async function startAlone(directory: string, blank: boolean): Promise<Start> {
  const source = `
    import { startPglite, blank } from ${JSON.stringify(import.meta.resolve("../src/server/db/embedded/open-embedded.ts"))};
    const store = await startPglite({ dataDir: ${JSON.stringify(directory)}, ...${blank ? "await blank()" : "{}"} });
    await store.pool.query("select 1");
    process.stdout.write("ready");
    await new Promise((resolve) => process.stdin.once("data", resolve));
    await store[Symbol.asyncDispose]();
    process.exit();`;
  const began = performance.now();
  const child = startProcess(["--input-type=module", "-e", source], {}, "pipe");
  await once(child.stdout!, "data");
  const start = { ms: performance.now() - began, ...(await memoryOf(child.pid!)) };
  child.stdin!.write("end");
  await once(child, "exit");
  return start;
}

async function bareNode(): Promise<number> {
  const began = performance.now();
  await once(startProcess(["-e", "0"], {}), "exit");
  return performance.now() - began;
}

for (let round = 0; round < rounds; round += 1) {
  const scratch = await mkdtemp(join(tmpdir(), "overheard-bench-"));
  await startBoth("built", join(scratch, "built"));
  await startBoth("sources", join(scratch, "sources"));
  starts.alone.new.push(await startAlone(join(scratch, "alone"), true));
  starts.alone.known.push(await startAlone(storeDir(join(scratch, "built")), false));
  bare.push(await bareNode());
  await rm(scratch, { recursive: true, force: true });
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const line = (name: string, ...values: string[]) =>
  console.log(`${name.padEnd(44)}${values.map((value) => value.padStart(10)).join("")}`);

/** One figure of the three forms, and whether that of the built server is within its bound. */
function compare(
  name: string,
  unit: string,
  of: (starts: Starts) => number[],
  bound: (alone: number) => number,
) {
  const [built, sources, alone] = [starts.built, starts.sources, starts.alone].map((form) =>
    median(of(form)),
  );
  const missed = built! > bound(alone!);
  if (missed) process.exitCode = 1;
  const shown = [built!, sources!, alone!].map((value) => `${Math.round(value)} ${unit}`);
  line(
    name,
    ...shown,
    (built! / alone!).toFixed(2),
    missed ? `  more than ${Math.round(bound(alone!))}` : "",
  );
}

const memoryBound = (alone: number) => Math.max(alone * most.memoryTimes, alone + most.memoryMoreMb);
line(`medians of ${rounds} starts`, "built", "sources", "PGlite", "ratio");
for (const directory of directories) {
  compare(
    `first 200, ${directory} data directory`,
    "ms",
    (form) => form[directory].map(({ ms }) => ms),
    () => (directory === "new" ? most.newMs : most.knownMs),
  );
  compare("  most memory held", "MB", (form) => form[directory].map((start) => start.peakMb), memoryBound);
  compare(
    `  memory after ${idleMs / 1000} s`,
    "MB",
    (form) => form[directory].map(({ idleMb }) => idleMb),
    memoryBound,
  );
}
line("a Node process that does nothing", `${Math.round(median(bare))} ms`);
