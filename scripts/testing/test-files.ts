import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { notOptimized } from "../compiled.ts";
import type { FileOutcome } from "./test-process.ts";

const root = resolve(import.meta.dirname, "../..");
const program = join(import.meta.dirname, "begin-process.ts");
const timesFile = join(root, "node_modules", ".cache", "overheard", "test-seconds.json");
/** Longest that a file may take, in milliseconds. */
const fileMs = 600_000;

export interface TestTotals {
  failed: string[];
  /** Processor time of the test processes and of what they started, in seconds. */
  cpu: number;
  counts: Record<string, number>;
}

/** How a file is run: on which stores, and whether in a process of its own. */
export interface HowToRun {
  stores: "one" | "every";
  isAlone: boolean;
}

/**
 * Runs test files in so many processes at a time, those first that have one to themselves, then the longest, and prints what came of each as it ends. A process that a
 * file has ended or that does not end its file is replaced, and the file has failed.
 */
export async function runTestFiles(
  files: readonly string[],
  { processes, environment, howToRun }: TestOptions,
): Promise<TestTotals> {
  const seconds = knownSeconds();
  // Those with a process of their own come first, so that none ends for them that others share.
  const queue = files
    .map((file) => ({ file, ...howToRun(file) }))
    .sort((a, b) => Number(b.isAlone) - Number(a.isAlone) || secondsOf(b.file) - secondsOf(a.file));
  const totals: TestTotals = { failed: [], cpu: 0, counts: {} };
  await Promise.all(Array.from({ length: Math.min(processes, files.length) }, work));
  mkdirSync(dirname(timesFile), { recursive: true });
  const ours = Object.entries(seconds).filter(([file]) => !isAbsolute(file));
  writeFileSync(timesFile, JSON.stringify(Object.fromEntries(ours)));
  return totals;

  function secondsOf(file: string): number {
    return seconds[file] ?? 60;
  }

  async function work(): Promise<void> {
    let used: TestProcess | undefined;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { file, isAlone, stores } = next;
      used ??= startProcess(environment);
      const began = performance.now();
      const outcome = await used.run(file, stores);
      const took = (performance.now() - began) / 1000;
      seconds[file] = Math.round(took * 10) / 10;
      const cpu = outcome.cpu.toFixed(1);
      console.log(`\n${file} (${took.toFixed(1)} s, ${cpu} s of processor time)\n${outcome.text.trimEnd()}`);
      if (outcome.failed) totals.failed.push(file);
      totals.cpu += outcome.cpu;
      for (const [name, count] of Object.entries(outcome.counts))
        totals.counts[name] = (totals.counts[name] ?? 0) + count;
      if (isAlone || outcome.isSpent) used = used.end();
    }
    used?.end();
  }
}

interface TestOptions {
  processes: number;
  environment: Record<string, string>;
  howToRun: (file: string) => HowToRun;
}

interface TestProcess {
  run(file: string, stores: HowToRun["stores"]): Promise<FileOutcome>;
  end(): undefined;
}

function startProcess(environment: Record<string, string>): TestProcess {
  const child: ChildProcess = fork(program, {
    execArgv: [notOptimized, "--disable-warning=ExperimentalWarning"],
    env: { ...process.env, ...environment, TESTS_SHARE_PROCESS: "1", NODE_TEST_CONTEXT: undefined },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  return {
    run: (file, stores) =>
      new Promise((resolve) => {
        printed = "";
        const failed = (why: string) =>
          settle({
            ...{ text: `✖ ${why}\n`, counts: { tests: 1, failed: 1 } },
            ...{ failed: true, cpu: 0, isSpent: true },
          });
        const late = setTimeout(() => {
          failed("it did not end");
          child.kill("SIGKILL");
        }, fileMs);
        const gone = (code: number | null, signal: string | null) =>
          failed(`its process ended (${signal ?? code})`);
        const settle = (outcome: FileOutcome): void => {
          clearTimeout(late);
          child.off("message", settle).off("exit", gone);
          resolve({ ...outcome, text: printed + outcome.text });
        };
        child.on("message", settle).once("exit", gone);
        child.send({ file, stores });
      }),
    end(): undefined {
      if (child.connected) child.disconnect();
    },
  };
}

/** How long files took the last time; a new one is taken for a long one. */
function knownSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timesFile, "utf8"));
  } catch {
    return {};
  }
}
