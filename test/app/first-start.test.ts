import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { settings } from "../../src/config.ts";
import { freePort } from "../server-process.ts";

const root = join(import.meta.dirname, "..", "..");

const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !settings.some((setting) => setting.name === name)),
);

interface Started {
  npm: ChildProcess;
  url: string;
  said(): string;
}

function directory(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "overheard-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Types `npm …` as a first user does; the server's own process is nobody's child here. */
async function typed(t: TestContext, args: string[], dataDir: string): Promise<Started> {
  const port = await freePort();
  const npm = spawn("npm", args, {
    cwd: root,
    env: { ...surroundings, OVERHEARD_DATA_DIR: dataDir, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    detached: process.platform !== "win32",
  });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (bytes) => (said += bytes));
  t.after(() => endAll(npm));
  return { npm, url: `http://127.0.0.1:${port}`, said: () => said };
}

/** What npm started and left behind would hold the tests up for ever. */
function endAll(npm: ChildProcess): void {
  try {
    process.kill(-npm.pid!, "SIGKILL");
  } catch {
    npm.kill("SIGKILL");
  }
}

async function until(what: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(100))
    if (await what()) return true;
  return false;
}

const answers = async ({ url }: Started) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function endsWithNpm(started: Started): Promise<void> {
  started.npm.kill("SIGTERM");
  if (started.npm.exitCode === null && started.npm.signalCode === null) await once(started.npm, "exit");
  assert.ok(await until(async () => !(await answers(started)), 20_000), "the server outlived npm");
}

test("SIGTERM to `npm start` stops the server", { timeout: 180_000 }, async (t) => {
  const started = await typed(t, ["start"], directory(t));
  assert.ok(await until(() => answers(started), 120_000), started.said());
  await endsWithNpm(started);
});

// npm dies before, while and after its shell starts the server: which of them differs from machine to machine.
test("SIGTERM to `npm start` leaves no server behind, however early it comes", {
  timeout: 120_000,
}, async (t) => {
  await Promise.all(
    [100, 150, 200, 300, 1_500].map(async (afterMs) => {
      const { npm } = await typed(t, ["start"], directory(t));
      let closed = false;
      // Its output is closed once nobody is left who could write to it.
      npm.on("close", () => (closed = true));
      await delay(afterMs);
      npm.kill("SIGTERM");
      assert.ok(await until(() => closed, 60_000), `somebody outlived npm that ended after ${afterMs} ms`);
    }),
  );
});

const shown = async (started: Started) => {
  assert.ok(await until(() => /Press Ctrl-C/.test(started.said()), 120_000), started.said());
  return started.said();
};

test("the demo prints its own output, keeps its key from run to run, and stops with npm", {
  timeout: 300_000,
}, async (t) => {
  const dataDir = directory(t);
  const first = await typed(t, ["run", "-s", "demo"], dataDir);
  const output = await shown(first);
  assert.match(output, /MADE UP by a built-in sandbox/);
  assert.doesNotMatch(output, /^\{"level"/m);
  assert.match(readFileSync(join(dataDir, "demo.log"), "utf8"), /^\{"level"/);
  const key = /Bearer (oh_\w+)/.exec(output)?.[1];
  const page = /http:\S+\/s\/\S+/.exec(output)?.[0];
  assert.match(await (await fetch(page!)).text(), /Sony/);
  await endsWithNpm(first);

  const second = await typed(t, ["run", "-s", "demo", "--", "--verbose"], dataDir);
  const again = await shown(second);
  assert.match(again, /^\{"level"/m);
  assert.equal(/Bearer (oh_\w+)/.exec(again)?.[1], key);
  const response = await fetch(`${second.url}/v1/projects`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.status, 200);
  await endsWithNpm(second);
});
