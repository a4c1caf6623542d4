import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, workOn } from "../../../test/work.ts";
import { newId } from "../kernel/id.ts";

const engines = enginesOf(fakeEngine("chatgpt", () => "Acme"));
const nobody = new AbortController().signal;

const msOf = async (wait: Promise<void>): Promise<number> => {
  const began = performance.now();
  await wait;
  return performance.now() - began;
};

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("whoever waits learns of the end of a report, also where another worker ended it", async (t) => {
    const work = await startWork(t, store, { engines });
    const other = await workOn(work.store, { engines });
    const { id } = await work.accept();
    const waits = [1, 2, 3].map(() => work.queue.finished(id, 30_000, nobody));
    await other.worker.settle();
    await Promise.all(waits);
    assert.equal((await work.report(id)).status, "completed");
    await other[Symbol.asyncDispose]();
  });

  on("nobody waits for a report that has ended, or is not there", async (t) => {
    const work = await startWork(t, store, { engines });
    const { id } = await work.accept();
    await work.worker.settle();
    assert.ok((await msOf(work.queue.finished(id, 30_000, nobody))) < 20_000);
    assert.ok((await msOf(work.queue.finished(newId(), 30_000, nobody))) < 20_000);
  });

  on("a wait ends with its time, its caller or its queue", async (t) => {
    const work = await startWork(t, store, { engines });
    const { id } = await work.accept();
    assert.ok((await msOf(work.queue.finished(id, 50, nobody))) >= 49);
    const gone = new AbortController();
    const wait = work.queue.finished(id, 30_000, gone.signal);
    gone.abort();
    await wait;
    const last = work.queue.finished(id, 30_000, nobody);
    await work.queue.completions.stop();
    await last;
    assert.equal((await work.report(id)).status, "processing");
  });
}
