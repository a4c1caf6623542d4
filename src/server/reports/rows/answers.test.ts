import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork } from "../../../../test/work.ts";
import { condenser } from "../../../figures/condense.ts";
import { promptKey } from "../../../reader/prompt.ts";
import {
  allMeasuredAnswers,
  answerBatches,
  answersToReadAgain,
  promptsWithAnswers,
} from "./answer-batches.ts";
import { answerBeginnings, findAnswer, measuredAnswers } from "./answers.ts";

async function listOf<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
}

const long = "Acme ".repeat(1_000);
const chatgpt = fakeEngine("chatgpt", ({ prompt, sample }) =>
  Promise.resolve({
    text: prompt === "p3?" ? long : `We like Acme for ${prompt} ${sample}`,
    citations: [{ url: "https://acme.test/x", title: null, cited: true }],
  }),
);
const claude = fakeEngine("claude", () => {
  throw Object.assign(new Error(), { kind: "refused", retryable: false });
});

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  const measured = async (t: TestContext) => {
    const work = await startWork(t, store, { engines: enginesOf(chatgpt, claude) });
    const prompts = Array.from({ length: 7 }, (_, index) => `p${index}?`);
    const { id } = await work.accept({ prompts, samples: 2 });
    await work.worker.settle();
    return { ...work, report: await work.report(id), prompts };
  };

  on("the rows of a report come in its order, a page at a time", async (t) => {
    const { db, report, prompts } = await measured(t);
    const rows = [];
    for (let after = -1; ; ) {
      const page = await measuredAnswers(db, report, { limit: 5, after });
      rows.push(...page);
      if (page.length < 5) break;
      after = page.at(-1)!.ordinal;
    }
    assert.deepEqual(
      rows.map(({ prompt, provider, sample }) => `${prompt} ${provider} ${sample}`),
      prompts.flatMap((prompt) =>
        ["chatgpt 1", "chatgpt 2", "claude 1", "claude 2"].map((of) => `${prompt} ${of}`),
      ),
    );
    assert.deepEqual(await allMeasuredAnswers(db, report), rows.map(condenser()));
    assert.equal(rows[0]?.reading?.mentions[0]?.name, "Acme");
    assert.deepEqual([rows[2]?.status, rows[2]?.errorCode, rows[2]?.reading], ["failed", "refused", null]);
  });

  on("rows say how many citations were left out, as the answer itself does", async (t) => {
    const { db, report, prompts } = await measured(t);
    await db.updateTable("asks").set({ citations_left_out: 20 }).where("ordinal", "=", 0).execute();
    const [batch] = await listOf(answerBatches(db, report));
    const one = await findAnswer(db, report, promptKey(prompts[0]!), "chatgpt", 1);
    assert.deepEqual(
      [batch![0]!.citationsLeftOut, one!.citationsLeftOut, batch![1]!.citationsLeftOut],
      [20, 20, 0],
    );
  });

  on("the first answers to each prompt begin as they were given, without those that failed", async (t) => {
    const { db, report } = await measured(t);
    const texts = await answerBeginnings(db, report, { perPrompt: 1, length: 20 });
    assert.equal(texts.size, 7);
    const key = (prompt: string) => promptKey(prompt);
    assert.deepEqual(texts.get(key("p2?")), ["We like Acme for p2?"]);
    assert.deepEqual(texts.get(key("p3?")), [long.slice(0, 20)]);
    const both = await answerBeginnings(db, report, { perPrompt: 2, length: 100 });
    assert.deepEqual(both.get(key("p2?")), ["We like Acme for p2? 1", "We like Acme for p2? 2"]);
  });

  on("an answer of each assistant comes before the second of any", async (t) => {
    const gemini = fakeEngine("gemini", ({ sample }) =>
      Promise.resolve({ text: `Bolt ${sample}`, citations: [] }),
    );
    const work = await startWork(t, store, { engines: enginesOf(chatgpt, gemini) });
    const { id } = await work.accept({ prompts: ["p1?"], samples: 2 });
    await work.worker.settle();
    const texts = await answerBeginnings(work.db, await work.report(id), { perPrompt: 3, length: 100 });
    assert.deepEqual(texts.get(promptKey("p1?")), [
      "We like Acme for p1? 1",
      "Bolt 1",
      "We like Acme for p1? 2",
    ]);
  });

  on("an answer that begins with a thought begins behind it, for its excerpt and for a plan", async (t) => {
    const thought = `<think>${"Fellow? ".repeat(1_000)}</think>`;
    const thinking = fakeEngine("chatgpt", () =>
      Promise.resolve({ text: `${thought}Acme it is.`, citations: [] }),
    );
    const work = await startWork(t, store, { engines: enginesOf(thinking) });
    const { id } = await work.accept({ prompts: ["p1?"], samples: 1 });
    await work.worker.settle();
    const report = await work.report(id);
    const texts = await answerBeginnings(work.db, report, { perPrompt: 1, length: 100 });
    assert.deepEqual(texts.get(promptKey("p1?")), ["Acme it is."]);
    const terms = { limit: 1, offset: 0, texts: "beginning" } as const;
    const [page] = await listOf(promptsWithAnswers(work.db, report, terms));
    assert.ok(page!.answers[0]!.text!.endsWith("Acme it is."));
  });

  on("answers to be read again come in batches by what they weigh, with all that was given", async (t) => {
    const named = fakeEngine("chatgpt", ({ sample }) =>
      Promise.resolve({
        text: `${sample} ${"Acme ".repeat(4_000)}`,
        citations: [{ url: "https://acme.test/x", title: null, cited: true }],
      }),
    );
    const work = await startWork(t, store, { engines: enginesOf(named) });
    const { id } = await work.accept({ prompts: ["p1?", "p2?", "p3?", "p4?"], samples: 5 });
    await work.worker.settle();
    const batches = await listOf(answersToReadAgain(work.db, await work.report(id)));
    const weights = batches.map((batch) =>
      batch.map(({ text, reading }) => text!.length + JSON.stringify(reading).length),
    );
    // One answer alone may weigh more than a batch.
    for (const batch of weights)
      assert.ok(batch.slice(0, -1).reduce((sum, one) => sum + one, 0) < 300_000, String(batch));
    const all = batches.flat();
    assert.deepEqual(
      all.map(({ ordinal }) => ordinal),
      Array.from({ length: 20 }, (_, at) => at),
    );
    assert.ok(all.every(({ text }) => text!.length > 20_000));
    assert.deepEqual(all[7]!.citations, [{ url: "https://acme.test/x", title: null, cited: true }]);
  });

  on("prompts come with their answers, whole or as far as an excerpt needs them", async (t) => {
    const { db, report } = await measured(t);
    const page = await listOf(promptsWithAnswers(db, report, { limit: 3, offset: 2, texts: "beginning" }));
    assert.deepEqual(
      page.map(({ prompt }) => prompt),
      ["p2?", "p3?", "p4?"],
    );
    assert.deepEqual(
      page.map(({ answers }) => answers.length),
      [4, 4, 4],
    );
    assert.ok(page[1]!.answers[0]!.text!.length < long.length);
    const [whole] = await listOf(promptsWithAnswers(db, report, { limit: 1, offset: 3, texts: "whole" }));
    assert.equal(whole?.answers[0]?.text, long);
    assert.equal(whole?.answers[2]?.text, null);
  });

  on("answers come in batches of their bytes, one that is larger alone", async (t) => {
    const huge = "Acme ".repeat(60_000);
    const texts = [huge, ...Array.from({ length: 60 }, () => "Acme."), huge, huge.slice(0, 200_000), huge];
    const engine = fakeEngine("chatgpt", ({ prompt }) =>
      Promise.resolve({ text: texts[Number(prompt.slice(1, -1))]!, citations: [] }),
    );
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts: texts.map((_, at) => `p${at}?`), samples: 1 });
    await work.worker.settle();
    const found = await listOf(answerBatches(work.db, await work.report(id), { texts: "whole" }));
    const batches = found.map((batch) => batch.map(({ text }) => text!.length));
    assert.deepEqual(
      batches.flat(),
      texts.map(({ length }) => length),
    );
    assert.ok(batches.every((lengths) => lengths.length <= 50));
    assert.ok(
      batches.every((lengths) => lengths.slice(0, -1).reduce((sum, one) => sum + one, 0) < 256 * 1024),
    );
  });

  on("one answer is found by prompt, engine and sample", async (t) => {
    const { db, report } = await measured(t);
    const [row] = await measuredAnswers(db, report, { limit: 1, after: -1 });
    const answer = await findAnswer(db, report, row!.promptKey, "chatgpt", 2);
    assert.equal(answer?.text, "We like Acme for p0? 2");
    assert.deepEqual(answer?.citations, [{ url: "https://acme.test/x", title: null, cited: true }]);
    assert.equal((await findAnswer(db, report, row!.promptKey, "claude", 1))?.text, null);
    assert.equal(await findAnswer(db, report, row!.promptKey, "gemini", 1), undefined);
    assert.equal(await findAnswer(db, report, row!.promptKey, "chatgpt", 3), undefined);
  });
}
