import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { derivedSecret } from "../../src/server/auth/server-secret.ts";
import type { Db } from "../../src/server/db/db.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { createVault } from "../../src/server/kernel/secret/vault.ts";
import { account, benchSecret, program, startProcess, startServer } from "../server-process.ts";
import { type Ending, stores } from "../stores.ts";
import { bucketKeys, startBucket } from "../vendors/bucket.ts";

const postgres = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: a process that stands still in the middle of a digest, a client's report and an export: each comes once, and nothing of it undoes what another process did", {
  skip: postgres.skip,
  timeout: 280_000,
}, async (t) => {
  const { db, connectionString } = await postgres.open(t);
  const box = await slowMailbox(t);
  const lake = await startBucket(t);
  const env = {
    ...{ DATABASE_URL: connectionString!, OVERHEARD_RATE_LIMIT_SCALE: "0" },
    ...{ SMTP_URL: box.url, MAIL_FROM: "Overheard <o@s.example>", OVERHEARD_OUTBOUND_ALLOW: lake.host },
  };
  const server = await startServer({ ...env, OVERHEARD_WORKER: "off" });
  t.after(() => server.stop("SIGKILL"));
  const facts = await due(db, server.url, env, lake.url);

  // The bucket takes nothing of the first process until it goes on.
  let puts = 0;
  lake.instead = () => (++puts === 1 ? "hang" : undefined);
  const first = await worker(t, env);
  await within(60_000, "all three are under way", async () => box.begun.length === 2 && puts === 1);
  first.kill("SIGSTOP");
  // For longer than any claim lasts, by the store's clock.
  await sql`update digests set claimed_until = now() - interval '1 s'`.execute(db);
  await sql`update buckets set claimed_until = now() - interval '1 s'`.execute(db);
  await sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db);

  const second = await worker(t, env);
  const state = async () => ({
    digest: await db
      .selectFrom("digests")
      .select(["due_at", "settled_at", "sending", "sent_at"])
      .executeTakeFirstOrThrow(),
    issues: await db.selectFrom("client_issues").select(["id", "state", "recipients"]).execute(),
    exports: await db.selectFrom("bucket_exports").select(["id", "fault", "reports", "manifest"]).execute(),
    exported: await db.selectFrom("exported_reports").selectAll().execute(),
    letters: (await sql`select from jobs.job where name = 'mail' and state <> 'completed'`.execute(db)).rows
      .length,
  });
  await within(90_000, "the second has done what was left", async () => {
    const { digest, exports, letters } = await state();
    return digest.settled_at !== null && exports.length === 1 && letters === 0;
  });
  assert.equal(box.letters.length, 0, "what may have been taken is not sent again");
  const [before, kept] = [await state(), [...lake.put]];
  assert.deepEqual([before.exports[0]!.fault, before.exports[0]!.reports], [null, 1]);

  first.kill("SIGCONT");
  box.take();
  await within(60_000, "both letters are taken", async () => box.letters.length === 2);
  for (const child of [first, second]) {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  }
  assert.deepEqual(box.letters.toSorted(), ["kim@client.example", facts.email].toSorted());
  assert.deepEqual(await state(), before);
  assert.deepEqual(lake.put, kept, "nothing is written over what the second has written");
});

/** A project with a report, and a digest, a client's report and an export that are due. */
async function due(db: Db, url: string, env: Record<string, string>, endpoint: string) {
  const email = "still@example.com";
  const me = await account(url, email, env);
  const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
    name: "A",
    brand: "Acme",
  });
  const rows = [{ prompt: "one?", provider: "chatgpt", answer: "Acme." }];
  await me.call("POST", `/v1/projects/${project.id}/imports`, rows);
  const {
    organization_id,
    user_id,
    id: member_id,
  } = await db.selectFrom("members").selectAll().executeTakeFirstOrThrow();
  await sql`update reports set scheduled = true`.execute(db);
  const at = new Date(Date.now() - 60_000);
  const vault = createVault(derivedSecret(benchSecret, "buckets"));
  const keys = { accessKeyId: bucketKeys.accessKey, secretAccessKey: bucketKeys.secretKey };
  await db
    .insertInto("buckets")
    .values({
      ...{ organization_id, user_id, endpoint, region: "eu-test-1", name: "lake", format: "ndjson", hour: 3 },
      ...{
        timezone: "UTC",
        sealed: await vault.seal(organization_id, keys),
        key_hint: "TEST",
        due_at: at,
        created_at: at,
      },
    })
    .execute();
  await db
    .insertInto("client_reports")
    .values({
      ...{
        organization_id,
        project_id: project.id,
        user_id,
        every: "week",
        since: new Date(0),
        created_at: at,
      },
    })
    .execute();
  await db
    .insertInto("client_recipients")
    .values({
      id: newId(),
      organization_id,
      project_id: project.id,
      address: "kim@client.example",
      created_at: at,
    })
    .execute();
  await db
    .insertInto("digests")
    .values({
      id: newId(),
      organization_id,
      member_id,
      timezone: "UTC",
      due_at: at,
      try_at: at,
      created_at: at,
    })
    .execute();
  return { email };
}

async function worker(t: Ending, env: Record<string, string>) {
  const child = startProcess([program, "worker"], env);
  t.after(() => child.kill("SIGKILL"));
  child.stderr!.resume();
  return child;
}

/** A mail server that answers to no letter before it is told to. */
async function slowMailbox(t: Ending) {
  const taking = Promise.withResolvers<void>();
  const begun: string[] = [];
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      await text(stream);
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      begun.push(to);
      await taking.promise;
      letters.push(to);
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, begun, letters, take: taking.resolve };
}

async function within(ms: number, what: string, reached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + ms; !(await reached()); await delay(50))
    assert.ok(performance.now() < deadline, what);
}
