import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { readConfig } from "../../src/config.ts";
import { buildApp } from "../../src/server/app.ts";
import { heldSecret } from "../../src/server/auth/secret-mark.ts";
import { adopt } from "../../src/server/cli/secret.ts";
import { openStore } from "../../src/server/db/open.ts";
import { StoreError } from "../../src/server/db/store-error.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { stores } from "../stores.ts";

const [right, next, wrong] = ["right", "next", "wrong"].map((name) => name.padEnd(32, "-")) as [
  string,
  string,
  string,
];
const refused = (error: unknown) =>
  error instanceof StoreError && /^OVERHEARD_SECRET is not the secret that this store/.test(error.message);
function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "oh-secret-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
const nowhere = "/nowhere";
const terms = (secret: string, previousSecret: string | null = null) => ({
  ...{ secret, previousSecret, dataDir: nowhere },
});

for (const kind of stores)
  test(`${kind.name}: a store goes by the secret of its first use until another follows it`, {
    skip: kind.skip,
  }, async (t) => {
    const { db } = await kind.open(t);
    await heldSecret(db, terms(right));
    await heldSecret(db, terms(right));
    await assert.rejects(heldSecret(db, terms(wrong)), refused);
    await assert.rejects(heldSecret(db, terms(wrong, next)), refused);
    // Replaced: several processes at once, and whoever starts after them.
    await Promise.all([1, 2, 3].map(() => heldSecret(db, terms(next, right))));
    await heldSecret(db, terms(next, right));
    await heldSecret(db, terms(next));
    await assert.rejects(heldSecret(db, terms(right)), refused);
    const { rows } = await sql<{ mark: string }>`select mark from server_secret`.execute(db);
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]!.mark.includes(next));
  });

test("of two secrets that come to a new store at once, one is refused", async (t) => {
  for (const kind of stores.filter(({ skip }) => !skip)) {
    const { db } = await kind.open(t);
    const ends = await Promise.allSettled([heldSecret(db, terms(right)), heldSecret(db, terms(wrong))]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  }
});

test("a store that kept no mark goes by what opens its signing keys; a lost secret can be given up", async (t) => {
  const dataDir = temporaryDirectory(t);
  const config = (secret: string) =>
    readConfig({ OVERHEARD_DATA_DIR: dataDir, OVERHEARD_SECRET: secret, PORT: "0" });
  const log = createLog("silent");
  {
    await using app = await buildApp(config(right), { log });
    await app.operator.createUser({ email: "a@a.example", password: "a long password indeed" });
    await app.operator.issueToken({ email: "a@a.example" });
  }
  {
    await using store = await openStore(config(right), log);
    await sql`delete from server_secret`.execute(store.db);
  }
  await assert.rejects(buildApp(config(wrong), { log }), refused);
  {
    await using _app = await buildApp(config(right), { log });
  }

  const run = async (options: { yes?: boolean }) => {
    const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const io = { stdout, stderr, stdin, env: {} } as unknown as Parameters<typeof adopt>[2];
    await adopt(config(wrong), options, io);
    stderr.end();
    return text(stderr);
  };
  await assert.rejects(run({}), /stops working, for good: sessions, API keys.*Add --yes/);
  await assert.rejects(buildApp(config(wrong), { log }), refused);
  assert.match(await run({ yes: true }), /goes by this secret now/);
  assert.match(await run({}), /used with this secret already/);
  await using app = await buildApp(config(wrong), { log });
  assert.ok(await app.operator.issueToken({ email: "a@a.example" }));
});

test("where the data directory has lost its secret, the message names the file", async (t) => {
  const dataDir = temporaryDirectory(t);
  const config = readConfig({ OVERHEARD_DATA_DIR: dataDir });
  const log = createLog("silent");
  {
    await using _app = await buildApp(config, { log });
  }
  rmSync(join(dataDir, "secret"));
  await assert.rejects(buildApp(config, { log }), (error: Error) =>
    error.message.startsWith(`${join(dataDir, "secret")} does not hold the secret`),
  );
});
