import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "./log.ts";

function logged(fields: object): string {
  let text = "";
  const write = (line: string) => {
    text += line;
  };
  createLog("info", { write }).info(fields);
  return text;
}

for (const [where, fields] of [
  ["at the top", { key: "hunter2", route: "GET /v1/keys" }],
  ["deep inside", { request: { headers: { authorization: "Bearer hunter2" } } }],
  ["in a list", { attempts: [{ password: "hunter2" }] }],
  ["in a property of an error", { err: Object.assign(new Error("no"), { request: { apiKey: "hunter2" } }) }],
] as const) {
  test(`a secret ${where} never reaches the log`, () => {
    assert.doesNotMatch(logged(fields), /hunter2/);
    assert.match(logged(fields), /\[secret\]/);
  });
}

test("what is no secret is logged as it is", () => {
  const line = JSON.parse(logged({ status: 200, key_id: "k1", nested: { at: "x" }, none: null }));
  assert.deepEqual([line.status, line.key_id, line.nested, line.none], [200, "k1", { at: "x" }, null]);
});

test("an error is logged with its message and where it came from", () => {
  const { err } = JSON.parse(logged({ err: new Error("store went away", { cause: new Error("cut") }) }));
  assert.match(err.message, /store went away/);
  assert.match(err.stack, /log\.test\.ts/);
});

test("an object that holds itself does not stop the log", () => {
  const round: Record<string, unknown> = { name: "round" };
  round.self = round;
  assert.match(logged({ round }), /round/);
});

test("a line break in a value does not begin a new line", () => {
  assert.equal(logged({ route: "a\r\nb" }).trim().split("\n").length, 1);
});

test("a full disk under the log neither ends a process nor keeps it from ending", {
  skip: existsSync("/dev/full") ? false : "there is no /dev/full here",
}, async () => {
  const full = openSync("/dev/full", "w");
  const script = `
    const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, "log.ts"))});
    const log = createLog("info");
    for (let n = 0; n < 20; n++) {
      log.info({ n }, "a line");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    process.stdout.write("alive");
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", full],
    timeout: 20_000,
  });
  let said = "";
  child.stdout!.on("data", (bytes) => (said += bytes));
  const [code] = await once(child, "exit");
  assert.deepEqual([said, code], ["alive", 0]);
});
