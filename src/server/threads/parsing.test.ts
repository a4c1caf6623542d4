import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { answer, answersTo, citation, naming } from "../../../test/fixtures/answers.ts";
import { draftTerms } from "../../../test/fixtures/draft-terms.ts";
import { ownNoise } from "../../figures/planning/noise.ts";
import { scoreReport } from "../../figures/report.ts";
import { asJobOf, onBehalfOf } from "../kernel/turns/on-behalf.ts";
import { BusyError, UnreadableError } from "../outbound/parsing.ts";
import { measurerFrom } from "../runs/measure-answers.ts";
import { createParsing, scorersOf } from "./parsing.ts";
import type { PoolTerms } from "./pool.ts";

const url = "https://acme.example/";
const pageOf = (html: string) => ({
  body: Buffer.from(html),
  contentType: "text/html",
  url,
});
const small = pageOf("<title>Acme</title><p>Hello");
const large = pageOf(`<title>Acme</title>${"<p>Hello there, you ".repeat(15_000)}`);
const tracked = {
  own: { name: "Acme", aliases: [], domains: [], about: null },
  rivals: [{ name: "Bolt", aliases: [], domains: [], about: null }],
};

function started(t: TestContext, terms: Partial<PoolTerms> = {}) {
  // A machine that is busy otherwise must not end what is being tested.
  const parsing = createParsing({ timeMs: 60_000, ...terms });
  t.after(() => parsing[Symbol.asyncDispose]());
  return parsing;
}

test("what is small is read here, and starts no thread", async (t) => {
  const parsing = started(t);
  assert.equal((await parsing.page(small)).title, "Acme");
  assert.equal(parsing.size(), 0);
});

test("small files that come together give everybody else a turn between them", async (t) => {
  const parsing = started(t);
  await parsing.page(small);
  let turns = 0;
  let reading = true;
  const count = () => {
    turns += 1;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const turnsAt = await Promise.all([1, 2, 3].map(() => parsing.page(small).then(() => turns)));
  reading = false;
  assert.equal(new Set(turnsAt).size, 3, turnsAt.join());
});

test("what reads small files is loaded ahead, without a thread", async (t) => {
  const parsing = started(t);
  await parsing.load();
  assert.equal(parsing.size(), 0);
});

test("what is large is read in a thread, and is the same", async (t) => {
  const parsing = started(t);
  const page = await parsing.page(large);
  assert.equal(parsing.size(), 1);
  const { readPage } = await import("../../site/page/page.ts");
  assert.deepEqual(page, readPage(large.body.toString(), url));
});

test("a plan for a small website is made here, for a large one in a thread, and they are the same", async (t) => {
  const parsing = started(t);
  const page = (at: number, text: string) => ({
    ...{ url: `https://acme.example/${at}`, title: `Kettle ${at}`, description: null },
    ...{ headings: ["Quiet kettles"], text, language: "en" },
  });
  const prompts = [{ promptKey: "a", prompt: "Which kettle is quiet?", intent: null }];
  const input = (pages: ReturnType<typeof page>[]) => ({
    ...{ brand: "Acme", domains: [], language: "en", prompts, report: null, pages },
    answers: new Map([["a", ["A quiet kettle has thick walls."]]]),
  });
  const small = await parsing.plan({ input: input([page(1, "It is quiet.")]), count: 5 });
  assert.equal(parsing.size(), 0);
  const { planContent } = await import("../../planner/topics/planner.ts");
  const { stemmerFor } = await import("../../reader/text/language/stemmer.ts");
  assert.equal(small.topics.length + small.covered.length, 1);
  const many = input(
    Array.from({ length: 100 }, (_, at) => page(at, "It boils without a noise. ".repeat(60))),
  );
  const plan = await parsing.plan({ input: many, count: 5 });
  assert.equal(parsing.size(), 1);
  assert.deepEqual(plan, planContent({ ...many, stem: await stemmerFor("en") }, 5));
});

test("what a draft may rest on is picked here of a small website, in a thread of a large one, and is the same", async (t) => {
  const parsing = started(t);
  const { draftPages } = await import("../content/writing/pages/chosen-pages.ts");
  const { draftMaterial } = await import("../content/writing/material.ts");
  const { stemmerFor } = await import("../../reader/text/language/stemmer.ts");
  const stem = await stemmerFor("en");
  const terms = draftTerms({ topic: "quiet kettles" });
  const domains = ["acme.example"];
  const page = (at: number) => ({
    ...{ url: `https://acme.example/${at}`, title: at % 3 ? `Mugs ${at}` : "Kettles", description: null },
    ...{ headings: [], text: `A quiet kettle, number ${at}. `.repeat(60), language: "en" },
  });
  for (const [count, threads] of [
    [20, 0],
    [200, 1],
  ] as const) {
    const pages = Array.from({ length: count }, (_, at) => page(at));
    const chosen = await parsing.draftPages({ terms, pages, domains });
    assert.deepEqual(chosen, draftPages(terms, { pages, stem, domains }));
    assert.equal(chosen.length, 8);
    const known = { pages, profile: null, report: null, about: null, domains };
    const material = await parsing.draftMaterial({ terms, knowledge: known });
    assert.deepEqual(material, draftMaterial(terms, { ...known, stem }));
    assert.equal(parsing.size(), threads);
  }
});

for (const [what, count, prompt] of [
  ["many prompts", 400, "Which kettle is quiet?"],
  ["long prompts", 60, "哪种水壶".repeat(100)],
] as const)
  test(`a plan for ${what} is made in a thread, also where no page was read`, async (t) => {
    const parsing = started(t);
    const prompts = Array.from({ length: count }, (_, at) => ({
      ...{ promptKey: `p${at}`, prompt: `${prompt} ${at}`, intent: null },
    }));
    const input = { brand: "Acme", domains: [], language: "en", prompts, report: null, pages: null };
    const plan = await parsing.plan({ input: { ...input, answers: new Map() }, count: 5 });
    assert.deepEqual([plan.topics.length > 0, parsing.size()], [true, 1]);
  });

test("a draft that may quote a report with long prompts is prepared in a thread", async (t) => {
  const parsing = started(t);
  const answers = Array.from({ length: 60 }, (_, at) =>
    answer({ prompt: `${"哪种水壶".repeat(100)} ${at}` }),
  );
  const report = scoreReport(answers, tracked);
  const known = { pages: [], profile: null, report, about: null, domains: [] };
  await parsing.draftMaterial({ terms: draftTerms({ topic: "quiet kettles" }), knowledge: known });
  assert.equal(parsing.size(), 1);
});

test("the figures of a few answers with many citations are computed in a thread, and are the same", async (t) => {
  const parsing = started(t);
  const citations = Array.from({ length: 100 }, (_, at) => citation(`s${at}.example`));
  const answers = Array.from({ length: 30 }, (_, at) =>
    answer({ prompt: `p${at}`, reading: naming(["Acme"], { citations }) }),
  );
  const { noise, ...scored } = await parsing.score({ answers, brands: tracked });
  assert.deepEqual([scored, parsing.size()], [scoreReport(answers, tracked), 1]);
  assert.deepEqual(noise, ownNoise(scored.cells));
});

test("of answers that are still coming, the noise is not computed", async (t) => {
  const answers = answersTo([[["Acme"], ["Bolt"]]]);
  assert.ok("noise" in (await started(t).score({ answers, brands: tracked })));
  assert.ok(!("noise" in (await started(t).score({ answers, brands: tracked, growing: true }))));
});

test("the figures of a small report are computed here", async (t) => {
  const parsing = started(t);
  await parsing.score({ answers: answersTo([[["Acme"], ["Bolt"]]]), brands: tracked });
  assert.equal(parsing.size(), 0);
});

test("a report that is too much for a thread is not computed here", async (t) => {
  const measuring = measurerFrom(started(t, { timeMs: 1 }));
  const answers = Array.from({ length: 1_000 }, () => answer({ names: ["Acme"] }));
  await assert.rejects(async () => measuring.score(answers, tracked), UnreadableError);
});

test("a long answer is read in a thread, and is the same", async (t) => {
  const parser = started(t).answers(tracked);
  const answer = { text: "Acme is good, Bolt is not. ".repeat(1_000), citations: [], prompt: "Acme?" };
  const { compileReader, readAnswer } = await import("../../reader/read.ts");
  const reading = readAnswer(compileReader(tracked), answer);
  assert.deepEqual(await parser.read(answer), reading);
  assert.deepEqual(await parser.readAll([answer]), [{ reading, branded: true }]);
});

test("hundreds of names are looked for in a thread, in answers and in prompts, and the same are found", async (t) => {
  const parsing = started(t);
  const names = Array.from({ length: 400 }, (_, at) => `Tools & Söhne number ${at}`);
  const rivals = [{ name: "Bolt", aliases: names, domains: [], about: null }];
  const many = { own: tracked.own, rivals };
  const parser = parsing.answers(many);
  const prompts = [
    "Acme?",
    "Which one?",
    "Tools und Söhne number 7?",
    ...names.map((name) => `No. ${name}!`),
  ];
  const { compileReader, namesTrackedBrand, readAnswer } = await import("../../reader/read.ts");
  const reader = compileReader(many);
  const branded = await parser.brandedOf(prompts);
  assert.equal(parsing.size(), 1);
  assert.deepEqual(branded, new Set(prompts.filter((prompt) => namesTrackedBrand(reader, prompt))));
  assert.deepEqual(await Promise.all(prompts.slice(0, 3).map(parser.branded)), [true, false, true]);
  const answer = { text: "Tools et Söhne number 3, then Acme.", citations: [], prompt: "Which one?" };
  assert.deepEqual(await parser.read(answer), readAnswer(reader, answer));
});

test("Reddit threads are judged here for a few names, in a thread for hundreds, and alike", async (t) => {
  const parsing = started(t);
  const { judgeThread } = await import("../reddit/opportunity.ts");
  const { compileTopic } = await import("../reddit/relevance.ts");
  const candidates = Array.from({ length: 25 }, (_, at) => ({
    thread: {
      ...{
        threadId: `t${at}`,
        subreddit: "crm",
        title: `Acme or Tools & Söhne number ${at}?`,
        text: "Which?",
      },
      ...{ closure: null, postedAt: "2026-03-01T00:00:00Z", upvotes: 1, commentCount: 40 },
    },
    cited: null,
  }));
  const facts = { brand: "Acme", about: null, url: null, language: "en" };
  const topic = { prompts: [{ promptKey: "a", prompt: "Which tool is good?" }], language: "en" };
  for (const [count, threads] of [
    [3, 0],
    [400, 1],
  ] as const) {
    const aliases = Array.from({ length: count }, (_, at) => `Tools & Söhne number ${at}`);
    const names = { own: tracked.own, rivals: [{ ...tracked.rivals[0]!, aliases }] };
    const request = { ...topic, facts, candidates, brands: names, now: new Date("2026-03-02T00:00:00Z") };
    const verdicts = await parsing.threads(request);
    assert.equal(parsing.size(), threads);
    const compiled = compileTopic(names, topic.prompts, "en");
    assert.deepEqual(
      verdicts,
      candidates.map((one) => judgeThread(compiled, facts, one, request.now)),
    );
  }
});

test("a few names are looked for here", async (t) => {
  const parsing = started(t);
  const branded = await parsing.answers(tracked).brandedOf(["Acme?", "Which one?", "Acme?"]);
  assert.deepEqual([branded, parsing.size()], [new Set(["Acme?"]), 0]);
});

test("what takes longer than its time ends, and the next is read by another thread", async (t) => {
  const parsing = started(t, { timeMs: 1 });
  await assert.rejects(parsing.page(large), UnreadableError);
  assert.equal(parsing.size(), 0);
  assert.equal((await parsing.page(small)).title, "Acme");
});

test("what was read while this thread was held up counts as in time", async (t) => {
  const parsing = started(t, { timeMs: 1_000 });
  const reading = parsing.page(large);
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  assert.equal((await reading).title, "Acme");
});

test("a thread that has no time to start says nothing of the page", async (t) => {
  const parsing = started(t, { startMs: 1 });
  await assert.rejects(parsing.page(large), BusyError);
});

test("what takes more than its memory ends, and nothing else", async (t) => {
  const parsing = started(t, { memoryMb: 8 });
  await assert.rejects(parsing.page(pageOf("<a href=/>x</a><p>".repeat(100_000))), UnreadableError);
});

test("more is waiting than there are threads, and all of it is read", async (t) => {
  const parsing = started(t, { threads: 1 });
  const pages = await Promise.all([large, large, large].map((page) => parsing.page(page)));
  assert.deepEqual([pages.length, parsing.size()], [3, 1]);
});

test("a neighbour waits for one text at most of an organization that has many", async (t) => {
  const parsing = started(t, { threads: 1 });
  let read = 0;
  const count = () => {
    read += 1;
  };
  const many = [1, 2, 3].flatMap((job) =>
    Array.from({ length: 4 }, () =>
      asJobOf("many", () =>
        parsing
          .answers({ ...tracked, rivals: [{ ...tracked.rivals[0]!, name: `Bolt ${job}` }] })
          .readAll([{ text: "Acme is good. ".repeat(1_000), citations: [], prompt: "Which?" }]),
      ).then(count),
    ),
  );
  const readBefore = await onBehalfOf("one", () => parsing.page(large)).then(() => read);
  assert.ok(readBefore <= 1, `${readBefore}`);
  await Promise.all(many);
});

test("an organization with many large reports keeps no thread from another's small one", async (t) => {
  const parsing = started(t, { threads: 2 });
  const reportOf = (size: number) => ({
    answers: Array.from({ length: size }, (_, at) =>
      answer({ prompt: `Which ${at}?`, names: ["Acme", "Bolt"] }),
    ),
    brands: tracked,
  });
  let computed = 0;
  const large = reportOf(4_000);
  const many = Array.from({ length: 3 }, () =>
    asJobOf("many", () => parsing.score(large)).then(() => {
      computed += 1;
    }),
  );
  while (parsing.size() === 0) await pause(1);
  const before = await asJobOf("one", () => parsing.score(reportOf(200))).then(() => computed);
  assert.equal(before, 0);
  await Promise.all(many);
});

test("reports have a second thread where there are two cores and the memory for it", () => {
  const gb = 1_024 ** 3;
  assert.equal(scorersOf(2, 0, 8 * gb), 2);
  assert.equal(scorersOf(1, 0, 8 * gb), 1);
  assert.equal(scorersOf(2, 2 * gb, 8 * gb), 1);
  assert.equal(scorersOf(2, 2 ** 60, 2 * gb), 1);
});

test("an organization's request goes before its jobs", async (t) => {
  const parsing = started(t, { threads: 1 });
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const jobs = [1, 2, 3].map((job) => asJobOf("one", () => parsing.page(large)).then(note(`job ${job}`)));
  const request = onBehalfOf("one", () => parsing.page(large)).then(note("request"));
  await Promise.all([...jobs, request]);
  assert.deepEqual(ended, ["job 1", "request", "job 2", "job 3"]);
});

test("small texts of one organization are no line for another, either", async (t) => {
  const parsing = started(t);
  let read = 0;
  const many = Array.from({ length: 20 }, () =>
    onBehalfOf("many", () => parsing.page(small)).then(() => {
      read += 1;
    }),
  );
  const readBefore = await onBehalfOf("one", () => parsing.page(small)).then(() => read);
  assert.ok(readBefore <= 1, `${readBefore}`);
  await Promise.all(many);
});

test("a thread without work ends", async (t) => {
  const parsing = started(t, { idleMs: 1 });
  await parsing.page(large);
  while (parsing.size() > 0) await pause(1);
});

test("what is still being read when all ends is told so", async () => {
  const parsing = createParsing({ threads: 1 });
  const reading = Promise.allSettled([parsing.page(large), parsing.page(large)]);
  await parsing[Symbol.asyncDispose]();
  assert.deepEqual(
    (await reading).map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(parsing.size(), 0);
});
