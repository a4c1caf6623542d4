import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { insertAccount } from "../../../../test/fixtures/account.ts";
import { keepDraft } from "../../../../test/fixtures/draft.ts";
import { stores } from "../../../../test/stores.ts";
import { newId } from "../../kernel/id.ts";
import type { PublishMode } from "../../outbound/cms/blog.ts";
import { insertProject } from "../../projects/projects.ts";
import {
  claimPublication,
  noteSent,
  publicationState,
  recordPublication,
  releaseClaim,
} from "./publications.ts";

const minuteMs = 60_000;
const start = new Date("2026-01-15T09:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);

/** A written draft, and what happens to it by the minute. */
async function draftIn(t: TestContext, open: (typeof stores)[number]["open"]) {
  const { db } = await open(t);
  const { id: projectId, organizationId } = await insertProject(db, {
    ...{
      id: newId(),
      organizationId: await insertAccount(db),
      name: "Acme",
      brand: "Acme",
      brandAliases: [],
    },
    ...{ about: null, domain: null, websiteUrl: null, providers: null, workspaceId: null, competitors: [] },
    ...{
      samples: 1,
      until: null,
      monthlySpendUsd: null,
      schedule: "off",
      country: "US",
      language: "en",
      timezone: "UTC",
      now: start,
    },
  });
  const key = { projectId, reportId: await keepDraft(db, { organizationId, projectId }) };
  const blog = { cms: "ghost", siteUrl: "https://blog.example/" } as const;
  return {
    db,
    key,
    /** Tries to claim it for a minute. */
    async claim(at: number, mode: PublishMode = "publish") {
      const claim = { id: newId(), until: after(at + 1) };
      const taken = await claimPublication(db, key, { ...blog, mode }, claim, after(at));
      return { ...claim, taken };
    },
    record: (claim: { id: string; until: Date }, at: number, mode: PublishMode = "publish") =>
      recordPublication(
        db,
        key,
        { ...blog, post: { id: "7", url: mode === "publish" ? "https://blog.example/7" : null, mode } },
        claim,
        after(at),
      ),
    state: () => publicationState(db, key),
  };
}

for (const { name, skip, open } of stores) {
  const on = (rule: string, body: (draft: Awaited<ReturnType<typeof draftIn>>) => Promise<void>) =>
    test(`${name}: ${rule}`, { skip }, async (t) => body(await draftIn(t, open)));

  on("of a hundred who want to publish a draft at once one may", async ({ claim }) => {
    const claims = await Promise.all(Array.from({ length: 100 }, () => claim(0)));
    assert.equal(claims.filter(({ taken }) => taken).length, 1);
  });

  on("a claim that ran out is taken over by one, and its holder can record nothing more", async (draft) => {
    const stale = await draft.claim(0);
    assert.deepEqual([stale.taken, (await draft.claim(0.5)).taken], [true, false]);
    const claims = await Promise.all(Array.from({ length: 20 }, () => draft.claim(1)));
    const [next, ...others] = claims.filter(({ taken }) => taken);
    assert.deepEqual([next?.taken, others.length], [true, 0]);
    assert.equal(await draft.record(stale, 1.1), false);
    await releaseClaim(draft.db, draft.key, stale);
    assert.equal((await draft.state())?.publication, null);
    assert.equal((await draft.claim(1.2)).taken, false, "the new holder still holds it");
    assert.equal(await draft.record(next!, 1.3), true);
    assert.equal((await draft.state())?.publication?.postId, "7");
  });

  on("what is published is not claimed again, what was left as a draft only to publish it", async (draft) => {
    await draft.record(await draft.claim(0, "draft"), 0, "draft");
    assert.equal((await draft.claim(9, "draft")).taken, false);
    const shown = await draft.claim(9, "publish");
    assert.deepEqual([shown.taken, await draft.record(shown, 9)], [true, true]);
    assert.equal((await draft.claim(99, "publish")).taken, false);
    assert.equal((await draft.claim(99, "draft")).taken, false);
  });

  on(
    "that a post was sent is kept until its outcome is, and only a claim's holder notes it",
    async (draft) => {
      const stale = await draft.claim(0);
      const next = await draft.claim(1);
      const sent = { cms: "ghost", siteUrl: "https://blog.example/", at: start.toISOString() } as const;
      assert.equal(await noteSent(draft.db, draft.key, stale, sent), false);
      assert.equal(await noteSent(draft.db, draft.key, next, sent), true);
      await releaseClaim(draft.db, draft.key, next);
      const { sentPost: kept, sendsNoted } = (await draft.state())!;
      assert.deepEqual([kept, sendsNoted], [sent, true]);
      assert.equal(await draft.record(await draft.claim(2), 2), true);
      assert.equal((await draft.state())?.sentPost, null);
    },
  );

  on(
    "a claim by a clock that was set back since is taken over, one by a clock that is ahead a little not",
    async (draft) => {
      assert.equal((await draft.claim(180)).taken, true);
      assert.equal((await draft.claim(0)).taken, true);
      await releaseClaim(draft.db, draft.key, await draft.claim(1));
      assert.equal((await draft.claim(3)).taken, true);
      assert.equal((await draft.claim(0)).taken, false);
    },
  );

  on("a draft that is gone is not claimed", async (draft) => {
    await draft.db.deleteFrom("reports").where("id", "=", draft.key.reportId).execute();
    assert.deepEqual([(await draft.claim(0)).taken, await draft.state()], [false, undefined]);
  });
}
