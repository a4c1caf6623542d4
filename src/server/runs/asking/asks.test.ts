import assert from "node:assert/strict";
import { test } from "node:test";
import { stores } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork } from "../../../../test/work.ts";
import { transaction } from "../../db/transaction.ts";
import { askQueue } from "../../queue/boss.ts";
import type { AskJob } from "../../queue/queue.ts";
import { type ClaimedAsk, claimAsks, type GivenText, keepAnswers, settleAsks } from "./asks.ts";

const server = stores.find(({ name }) => name === "PostgreSQL")!;

const given: GivenText = {
  ...{ answer: "Acme", truncated: false, declined: false, citations: [], citationsLeftOut: 0 },
  ...{ model: null, searched: null, inputTokens: null, outputTokens: null, searches: null, queries: [] },
  ...{ costUsd: null, latencyMs: 1, answeredAt: new Date().toISOString() },
};

const keyOf = ({ projectId, reportId, ordinal, createdAt, claim }: ClaimedAsk) => ({
  ...{ projectId, reportId, ordinal, createdAt, claim },
});

test("PostgreSQL: an answer is stored while others of its run settle", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const engines = enginesOf(fakeEngine("chatgpt", () => "Acme"));
  const { db, queue, accept } = await startWork(t, server, { engines });
  await accept({ prompts: ["a?", "b?"] });
  const jobs = await queue.boss.findJobs<AskJob>(askQueue("chatgpt"));
  const [one, other] = await claimAsks(
    db,
    jobs.map(({ data }) => data),
  );
  const storedWhile = await transaction(db, async (inner) => {
    const result = { status: "failed", errorCode: "bad_answer" } as const;
    await settleAsks(inner, { settled: [{ ...keyOf(one!), result }] }, new Date());
    return keepAnswers(db, [{ ...keyOf(other!), givenText: given, callUsd: 0 }]);
  });
  assert.deepEqual(storedWhile, [true]);
});
