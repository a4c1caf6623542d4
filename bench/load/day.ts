/**
 * A million questions a day, 11.6 a second, with a server, a worker, PostgreSQL, the assistant and this program all on this
 * machine, and people reading at the same time: how long the reads take, and whether the worker keeps up.
 * `npm run bench -- day`; BENCH_SECONDS says how long (30; 600 with BENCH_FULL=1). The baseline is the same reads while
 * nothing is asked.
 */
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { atPace, type Paced, quantile } from "./system/pace.ts";
import { postgresMs, processorMs } from "./system/processor-time.ts";
import { startSystem } from "./system/system.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? (fullSize ? 600 : 30));
const asksPerDay = 1_000_000;
const questionsPerRun = 10;
const runsPerSecond = asksPerDay / 86_400 / questionsPerRun;
const readsPerSecond = 25;
const p99Ms = 50;

await using system = await startSystem({ answerMs: 2_000, atOnce: 200 });
const worker = await system.startWorker();
const { me, projectId } = system;
/** The newest that has ended. */
const reportId = await system.begin(questionsPerRun);
await system.ended(reportId);
const { data: raw } = await me.call<{ rows: { prompt_key: string; provider: string }[] }>(
  ...(["GET", `/v1/reports/${reportId}?view=raw`] as const),
);
const { prompt_key, provider } = raw.rows[0]!;
const answerOf = `/v1/reports/${reportId}/provider-answer?promptKey=${prompt_key}&provider=${provider}`;
const reads = (): string[] => [
  "/v1/projects",
  `/v1/projects/${projectId}`,
  `/v1/reports/${reportId}`,
  `/v1/reports/${reportId}?view=full`,
  `/v1/reports/${reportId}?view=raw`,
  answerOf,
  `/v1/reports?projectId=${projectId}`,
  `/v1/projects/${projectId}/visibility-trends`,
  "/v1/account-status",
];
const read = (number: number) => {
  const paths = reads();
  return me.call("GET", paths[number % paths.length]!);
};

await atPace(readsPerSecond, 5, read);
const quiet = await atPace(readsPerSecond, Math.min(seconds, 60), read);
const serverMs = await postgresMs(system.postgres.url);
const pids = [system.server.child.pid!, worker.pid!];
const [own, server] = [processorMs(pids), serverMs()];
const begun: string[] = [];
const [beside, runs] = await Promise.all([
  atPace(readsPerSecond, seconds, read),
  atPace(runsPerSecond, seconds, async () => {
    begun.push(await system.begin(questionsPerRun));
    return { status: 200 };
  }),
]);
const used = (processorMs(pids) - own + serverMs() - server) / 1_000;
const ended = performance.now();
for (const id of begun) await system.ended(id);
const behind = (performance.now() - ended) / 1_000;

show("reads while nothing is asked", quiet);
show(
  `reads beside ${Math.round(runsPerSecond * questionsPerRun * 86_400).toLocaleString("en")} asks a day`,
  beside,
);
show("runs accepted", runs);
console.log(`the last run ended ${behind.toFixed(1)} s after the last was accepted`);
console.log(
  `processors: ${((100 * used) / seconds).toFixed(0)}% of one core for server, worker and PostgreSQL`,
);
const p99 = quantile(beside.ms, 0.99);
const met = p99 <= p99Ms && beside.failed + runs.failed === 0 && behind <= 15;
tellGoal("day", {
  measured: `p99 of ${beside.ms.length} reads ${p99.toFixed(0)} ms (${quantile(quiet.ms, 0.99).toFixed(0)} ms while nothing is asked), over ${seconds} s`,
  met,
});
if (!met) process.exitCode = 1;

function show(name: string, { ms, failed }: Paced): void {
  const [half, most] = [0.5, 0.99].map((part) => quantile(ms, part).toFixed(1));
  console.log(`${name.padEnd(40)} ${ms.length}, median ${half} ms, p99 ${most} ms, failed ${failed}`);
}
