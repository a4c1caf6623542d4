import { randomBytes } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../config.ts";
import type { App } from "../../app.ts";
import { AccountError } from "../../auth/accounts/account-error.ts";
import { heldSecrets } from "../../auth/server-secret.ts";
import { makePrivate } from "../../db/embedded/private-directory.ts";
import { openStore } from "../../db/open.ts";
import { createLog, type Log } from "../../kernel/log.ts";
import { checkPorts } from "../../operator/free-ports.ts";
import { boundHeap, holdHeap } from "../../operator/heap.ts";
import { type Io, say } from "../../operator/io.ts";
import { isLoopback } from "../../outbound/loopback.ts";
import { untilStopped } from "../serve.ts";
import { type Call, callerOf } from "./demo-call.ts";
import { keptKey } from "./demo-key.ts";
import { type DemoReport, demoLines } from "./demo-report.ts";
import { sample } from "./demo-sample.ts";

const account = "demo@overheard.local";

interface Options {
  /** End after the report. */
  once?: boolean;
  /** The server's log on stderr, not in a file. */
  verbose?: boolean;
}

/** From nothing to a report, over the public API, like a first user. Keeps serving until stopped. */
export async function demo(config: Config, { once, verbose }: Options, io: Io): Promise<void> {
  await checkPorts(config);
  holdHeap();
  const logFile = join(config.dataDir, "demo.log");
  const log = verbose ? createLog(config.logLevel, undefined, heldSecrets(config)) : logInto(logFile, config);
  const progress = progressLine(io);
  progress("starting …");
  // Making the store takes half of the start, much of it in other threads: the program loads meanwhile.
  const store = openStore(config, log);
  store.catch(() => undefined);
  const { buildApp } = await import("../../app.ts");
  boundHeap();
  await using app = await buildApp({ ...config, worker: true }, {}, { store, log });
  await app.listen();

  const origin = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${config.port}`;
  const session = callerOf(origin, () => demoSession(app.operator));
  const key = await keptKey(join(config.dataDir, "demo-key"), origin, session);
  const call = callerOf(origin, () => key);
  const projectId = await sampleProject(call);
  let report = await call<DemoReport>("POST", "/v1/analyze/project", { projectId });
  while (!report.terminal) {
    progress(`asking the ${sample.prompts.length} questions … ${report.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    report = await call<DemoReport>("GET", `/v1/reports/${report.id}`);
  }
  const page = await sharedPage(call, projectId);
  progress("");
  const open = once ? null : await openAddress(app, config);
  const places = { config, origin, key, open, page, logFile: verbose ? null : logFile, serving: !once };
  for (const line of demoLines(report, places)) say(io, line);
  if (!once) await untilStopped(app, io);
}

/** Where the app opens signed in; null if this machine's browser does not reach it by a name of its own. */
async function openAddress(app: App, { siteUrl }: Config): Promise<string | null> {
  return isLoopback(new URL(siteUrl).hostname) ? app.onceAddress(account) : null;
}

/** Logs into a separate file, starting it anew; what cannot be written is lost. */
function logInto(file: string, config: Config): Log {
  makePrivate(config.dataDir);
  const target = openSync(file, "w", 0o600);
  const stream = {
    write(line: string) {
      try {
        writeSync(target, line);
      } catch {
        // The store reports a full disk.
      }
    },
  };
  return createLog(config.logLevel, stream, heldSecrets(config));
}

/** A session of the demo's account, which the first demo creates. */
async function demoSession(operator: App["operator"]): Promise<string> {
  try {
    return await operator.issueToken({ email: account });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    await operator.createUser({ email: account, password: randomBytes(18).toString("base64url") });
    return operator.issueToken({ email: account });
  }
}

async function sampleProject(call: Call): Promise<string> {
  const projects = await call<{ id: string; name: string }[]>("GET", "/v1/projects");
  const project = projects.find(({ name }) => name === sample.name);
  return project?.id ?? (await call<{ id: string }>("POST", "/v1/projects", sample)).id;
}

/** Address of the report as a page, for a day; null if the account's plan has no shared pages. */
async function sharedPage(call: Call, projectId: string): Promise<string | null> {
  const link = await call<{ url: string }>("POST", `/v1/projects/${projectId}/share-links`, {
    expiry: "24h",
  }).catch(() => null);
  return link?.url ?? null;
}

/** One line that rewrites itself on a terminal and stays quiet in a pipe. */
function progressLine({ stderr }: Io): (text: string) => void {
  return (text) => void (stderr.isTTY && stderr.write(`\r\u001b[2K${text}`));
}
