/**
 * Runs the test files that its parent names, one after another, in this one process. A file ends when the event loop is empty. What
 * it leaves open when its tests are over, has changed of the process, or throws afterwards fails it.
 */
import { readFileSync } from "node:fs";
import { run } from "node:test";
import { spec as Spec } from "node:test/reporters";
import fc from "fast-check";
import { draws } from "../../test/depth.ts";
import { endAll } from "../../test/reused/at-end.ts";
import { chooseStores } from "../../test/stores.ts";
import type { HowToRun } from "./test-files.ts";

/** What came of one file; `counts` are the test runner's own. */
export interface FileOutcome {
  text: string;
  counts: Record<string, number>;
  failed: boolean;
  /** Seconds of processor time, of the processes that it started and waited for too. */
  cpu: number;
  /** Whether the process is no good to another file. */
  isSpent: boolean;
}

/** Longest that one test may take, in milliseconds. */
const timeout = 240_000;
/** So long nothing runs before a file counts as one that has left something open, in milliseconds. */
const idleMs = Number(process.env.TEST_IDLE_MS ?? 60_000);
/** So much the process may hold for another file to begin in it, in bytes. */
const heldBytes = 1_500_000_000;
/** Totals of one file, which the parent adds up. */
const isTotal = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** Keeps this process between files; while a file runs, only what the file itself holds does. */
let waiting: NodeJS.Timeout | undefined;
function wait(): void {
  waiting ??= setInterval(() => undefined, 60_000);
}

// The runner ends a file here, and needs a moment more for it.
process.on("beforeExit", wait);
process.on("disconnect", () => void endAll().then(() => process.exit()));
process.on("message", ({ file, stores }: { file: string; stores: HowToRun["stores"] }) => {
  chooseStores(stores);
  void runFile(file);
});
process.channel?.unref();
// The runner sets it, and starts no other process that would need another number.
process.env.NODE_TEST_WORKER_ID = "1";
fc.configureGlobal({ numRuns: draws(100, 30) });
wait();
// A standard stream counts as open from the first look at it on, which a test may take.
void [process.stdin, process.stdout, process.stderr];

async function runFile(file: string): Promise<void> {
  clearInterval(waiting);
  waiting = undefined;
  const began = cpuSeconds();
  const before = surroundings();
  const reporter = new Spec();
  let text = "";
  reporter.on("data", (piece) => (text += piece));
  let counts: FileOutcome["counts"] = {};
  let running = 0;
  // Before the first test there may be a hook that takes its time.
  let hasRun = false;
  let lastAt = performance.now();
  const idle = setInterval(
    () => {
      if (!hasRun || running > 0 || performance.now() - lastAt < idleMs) return;
      clearInterval(idle);
      fail(`nothing runs, but something is open: ${process.getActiveResourcesInfo().join(", ")}`);
    },
    Math.min(idleMs, 1_000),
  ).unref();
  for await (const event of run({ files: [file], isolation: "none", concurrency: false, timeout })) {
    lastAt = performance.now();
    if (event.type === "test:dequeue") running += 1;
    if (event.type === "test:complete") {
      running -= 1;
      hasRun = true;
    }
    if (event.type === "test:summary") counts = { ...event.data.counts };
    const isOwn = event.type !== "test:diagnostic" || !isTotal.test(event.data.message);
    if (isOwn) reporter.write(event);
  }
  wait();
  clearInterval(idle);
  reporter.end();
  await new Promise(setImmediate);
  const { tests = 0, failed = 0, cancelled = 0 } = counts;
  const isLate = process.exitCode !== undefined;
  process.exitCode = undefined;
  const changed = Object.entries(surroundings()).filter(([name, value]) => before[name] !== value);
  if (tests === 0) text += "✖ it has no tests\n";
  if (changed.length > 0) text += `✖ it leaves changed: ${changed.map(([name]) => name).join(", ")}\n`;
  send({
    ...{ text, counts, cpu: cpuSeconds() - began },
    failed: tests === 0 || failed + cancelled > 0 || isLate || changed.length > 0,
    isSpent: process.memoryUsage.rss() > heldBytes || changed.length > 0,
  });

  function fail(why: string): void {
    // Its end tells why tests have failed.
    reporter.end().once("end", () => {
      const outcome = { counts: { tests: 1, failed: 1 }, failed: true, cpu: cpuSeconds() - began };
      send({ ...outcome, text: `${text}✖ ${why}\n`, isSpent: true }, () => process.exit(1));
    });
  }
}

function send(outcome: FileOutcome, sent: () => void = () => {}): void {
  process.send?.(outcome, undefined, undefined, sent);
}

/** What a file could leave changed for the next one. */
function surroundings(): Record<string, unknown> {
  const heard = ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection", "warning"];
  return {
    ...Object.fromEntries(Object.entries(process.env).map(([name, value]) => [`environment ${name}`, value])),
    "names in the environment": Object.keys(process.env).sort().join(" "),
    "working directory": process.cwd(),
    Date,
    fetch,
    ...Object.fromEntries(heard.map((name) => [`listeners of ${name}`, process.listenerCount(name)])),
  };
}

/** Linux tells the time of ended children too; elsewhere it is this process's alone. */
function cpuSeconds(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}
