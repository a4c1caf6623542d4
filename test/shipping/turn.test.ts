import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inTurn } from "../../scripts/web/turn.ts";

const module = pathToFileURL(join(import.meta.dirname, "../../scripts/web/turn.ts")).href;

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), "turn-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const endedPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

/** Processes that each note the beginning and the end of their turn. */
async function notesOf(at: string, processes: number): Promise<string[]> {
  const work = `
    import { appendFileSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    import { inTurn } from ${JSON.stringify(module)};
    const note = (word) => appendFileSync(${JSON.stringify(join(at, "notes"))}, word + "\\n");
    await inTurn(${JSON.stringify(join(at, "lock"))}, async () => { note("begins"); await sleep(60); note("ends"); });
  `;
  const started = Array.from({ length: processes }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", work], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const codes = await Promise.all(started.map(async (child) => (await once(child, "exit"))[0]));
  assert.deepEqual(
    codes,
    codes.map(() => 0),
  );
  return readFileSync(join(at, "notes"), "utf8").trim().split("\n");
}

test("of several processes one at a time has its turn, and nothing is left behind", async (t) => {
  const at = folder(t);
  const turn = ["begins", "ends"];
  assert.deepEqual(await notesOf(at, 3), [...turn, ...turn, ...turn]);
  assert.deepEqual(readdirSync(at), ["notes"]);
});

test("what a process that ended left behind counts for nothing, however many find it", async (t) => {
  const at = folder(t);
  writeFileSync(join(at, "lock"), String(endedPid()));
  const turn = ["begins", "ends"];
  assert.deepEqual(await notesOf(at, 3), [...turn, ...turn, ...turn]);
  assert.deepEqual(readdirSync(at), ["notes"]);
});

test("who waits for too long is told for which process, and takes nothing from it", async (t) => {
  const lock = join(folder(t), "lock");
  writeFileSync(lock, String(process.ppid));
  await assert.rejects(
    inTurn(lock, async () => assert.fail("not its turn"), { patienceMs: 30, pauseMs: 5 }),
    new RegExp(`process ${process.ppid} `),
  );
  assert.equal(readFileSync(lock, "utf8"), String(process.ppid));
});

test("a turn whose work fails is over", async (t) => {
  const lock = join(folder(t), "lock");
  await assert.rejects(
    inTurn(lock, () => Promise.reject(new Error("broken"))),
    /broken/,
  );
  assert.equal(existsSync(lock), false);
});
