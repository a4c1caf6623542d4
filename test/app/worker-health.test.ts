import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, program, startProcess } from "../server-process.ts";
import { stores } from "../stores.ts";

const { skip, open } = stores.find(({ name }) => name === "PostgreSQL")!;

test("a worker tells its health and its metrics on the metrics port", {
  skip,
  timeout: 180_000,
}, async (t) => {
  const { connectionString } = await open(t);
  const port = await freePort();
  const worker = startProcess([program, "worker"], {
    DATABASE_URL: connectionString!,
    OVERHEARD_METRICS_PORT: String(port),
    OVERHEARD_METRICS_TOKEN: "only-for-tests",
  });
  const origin = `http://127.0.0.1:${port}`;
  const alive = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (worker.exitCode === null && !(await alive())) await delay(100);
  const ready = (await (await fetch(`${origin}/readyz`)).json()) as { status: string; database: string };
  assert.deepEqual([ready.status, ready.database], ["ready", "ok"]);
  const headers = { authorization: "Bearer only-for-tests" };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  for (const line of [/^overheard_queue_due_jobs\{queue="finish"\} 0$/m, /^overheard_schedules_overdue 0$/m])
    assert.match(text, line);
  worker.kill("SIGTERM");
  const [code] = await once(worker, "exit");
  assert.equal(code, 0);
});
