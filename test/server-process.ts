import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { settings } from "../src/config.ts";

/** Our server in a separate process, as an operator starts it. */
export interface RunningServer {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  readyAfterMs: number;
  /** Resolves with the exit code; null if the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export const benchSecret = "bench-secret-of-more-than-32-characters-0123456789";

export const program = join(import.meta.dirname, "..", "src", "main.ts");

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** What is set here for the program itself (keys of real assistants, say) is not passed on. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !settings.some((setting) => setting.name === name)),
);

export function startProcess(
  args: readonly string[],
  env: Record<string, string>,
  stdin: "ignore" | "pipe" = "ignore",
): ChildProcess {
  const child = spawn(process.execPath, [...args], {
    // Nobody balances here unless a test says so.
    env: {
      ...surroundings,
      OVERHEARD_SECRET: benchSecret,
      OVERHEARD_SHUTDOWN_NOTICE_SECONDS: "0",
      ...env,
    },
    stdio: [stdin, "pipe", "pipe"],
  });
  child.stderr!.on("data", (bytes: Buffer) => process.env.BENCH_VERBOSE && process.stderr.write(bytes));
  return child;
}

/** A start takes a second or three; on a machine that is busy otherwise, many times as long. */
const startMs = 120_000;

/** Starts `serve` on a free port, from the sources or as it is built, and waits until it is ready. */
export async function startServer(
  env: Record<string, string>,
  port?: number,
  form: string = program,
): Promise<RunningServer> {
  const chosen = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosen}`;
  const began = performance.now();
  const child = startProcess([form, "serve"], { ...env, PORT: String(chosen) });
  let ended = false;
  child.once("exit", () => (ended = true));
  while (performance.now() - began < startMs && !ended) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready)
      return {
        url,
        child,
        readyAfterMs: performance.now() - began,
        stop: (signal = "SIGTERM") => stop(child, signal),
      };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  throw new Error("the server did not start; BENCH_VERBOSE=1 shows what it says");
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
  return child.exitCode;
}

/** Runs one command to its end and returns what it printed on stdout. */
export async function command(
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
): Promise<string> {
  const child = startProcess([program, ...args], env, input === undefined ? "ignore" : "pipe");
  child.stdin?.end(input);
  let out = "";
  child.stdout!.on("data", (bytes: Buffer) => (out += bytes));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`overheard ${args.join(" ")} ended with ${code}`);
  return out.trim();
}

export interface Client {
  url: string;
  key: string;
  call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; data: T; headers: Headers }>;
}

/** An account with an API key, and a caller of the public API with it. */
export async function account(url: string, email: string, env: Record<string, string>): Promise<Client> {
  await command(["user", "create", "--email", email], env);
  return client(url, await command(["key", "create", "--email", email], env));
}

export const client = (url: string, key: string): Client => ({
  url,
  key,
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data: T };
    return { status: response.status, data, headers: response.headers };
  },
});

/** Resident memory of a process in MB (Linux). */
export const residentMb = (pid: number): Promise<number> => memoryMb(pid, "VmRSS");

/** The most that it has had since its start, or since `clear_refs` was written to. */
export const peakMb = (pid: number): Promise<number> => memoryMb(pid, "VmHWM");

async function memoryMb(pid: number, row: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${row}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}
