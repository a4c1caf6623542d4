import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, startWork } from "../../../../test/work.ts";
import { newId } from "../../kernel/id.ts";
import { insertWebhook } from "../destinations/webhooks.ts";
import { claimDigests, putDigest } from "./digests.ts";

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on(
    "a digest that takes longer to make than its claim lasts is not made by another process, too",
    async (t) => {
      const clock = { now: Date.now() };
      const claimedByOthers: number[] = [];
      const work = await startWork(t, store, {
        engines: enginesOf(),
        now: () => new Date(clock.now),
        digests: {
          settingsUrl: "https://s.example/",
          unsubscribeUrlOf: () => "https://s.example/",
          async make({ goOn }) {
            // Minutes later.
            clock.now += 61_000;
            await sql`update digests set claimed_until = clock_timestamp() - interval '1 s'`.execute(work.db);
            assert.equal(await goOn!(), true);
            const terms = { now: new Date(clock.now), mails: true, most: 10 };
            claimedByOthers.push((await claimDigests(work.db, terms)).length);
            const told = { data: {}, title: "The week", says: "", link: null };
            return {
              projects: 1,
              isQuiet: true,
              channelMessage: told,
              letter: () => ({ subject: "", text: "", html: "" }),
            };
          },
        },
      });
      const { db, project } = work;
      const { organizationId } = project;
      const id = newId();
      const terms = { kind: "slack", name: null, projectId: null, types: null, quotes: true } as const;
      const now = new Date(clock.now);
      await insertWebhook(db, { id, organizationId, userId: organizationId, sealed: "", ...terms }, now);
      const chosen = { timezone: "UTC", onlyChanges: true, active: true, dueAt: now };
      await putDigest(db, { organizationId, owner: { webhookId: id }, now }, chosen);
      await work.worker.settle();
      assert.deepEqual(claimedByOthers, [0]);
    },
  );

  on("an organization's digests do not wait for all of another's", async (t) => {
    const { db, project, newProject } = await startWork(t, store, { engines: enginesOf() });
    const now = new Date();
    const digestsOf = async (organizationId: string, count: number, dueAt: Date) => {
      const chosen = { timezone: "UTC", onlyChanges: true, active: true, dueAt };
      for (let at = 0; at < count; at += 1) {
        const id = newId();
        const terms = { kind: "slack", name: null, projectId: null, types: null, quotes: true } as const;
        await insertWebhook(db, { id, organizationId, userId: organizationId, sealed: "", ...terms }, now);
        await putDigest(db, { organizationId, owner: { webhookId: id }, now }, chosen);
      }
    };
    const other = await newProject();
    await digestsOf(project.organizationId, 8, new Date(now.getTime() - 60_000));
    await digestsOf(other.organizationId, 1, now);
    const claimed = await claimDigests(db, { now, mails: true, most: 4 });
    assert.equal(claimed.length, 4);
    assert.ok(claimed.some(({ organizationId }) => organizationId === other.organizationId));
  });
}
