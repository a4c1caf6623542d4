import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { Agent, get } from "node:http";
import { test } from "node:test";
import { bearer, testDoor } from "../../test/http/door.ts";
import { fakePorts } from "../../test/http/ports.ts";
import { createLog } from "./kernel/log.ts";
import { createShutdown } from "./shutdown.ts";

const at = { host: "127.0.0.1", port: 0 };
const log = createLog("silent");
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function request(
  address: string,
  path: string,
  agent: Agent,
): Promise<{ status: number; connection: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = get(address + path, { agent, headers: bearer() }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, connection: response.headers.connection, body }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
  });
}

test("contract/reliability: what is in flight is finished, its connection ends, and nothing new is accepted", async (t) => {
  const door = testDoor(t);
  const address = await door.listen(at);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const inFlight = request(address, "/v1/slow?ms=300", agent);
  await sleep(100);
  const closed = door.close(5000);
  const answer = await inFlight;
  assert.deepEqual([answer.status, answer.connection], [200, "close"]);
  await closed;
  await assert.rejects(request(address, "/v1/things", new Agent()), /ECONNREFUSED/);
});

test("contract/reliability: a request that comes over an open connection while draining is still answered, and is its last", async (t) => {
  const door = testDoor(t);
  const address = await door.listen(at);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  assert.equal((await request(address, "/v1/things", agent)).connection, "keep-alive");
  door.drain();
  assert.deepEqual(
    await request(address, "/v1/things", agent).then(({ status, connection }) => [status, connection]),
    [200, "close"],
  );
});

test("contract/reliability: idle connections are closed at once", async (t) => {
  const door = testDoor(t);
  const address = await door.listen(at);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  await request(address, "/v1/things", agent);
  const started = performance.now();
  await door.close(60_000);
  assert.ok(performance.now() - started < 30_000);
});

test("contract/reliability: who is still waiting at the end of the grace is told 503", async (t) => {
  const door = testDoor(t);
  const address = await door.listen(at);
  const waiting = request(address, "/v1/slow?ms=60000", new Agent());
  await sleep(100);
  await door.close(100);
  const { status, body } = await waiting;
  assert.deepEqual([status, JSON.parse(body).error.code], [503, "SERVICE_UNAVAILABLE"]);
});

/** A shutdown whose steps and exits are written down. */
function recorded(changes: Partial<Parameters<typeof createShutdown>[0]> = {}) {
  const done: string[] = [];
  const step = (name: string) => async () => void done.push(name);
  const door = { drain: () => void done.push("drain"), close: step("close") };
  const shutdown = createShutdown({
    door,
    afterwards: [step("leases"), step("store")],
    log,
    exit: (code) => void done.push(`exit ${code}`),
    ...changes,
  });
  return { done, shutdown };
}

test("contract/reliability: not ready, then nothing accepted, then leases and the store, then exit 0", async () => {
  const { done, shutdown } = recorded();
  await shutdown.begin("SIGTERM");
  assert.deepEqual(done, ["drain", "close", "leases", "store", "exit 0"]);
});

test("contract/reliability: a second signal ends the process at once", async () => {
  let release = () => {};
  const stuck = () => new Promise<void>((resolve) => (release = resolve));
  const { done, shutdown } = recorded({ afterwards: [stuck] });
  const begun = shutdown.begin("SIGTERM");
  await sleep(20);
  await shutdown.begin("SIGTERM");
  assert.deepEqual(done, ["drain", "close", "exit 1"]);
  release();
  await begun;
});

test("contract/reliability: a step that fails does not keep the others from being done, and is told by the exit code", async () => {
  const { done, shutdown } = recorded();
  const failing = recorded({
    afterwards: [() => Promise.reject(new Error("no")), async () => void failing.done.push("store")],
  });
  await shutdown.begin("SIGTERM");
  await failing.shutdown.begin("SIGTERM");
  assert.deepEqual(failing.done, ["drain", "close", "store", "exit 1"]);
  assert.equal(done.at(-1), "exit 0");
});

test("contract/reliability: whatever hangs, the process ends in time", async () => {
  const { done, shutdown } = recorded({
    afterwards: [() => new Promise(() => {})],
    graceMs: 1,
    closingMs: 50,
  });
  shutdown.begin("SIGTERM");
  await sleep(1_500);
  assert.equal(done.at(-1), "exit 1");
});

test("contract/reliability: after an error that nobody caught it drains and exits with 1", async () => {
  const { done, shutdown } = recorded();
  const process = new EventEmitter();
  const stop = shutdown.install(process as NodeJS.Process);
  process.emit("unhandledRejection", new Error("lost"));
  process.emit("uncaughtException", new Error("another, on the way out"));
  await sleep(20);
  assert.deepEqual(done, ["drain", "close", "leases", "store", "exit 1"]);
  stop();
  assert.deepEqual(process.eventNames(), []);
});

for (const [what, isAtTerminal, expected] of [
  ["ends in order what somebody started there", true, ["drain", "close", "leases", "store", "exit 0"]],
  ["leaves alone what nohup or a service manager started", false, []],
] as const)
  test(`contract/reliability: a terminal that closes ${what}`, async () => {
    const { done, shutdown } = recorded({ isAtTerminal });
    const process = new EventEmitter();
    const stop = shutdown.install(process as NodeJS.Process);
    process.emit("SIGHUP", "SIGHUP");
    await sleep(20);
    assert.deepEqual(done, expected);
    stop();
    assert.deepEqual(process.eventNames(), []);
  });

test("contract/reliability: with notice, two processes restart one after the other and no request fails", async (t) => {
  const unlimited = { read: undefined };
  const start = async () => {
    const door = testDoor(t, { ports: fakePorts({ rules: unlimited }) });
    return { door, address: await door.listen(at) };
  };
  const running = [await start(), await start()];
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  t.after(() => agent.destroy());
  const answers = new EventEmitter();
  let restarting = true;
  // A balancer in four lines: a server that refuses the connection is left out of the round.
  const client = async () => {
    while (restarting) {
      for (const { address } of [...running]) {
        const { status } = await request(address, "/v1/things", agent).catch((error: { code?: string }) => {
          if (error.code === "ECONNREFUSED") return { status: 0 };
          throw error;
        });
        if (status === 0) continue;
        assert.equal(status, 200);
        answers.emit("answer");
      }
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const someAnswers = async () => {
    for (let count = 0; count < 30; count += 1) await once(answers, "answer");
  };
  for (let round = 0; round < 4; round += 1) {
    running.push(await start());
    await Promise.race([someAnswers(), clients]);
    const [old] = running.splice(0, 1);
    const exits: number[] = [];
    const shutdown = createShutdown({
      door: old!.door,
      afterwards: [],
      log,
      exit: (code) => void exits.push(code),
      noticeMs: 150,
    });
    await shutdown.begin("SIGTERM", 0, true);
    assert.deepEqual(exits, [0]);
  }
  restarting = false;
  await clients;
});
