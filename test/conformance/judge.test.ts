import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn, type Reasons } from "./judge.ts";
import type { Check } from "./suite.ts";

const check = (id: string, status: Check["status"], errorMessage?: string): Check => ({
  ...{ id, status },
  ...(errorMessage === undefined ? {} : { errorMessage }),
});
const passed = check("a", "SUCCESS");
const untestable = check("b", "FAILURE", "Not testable: there is no such tool");
const because: Reasons = { b: "needs a tool of the suite's" };

for (const [what, checks, reasons, faults] of [
  ["passes with everything passed", [passed, passed], {}, 0],
  ["passes with something passed and something told", [passed, check("b", "INFO")], {}, 0],
  ["fails where it was not run", [], {}, 1],
  ["fails where something is told and nothing passed", [check("b", "INFO")], {}, 1],
  ["fails with a failure beside what passed", [passed, check("b", "FAILURE")], {}, 1],
  ["fails with a warning", [passed, check("b", "WARNING")], {}, 1],
  ["fails with something skipped", [passed, check("b", "SKIPPED")], {}, 1],
  ["fails with what cannot be looked at, unless that has a reason", [passed, untestable], {}, 1],
  ["passes with what cannot be looked at for a reason", [passed, untestable], because, 0],
  ["passes with what is skipped for a reason", [passed, check("b", "SKIPPED")], because, 0],
  ["fails where a reason is needed no more", [passed, check("b", "SUCCESS")], because, 1],
  ["fails where a reason would excuse a failure", [passed, untestable, check("b", "FAILURE")], because, 1],
] as [string, Check[], Reasons, number][])
  test(`a scenario ${what}`, () => assert.equal(faultsIn(checks, reasons).length, faults));
