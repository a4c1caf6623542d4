import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "../kernel/log.ts";
import { openTelemetry } from "./telemetry.ts";

test("neither the id nor the flag of a caller's trace decides whether it is recorded", async () => {
  let drawn = 0;
  const settings = { endpoint: "http://127.0.0.1:9", headers: {}, serviceName: "overheard", share: 0.5 };
  const telemetry = openTelemetry(settings, {
    now: () => new Date(),
    log: createLog("silent"),
    random: () => drawn,
  });
  const { tracing } = telemetry;
  const recorded = (id: string, flag: string) =>
    tracing.span(
      { name: "request", kind: "request", parent: `00-${id}-00f067aa0ba902b7-${flag}`, fromOutside: true },
      async () => tracing.current()?.endsWith("-01"),
    );
  const lowest = `${"0".repeat(31)}1`;
  const highest = "f".repeat(32);
  for (const each of [0.9, 0.1]) {
    drawn = each;
    for (const [id, flag] of [
      [lowest, "01"],
      [lowest, "00"],
      [highest, "01"],
      [highest, "00"],
    ] as const)
      assert.equal(await recorded(id, flag), each < 0.5, `${id} ${flag}`);
  }
  await telemetry[Symbol.asyncDispose]();
});
