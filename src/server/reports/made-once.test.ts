import assert from "node:assert/strict";
import { test } from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { madeOnce } from "./made-once.ts";

test("a view is made again only when something beside it is another", () => {
  const viewOf = madeOnce<object, object>();
  const [report, before] = [{}, { figures: 1 }];
  const make = () => ({});
  const view = viewOf(report, [before, null, "30d"], make);
  assert.equal(viewOf(report, [before, null, "30d"], make), view);
  assert.notEqual(viewOf(report, [{ figures: 1 }, null, "30d"], make), view);
  const later = viewOf(report, [before, null, "90d"], make);
  assert.notEqual(later, view);
  assert.equal(viewOf(report, [before, null, "90d"], make), later);
  assert.notEqual(viewOf({}, [before, null, "90d"], make), later);
});

test("a report that is still in use does not keep those before it in memory", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const viewOf = madeOnce<object, object>();
  const gone: WeakRef<object>[] = [];
  let newest: object = {};
  for (let count = 0; count < 100; count += 1) {
    const report = {};
    viewOf(report, [newest], () => ({}));
    gone.push(new WeakRef(newest));
    newest = report;
  }
  // What is looked at in one turn stays until its end.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  assert.equal(gone.filter((one) => one.deref() !== undefined).length, 0);
  assert.ok(newest);
});
