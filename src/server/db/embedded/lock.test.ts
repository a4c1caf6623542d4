import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { StoreError } from "../store-error.ts";
import { findHolder, lockDataDir } from "./lock.ts";
import { processStart } from "./process-start.ts";

function directory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "oh-lock-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const oneLine = (says: RegExp) => (error: unknown) =>
  error instanceof StoreError && says.test(error.message) && !error.message.includes("\n");

/** Another process that holds the lock until it is killed. */
async function holderProcess(t: TestContext, dataDir: string) {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, "lock.ts"))});
    await lockDataDir(${JSON.stringify(dataDir)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("a free data directory is taken, and free again afterwards", async (t) => {
  const dataDir = join(directory(t), "new", "data");
  const lock = await lockDataDir(dataDir);
  assert.equal((await findHolder(dataDir))?.pid, process.pid);
  await lock[Symbol.asyncDispose]();
  assert.equal(await findHolder(dataDir), null);
  assert.deepEqual(readdirSync(dataDir), []);
});

test("a second process on the same data directory is refused with one line that names the first", async (t) => {
  const dataDir = directory(t);
  const child = await holderProcess(t, dataDir);
  await assert.rejects(lockDataDir(dataDir), oneLine(new RegExp(`in use by process ${child.pid}\\. Stop`)));
});

test("the lock of a process that was killed is taken over, and its socket removed", async (t) => {
  const dataDir = directory(t);
  const child = await holderProcess(t, dataDir);
  child.kill("SIGKILL");
  await once(child, "exit");
  await using lock = await lockDataDir(dataDir);
  assert.equal(lock.holder.pid, process.pid);
  assert.deepEqual(readdirSync(dataDir).sort(), [lock.holder.socket.split("/").at(-1), "lock"].sort());
});

test("of ten that find a dead lock at once, one takes it over", async (t) => {
  const dataDir = directory(t);
  writeFileSync(
    join(dataDir, "lock"),
    JSON.stringify({ pid: 999_999_999, socket: "/nowhere", started: "x" }),
  );
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dataDir)));
  const won = tries.filter((attempt) => attempt.status === "fulfilled");
  assert.equal(won.length, 1);
  await won[0]?.value[Symbol.asyncDispose]();
});

test("a process number that another program has got since then holds nothing", {
  skip: !existsSync("/proc/self/stat") && "no /proc here",
}, async (t) => {
  const dataDir = directory(t);
  const stale = {
    pid: process.pid,
    socket: join(dataDir, "gone.sock"),
    started: `${processStart(process.pid)}0`,
  };
  writeFileSync(join(dataDir, "lock"), JSON.stringify(stale));
  await using lock = await lockDataDir(dataDir);
  assert.equal(lock.holder.started, processStart(process.pid));
});

test("a holder whose process is out of sight, but whose socket answers, is alive", async (t) => {
  const dataDir = directory(t);
  const socket = join(dataDir, "control-s.sock");
  const server = createServer().listen(socket);
  t.after(() => server.close());
  await once(server, "listening");
  writeFileSync(join(dataDir, "lock"), JSON.stringify({ pid: 999_999_999, socket, started: null }));
  await assert.rejects(lockDataDir(dataDir), oneLine(/in use by process 999999999/));
});

for (const content of ["", "{", "42", "null", "[]", '{"pid":"1"}', "\u0000\u0000\u0000"]) {
  test(`a lock file that holds ${JSON.stringify(content)} stops the start with one line that says what to do`, async (t) => {
    const dataDir = directory(t);
    writeFileSync(join(dataDir, "lock"), content);
    await assert.rejects(
      lockDataDir(dataDir),
      oneLine(/cannot be read\. If no other process .* delete that file/),
    );
    assert.equal(readFileSync(join(dataDir, "lock"), "utf8"), content);
  });
}

test("a data directory with a path too long for a socket has its socket elsewhere", async (t) => {
  const dataDir = join(directory(t), "d".repeat(120));
  const lock = await lockDataDir(dataDir);
  assert.ok(Buffer.byteLength(lock.holder.socket) < 104);
  await once(connect(lock.holder.socket), "connect");
  await lock[Symbol.asyncDispose]();
  assert.equal(existsSync(join(lock.holder.socket, "..")), false);
});

test("where neither the data directory nor the folder of temporary files takes a socket, one line says so", async (t) => {
  const dataDir = join(directory(t), "d".repeat(120));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = join(dataDir, "nothing");
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  await assert.rejects(lockDataDir(dataDir), oneLine(/local socket has no place.*TMPDIR/));
});

test("who asks a holder that takes no questions is hung up on", async (t) => {
  await using lock = await lockDataDir(directory(t));
  await once(connect(lock.holder.socket).resume(), "close");
});

test("only the owner may open the socket", { skip: process.platform === "win32" }, async (t) => {
  const { statSync } = await import("node:fs");
  await using lock = await lockDataDir(directory(t));
  assert.equal(statSync(lock.holder.socket).mode & 0o777, 0o600);
});
