import assert from "node:assert/strict";
import { test } from "node:test";
import { type DropReason, type WatchedConnection, watchConnections } from "./connection-watch.ts";

const doubtMs = 2_000;
const limitMs = 9_000;

/** A watch over made-up connections, on a clock that goes half a second with each pass. */
function watched(server: { atWork?: number[]; away?: boolean } = {}) {
  let clock = 0;
  let looks = 0;
  let waitingSince: number | null = null;
  const dropped: [pid: number, reason: DropReason][] = [];
  const said: boolean[] = [];
  const connections = new Map<number, WatchedConnection & { read: number; sent: boolean; taken: boolean }>();
  let reason: DropReason = "unreachable";
  const watch = watchConnections({
    connections: () => connections.values(),
    waitingSince: () => waitingSince,
    async look(pids) {
      looks += 1;
      if (server.away) throw new Error("away");
      return new Set(pids.filter((pid) => server.atWork?.includes(pid)));
    },
    now: () => clock,
    doubtMs,
    limitMs,
    onDrop: (why) => (reason = why),
    onReachable: (reachable) => said.push(reachable),
  });
  const add = (pid: number, state: { sent?: boolean; taken?: boolean } = {}) => {
    const connection = {
      pid,
      read: 0,
      sent: state.sent ?? false,
      taken: state.taken ?? state.sent ?? false,
      busy: () => connection.sent,
      idle: () => !connection.taken,
      bytesRead: () => connection.read,
      drop() {
        dropped.push([pid, reason]);
        connections.delete(pid);
      },
    };
    connections.set(pid, connection);
    return connection;
  };
  return {
    add,
    dropped,
    said,
    server,
    watch,
    looks: () => looks,
    wait: () => (waitingSince = clock),
    async pass(ms: number, before?: () => void) {
      for (const end = clock + ms; clock < end; clock += 500) {
        before?.();
        await watch.pass();
      }
    },
  };
}

test("a connection whose server works on no statement for us is dropped within four seconds, with the idle ones", async () => {
  const { add, dropped, pass, server } = watched();
  server.atWork = [2];
  add(1, { sent: true });
  add(2, { sent: true });
  add(3);
  add(4, { taken: true });
  await pass(4_000);
  assert.deepEqual(dropped, [
    [1, "not at work"],
    [3, "not at work"],
  ]);
});

test("a statement that the server works on is waited for, and not beyond its limit", async () => {
  const { add, dropped, pass } = watched({ atWork: [1] });
  add(1, { sent: true });
  await pass(limitMs);
  assert.deepEqual(dropped, []);
  await pass(1_000);
  assert.deepEqual(dropped, [[1, "too long"]]);
});

test("an answer that comes piece by piece is no silence, however long it takes", async () => {
  const { add, dropped, looks, pass } = watched();
  const connection = add(1, { sent: true });
  await pass(60_000, () => (connection.read += 1));
  assert.deepEqual([dropped, looks()], [[], 0]);
});

test("an answer that was on its way while the server was asked keeps its connection", async () => {
  const { add, dropped, pass } = watched();
  const connection = add(1, { sent: true });
  await pass(2_500);
  connection.read = 1;
  connection.sent = false;
  await pass(5_000);
  assert.deepEqual(dropped, []);
});

test("connections nobody waits on are never asked about", async () => {
  const { add, looks, pass } = watched({ away: true });
  add(1);
  add(2, { taken: true });
  await pass(60_000);
  assert.equal(looks(), 0);
});

test("a server that cannot be asked twice running is unreachable, until it answers", async () => {
  const { add, dropped, pass, said, server, watch } = watched({ away: true });
  add(1, { sent: true });
  add(2);
  await pass(2_500);
  assert.equal(watch.reachable(), true);
  await pass(500);
  assert.equal(watch.reachable(), false);
  assert.deepEqual(dropped, [
    [1, "unreachable"],
    [2, "unreachable"],
  ]);
  await pass(10_000);
  assert.equal(watch.reachable(), false);
  server.away = false;
  await pass(500);
  assert.equal(watch.reachable(), true);
  assert.deepEqual(said, [false, true]);
});

test("who waits too long for a connection is a reason to ask, too", async () => {
  const { pass, wait, watch } = watched({ away: true });
  wait();
  await pass(3_000);
  assert.equal(watch.reachable(), false);
});

test("passes do not overlap", async () => {
  const { add, looks, pass, watch } = watched();
  add(1, { sent: true });
  await pass(2_000);
  await Promise.all([watch.pass(), watch.pass(), watch.pass()]);
  assert.equal(looks(), 1);
});
