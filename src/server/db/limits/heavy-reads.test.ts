import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { stores } from "../../../../test/stores.ts";
import { enterAgain, partByPart } from "../../api/access/heavy-read.ts";
import { newId } from "../../kernel/id.ts";
import { onBehalfOf, workingFor } from "../../kernel/turns/on-behalf.ts";
import { createHeavyReads } from "./heavy-reads.ts";
import { placesInPostgres, placesOfOneProcess } from "./read-places.ts";

const going = new AbortController().signal;

const stateOfEnd = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "in",
    ({ code }) => code,
  );

/** What came of it so far. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const ended = stateOfEnd(promise);
  await turn();
  return Promise.race([ended, turn("waits")]);
}

function inOneProcess(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const reads = createHeavyReads({ atOnce: 2, places: placesOfOneProcess });
  return { reads, after: (ms: number) => t.mock.timers.tick(ms) };
}

test("of one organization two read, and others wait in the order they came, for five seconds", async (t) => {
  const { reads, after } = inOneProcess(t);
  const [first, second] = [await reads.enter("a", going), await reads.enter("a", going)];
  const [third, fourth] = [reads.enter("a", going), reads.enter("a", going)];
  assert.deepEqual([await stateOf(third), await stateOf(reads.enter("b", going))], ["waits", "in"]);
  first.leave();
  first.leave();
  assert.deepEqual([await stateOf(third), await stateOf(fourth)], ["in", "waits"]);
  after(5_000);
  await assert.rejects(fourth, { code: "RATE_LIMITED", retryAfterSeconds: 2 });
  second.leave();
  assert.equal(await stateOf(reads.enter("a", going)), "in");
});

test("whoever goes away while waiting leaves the line, and a hundred may wait", async (t) => {
  const { reads } = inOneProcess(t);
  const read = await reads.enter("a", going);
  await reads.enter("a", going);
  const gone = new AbortController();
  const waiting = stateOfEnd(reads.enter("a", gone.signal));
  const others = Array.from({ length: 99 }, () => reads.enter("a", going));
  assert.equal(await stateOf(reads.enter("a", going)), "RATE_LIMITED");
  gone.abort(Object.assign(new Error(), { code: "gone" }));
  assert.equal(await waiting, "gone");
  read.leave();
  assert.deepEqual([await stateOf(others[0]!), await stateOf(others[1]!)], ["in", "waits"]);
});

test("a file keeps its place until its last piece, or until nobody wants it any more", async (t) => {
  const { reads } = inOneProcess(t);
  async function* pieces() {
    yield "one";
    yield "two";
  }
  const reader = new AbortController();
  const read = async (signal = going) =>
    partByPart(await reads.enter("a", signal), pieces(), signal, () => reads.enter("a", signal));
  const [whole, begun] = [await read(), (await read(reader.signal))[Symbol.asyncIterator]()];
  const [next, last] = [reads.enter("a", going), reads.enter("a", going)];
  const came = [];
  for await (const piece of whole) {
    came.push(piece);
    assert.equal(await stateOf(next), "waits");
  }
  assert.deepEqual([came, await stateOf(next)], [["one", "two"], "in"]);
  assert.deepEqual(await begun.next(), { done: false, value: "one" });
  assert.equal(await stateOf(last), "waits");
  reader.abort();
  assert.equal(await stateOf(last), "in");
});

test("a file whose reader asks for nothing for five seconds gives its place back, and goes on with the next free one", async (t) => {
  const { reads, after } = inOneProcess(t);
  async function* pieces() {
    yield "one";
    yield "two";
  }
  const again = () => enterAgain(reads, "a", going);
  const slow = partByPart(await reads.enter("a", going), pieces(), going, again)[Symbol.asyncIterator]();
  assert.deepEqual(await slow.next(), { done: false, value: "one" });
  const other = await reads.enter("a", going);
  after(1_000);
  const waiting = reads.enter("a", going);
  after(3_999);
  assert.equal(await stateOf(waiting), "waits");
  after(1);
  assert.equal(await stateOf(waiting), "in");
  const next = slow.next();
  assert.equal(await stateOf(next), "waits");
  // It is not told to come again.
  after(5_000);
  assert.equal(await stateOf(next), "waits");
  other.leave();
  assert.equal(await stateOf(reads.enter("a", going)), "in");
  (await waiting).leave();
  after(2_000);
  assert.deepEqual(await next, { done: false, value: "two" });
  assert.deepEqual(await slow.next(), { done: true, value: undefined });
});

for (const store of stores)
  test(`${store.name}: processes share the places of an organization, and one that has died gives them back`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const [one, other] = [placesInPostgres(db, 2), placesInPostgres(db, 2)];
    t.after(() => [one, other].map((places) => places[Symbol.dispose]()));
    const [organizationId, elsewhere] = [newId(), newId()];
    const renewedFor: (string | null)[] = [];
    const { setInterval: begin } = globalThis;
    const began = t.mock.method(globalThis, "setInterval", (...given: Parameters<typeof begin>) => {
      renewedFor.push(workingFor());
      return begin(...given);
    });
    const giveBack = await onBehalfOf(organizationId, () => one.claim(organizationId));
    began.mock.restore();
    assert.deepEqual(renewedFor, [null], "renewing takes no connection from whose place was the first");
    // Of two that claim at the same moment one may find the other's place taken.
    while (!(await other.claim(organizationId)));
    assert.equal(await one.claim(organizationId), null);
    assert.ok(await other.claim(elsewhere));
    await giveBack!();
    assert.ok(await other.claim(organizationId));
    assert.equal(await one.claim(organizationId), null);
    for (const until of [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)]) {
      await db
        .updateTable("heavy_reads")
        .set({ until })
        .where("organization_id", "=", organizationId)
        .execute();
      assert.ok(await one.claim(organizationId));
      assert.ok(await one.claim(organizationId));
      assert.equal(await one.claim(organizationId), null);
    }
  });
