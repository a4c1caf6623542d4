import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Postgres, startPostgres } from "../../../test/postgres.ts";
import {
  account,
  type Client,
  program,
  type RunningServer,
  startProcess,
  startServer,
} from "../../../test/server-process.ts";
import { type FakeVendor, startVendor } from "../../../test/vendors/vendor.ts";

/** PostgreSQL, a server that leaves asking to workers, and an assistant; somebody with a project. */
export interface System extends AsyncDisposable {
  postgres: Postgres;
  vendor: FakeVendor;
  server: RunningServer;
  me: Client;
  projectId: string;
  /** Starts one more worker; ends with the system. */
  startWorker(): Promise<ChildProcess>;
  /** Accepts a run of so many questions; its id. */
  begin(questions: number): Promise<string>;
  ended(reportId: string): Promise<void>;
}

export interface SystemTerms {
  answerMs: number;
  /** Answers that one worker waits for at once. */
  atOnce: number;
}

/** About 2 KB, as assistants answer. */
const answer = Array.from({ length: 12 }, (_, line) => {
  const name = ["Acme", "Bolt", "Cube"][line % 3];
  return `${line + 1}. **${name}** – a solid choice for small teams that want to start quickly, with fair pricing, good support and a mobile app that people like to use every day.`;
}).join("\n");

export async function startSystem({ answerMs, atOnce }: SystemTerms): Promise<System> {
  await using starting = new AsyncDisposableStack();
  const postgres = starting.use(await startPostgres());
  const vendor = starting.use(await startVendor("openai", { answer, delayMs: answerMs }));
  const env = {
    DATABASE_URL: postgres.url,
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_ENGINE_LIMITS: `chatgpt=${atOnce}/1000000`,
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_RUNS_AT_ONCE: "100000",
    OVERHEARD_MONTHLY_SPEND_USD: "1000000",
  };
  const server = await startServer({ ...env, OVERHEARD_WORKER: "off" });
  starting.defer(async () => void (await server.stop("SIGKILL")));
  const me = await account(server.url, "load@example.com", env);
  const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
    ...{
      name: "Load",
      brand: "Acme",
      domain: "acme.example",
      competitors: ["Bolt", "Cube"],
      prompts: ["best crm?"],
    },
  });
  const running = starting.move();
  let asked = 0;
  return {
    ...{ postgres, vendor, server, me, projectId: project.id },
    async startWorker() {
      const child = startProcess([program, "worker"], env);
      running.defer(async () => void child.kill("SIGKILL"));
      await new Promise<void>((resolve, reject) => {
        child.stderr!.on("data", (bytes: Buffer) => bytes.includes("overheard: working") && resolve());
        child.once("exit", (code) => reject(new Error(`a worker ended with ${code}`)));
      });
      return child;
    },
    async begin(questions) {
      const first = asked;
      asked += questions;
      const prompts = Array.from({ length: questions }, (_, at) => `Question ${first + at} about a crm?`);
      const body = { projectId: project.id, brand: "Acme", prompts };
      const answer = await me.call<{ id: string }>("POST", "/v1/analyze/custom", body, { prefer: "wait=0" });
      if (answer.status >= 300) throw new Error(`a run was answered with ${answer.status}`);
      return answer.data.id;
    },
    async ended(reportId) {
      while (!(await me.call<{ terminal: boolean }>("GET", `/v1/reports/${reportId}`)).data.terminal)
        await delay(50);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Ends a process in order; its exit code. */
export async function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
  }
  return child.exitCode;
}
