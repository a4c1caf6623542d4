import assert from "node:assert/strict";
import { test } from "node:test";
import { NoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { stores } from "../stores.ts";
import { brokenByFreeze, freezeCycles } from "./freeze-cycles.ts";
import { brokenByFullDisk, fullDisk } from "./full-disk.ts";
import { brokenByRestarts, rollingRestarts } from "./rolling-restarts.ts";
import { noSmallDisk } from "./small-disk.ts";

const noServer = stores.find(({ name }) => name === "PostgreSQL")!.skip;
const noDisk = noSmallDisk();

/** Its processes are stopped and its disk is filled, so it is nobody else's. */
const own = (): Promise<Postgres | null> =>
  startPostgres().catch((error: unknown) => {
    if (error instanceof NoPostgres) return null;
    throw error;
  });

test("connections that stand still are replaced within ten seconds, and nobody waits longer than that", {
  skip: noServer || (process.getuid?.() === 0 ? false : "only root may stop processes of PostgreSQL"),
}, async (t) => {
  await using postgres = await own();
  if (!postgres) return t.skip("PostgreSQL cannot be started here");
  const outcomes = await freezeCycles(postgres.url, { standsStillMs: 4_000, observedMs: 5_000 });
  for (const outcome of outcomes) assert.deepEqual(brokenByFreeze(outcome), [], outcome.name);
  assert.ok(outcomes[1]!.unreadyMs !== null && outcomes[1]!.unreadyMs < 5_000);
});

test("contract/reliability: two servers restarted in turn behind a balancer fail no request and cut off no engine call", {
  skip: noServer,
}, async (t) => {
  await using postgres = await own();
  if (!postgres) return t.skip("PostgreSQL cannot be started here");
  assert.deepEqual(brokenByRestarts(await rollingRestarts(postgres.url, 2)), []);
});

for (const store of ["PGlite", "PostgreSQL"] as const) {
  test(
    `${store}: a full disk is 503 with Retry-After and not ready, and nothing accepted is lost`,
    {
      skip: noDisk || (store === "PostgreSQL" && noServer),
    },
    async () => assert.deepEqual(brokenByFullDisk(await fullDisk(store)), []),
  );
}
