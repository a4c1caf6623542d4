import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, type Question } from "../engine.ts";
import { sandbox } from "./sandbox.ts";

const brands = ["Sony", "Bose", "JBL", "Soundcore", "Sennheiser"].map((name) => ({
  name,
  domain: `${name.toLowerCase()}.com`,
}));
const question: Question = { prompt: "best headphones?", sample: 1, country: "US", language: "en", brands };
const signal = new AbortController().signal;

async function answers(seed: number, prompts: number, samples: number) {
  const engine = sandbox({ seed });
  const asked = Array.from({ length: prompts }, (_, number) =>
    Array.from({ length: samples }, (_, sample) =>
      engine.ask({ ...question, prompt: `best choice number ${number}?`, sample: sample + 1 }, signal),
    ),
  );
  return Promise.all(asked.flat());
}

test("the same seed, prompt, sample and brands give the same answer", async () => {
  const [one, other] = await Promise.all(
    [sandbox({ seed: 7 }), sandbox({ seed: 7 })].map((e) => e.ask(question, signal)),
  );
  assert.deepEqual(one, other);
});

test("another seed, sample, prompt or language gives another answer", async () => {
  const base = await sandbox({ seed: 7 }).ask(question, signal);
  const varied = await Promise.all([
    sandbox({ seed: 8 }).ask(question, signal),
    sandbox({ seed: 7 }).ask({ ...question, sample: 2 }, signal),
    sandbox({ seed: 7 }).ask({ ...question, prompt: "best earbuds?" }, signal),
    sandbox({ seed: 7 }).ask({ ...question, language: "de-AT" }, signal),
  ]);
  for (const answer of varied) assert.notEqual(answer.text, base.text);
});

test("brands differ in how often they are named, and none is in every answer", async () => {
  const all = await answers(1, 40, 5);
  const rates = brands.map(({ name }) => all.filter(({ text }) => text.includes(name)).length / all.length);
  assert.ok(Math.max(...rates) < 1 && Math.min(...rates) > 0, String(rates));
  assert.ok(Math.max(...rates) - Math.min(...rates) > 0.2, String(rates));
});

test("some answers name nobody asked about, some are lists, tables, headings, some cite nothing", async () => {
  const all = await answers(1, 40, 5);
  const count = (holds: (text: string) => boolean) => all.filter(({ text }) => holds(text)).length;
  assert.ok(count((text) => !brands.some(({ name }) => text.includes(name))) > 3);
  assert.ok(count((text) => text.includes("1. **")) > 10);
  assert.ok(count((text) => text.includes("| --- |")) > 10);
  assert.ok(count((text) => text.includes("### ")) > 10);
  assert.ok(all.some(({ citations }) => citations.length === 0));
});

test("answers to one prompt resemble each other more than answers to different prompts", async () => {
  const samples = 6;
  const all = await answers(3, 40, samples);
  const named = all.map(({ text }) => brands.map(({ name }) => name).filter((name) => text.includes(name)));
  const overlap = (a: string[], b: string[]) => {
    const both = a.filter((name) => b.includes(name)).length;
    return both / Math.max(1, a.length + b.length - both);
  };
  let same = 0;
  let different = 0;
  for (let first = 0; first < named.length - samples; first += samples) {
    same += overlap(named[first]!, named[first + 1]!);
    different += overlap(named[first]!, named[first + samples]!);
  }
  assert.ok(same > different, `${same} ${different}`);
});

test("some citations are cited with their line, some only retrieved, some are the brands' own", async () => {
  const all = await answers(1, 40, 5);
  const citations = all.flatMap(({ citations }) => citations);
  assert.ok(citations.some(({ cited }) => cited) && citations.some(({ cited }) => !cited));
  assert.ok(citations.some(({ url }) => brands.some(({ domain }) => url.startsWith(`https://${domain}/`))));
  for (const { text, citations } of all) {
    for (const { cited, span } of citations) {
      assert.equal(cited, span !== undefined);
      if (span) assert.match(text.slice(span.start, span.end), /^[^\n]*\[\d+\][^\n]*$/);
    }
  }
});

for (const [language, word] of [
  ["en", /\b(the|for|and)\b/],
  ["de", /\b(der|die|das|und|ist|für|oder)\b/i],
  ["fr", /\b(le|la|les|et|est|de|un)\b/i],
  ["es-MX", /\b(el|la|los|una|de|es|las)\b/i],
  ["pl", /\b(the|for|and)\b/],
] as const) {
  test(`an answer in ${language} reads so`, async () => {
    const engine = sandbox();
    const texts = await Promise.all(
      [1, 2, 3, 4, 5].map(
        async (sample) => (await engine.ask({ ...question, language, sample }, signal)).text,
      ),
    );
    assert.match(texts.join("\n"), word);
  });
}

test("it costs nothing, and says which engine it is", async () => {
  const engine = sandbox();
  const { costUsd, model } = await engine.ask(question, signal);
  assert.deepEqual([engine.estimateUsd, costUsd, model, engine.surface], [0, 0, "sandbox-1", "sandbox"]);
});

test("a slow sandbox can be cancelled", async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 20);
  await assert.rejects(
    sandbox({ latencyMs: 60_000 }).ask(question, abort.signal),
    (error) => error instanceof EngineError && error.kind === "cancelled",
  );
});

test("names with the characters of Markdown or patterns are written as they are", async () => {
  const odd = [{ name: "A$&*|B", domain: null }];
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, sample) =>
      sandbox().ask({ ...question, prompt: `best ${sample}`, brands: odd, sample }, signal),
    ),
  );
  assert.ok(all.some(({ text }) => text.includes("A$&*|B")));
});
