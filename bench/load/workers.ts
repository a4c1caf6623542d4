/**
 * What further workers are worth: 1, 2 and 4 of them on one PostgreSQL, each waiting for as many answers at once as an
 * assistant's limit allows one process. `npm run bench -- workers`; BENCH_QUESTIONS says how many questions each answers
 * (100; 1,000 with BENCH_FULL=1). The baseline is one worker: four must answer 3.2 times as many a second. Beside it, what a
 * question costs of processors: if that grows with the workers, they stand in each other's way.
 */
import { availableParallelism } from "node:os";
import { Client } from "pg";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { postgresMs, processorMs } from "./system/processor-time.ts";
import { startSystem, stopped } from "./system/system.ts";

const questions = Number(process.env.BENCH_QUESTIONS ?? (fullSize ? 1_000 : 100));
const [answerMs, atOnce, promptsPerRun] = [1_000, 10, 20];
const leastRatio = 3.2;
/** Of the processor time of a question at four workers to that at one. */
const mostGrowth = 1.5;

interface Figures {
  perSecond: number;
  /** Milliseconds of processor time for each question, of the workers and of PostgreSQL. */
  workersMs: number;
  serverMs: number;
}

await using system = await startSystem({ answerMs, atOnce });
const database = new Client({ connectionString: system.postgres.url });
await database.connect();
const [askedBefore, bytesBefore] = [system.vendor.count(), await storedBytes()];
const serverMs = await postgresMs(system.postgres.url);
const cells = (...given: (string | number)[]) =>
  console.log(given.map((cell) => String(cell).padStart(14)).join(""));
cells("workers", "asks/s", "times one", "ms: workers", "PostgreSQL");
const figures: Figures[] = [];
for (const count of [1, 2, 4]) {
  const now = await measure(count);
  figures.push(now);
  const ratio = now.perSecond / figures[0]!.perSecond;
  cells(count, now.perSecond.toFixed(1), ratio.toFixed(2), now.workersMs.toFixed(2), now.serverMs.toFixed(2));
}

const [one, four] = [figures[0]!, figures.at(-1)!];
const costOf = (of: Figures) => of.workersMs + of.serverMs;
const [ratio, growth] = [four.perSecond / one.perSecond, costOf(four) / costOf(one)];
const cores = availableParallelism();
const most = (1_000 * cores) / costOf(four);
console.log(
  `A question costs ${costOf(four).toFixed(2)} ms of processors with four workers, ${growth.toFixed(2)} times that with one. ` +
    `The ${cores} cores of this machine are full at about ${Math.round(most)} a second, ${((most * 86_400) / 1e6).toFixed(1)} million a day.`,
);
const bytesEach = ((await storedBytes()) - bytesBefore) / (system.vendor.count() - askedBefore);
await database.end();
console.log(
  `An answer of about 2 KB takes ${(bytesEach / 1_000).toFixed(1)} KB of PostgreSQL's disk, with everything that is kept of it.`,
);
const met = ratio >= leastRatio && growth <= mostGrowth;
tellGoal("workers", {
  measured: `${ratio.toFixed(2)} times, ${one.perSecond.toFixed(1)} to ${four.perSecond.toFixed(1)} a second with ${atOnce} answers of ${answerMs / 1000} s at once each; ${growth.toFixed(2)} times the processor time an ask`,
  met,
});
if (!met) process.exitCode = 1;

async function storedBytes(): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  return Number(rows[0]!.bytes);
}

async function measure(count: number): Promise<Figures> {
  const workers = await Promise.all(Array.from({ length: count }, system.startWorker));
  const ownMs = () => processorMs(workers.map(({ pid }) => pid!));
  // The first questions pay for compiling and for connections.
  await answered(count * promptsPerRun * 2);
  const [own, server, began] = [ownMs(), serverMs(), performance.now()];
  const asks = questions * count;
  await answered(asks);
  const figures = {
    perSecond: (1_000 * asks) / (performance.now() - began),
    workersMs: (ownMs() - own) / asks,
    serverMs: (serverMs() - server) / asks,
  };
  for (const worker of workers) await stopped(worker);
  return figures;
}

async function answered(asks: number): Promise<void> {
  const ids: string[] = [];
  for (let left = asks; left > 0; left -= promptsPerRun)
    ids.push(await system.begin(Math.min(promptsPerRun, left)));
  for (const id of ids) await system.ended(id);
}
