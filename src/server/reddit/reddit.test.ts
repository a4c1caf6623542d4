import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TrackedBrands } from "../../reader/brand.ts";
import { type RedditThread, withoutPeople } from "../outbound/reddit/thread.ts";
import { redditThreadOf } from "../outbound/reddit/url.ts";
import { type CitedThread, citedThreads, judgeThread, unseenThread } from "./opportunity.ts";
import { type Cited, compileTopic, type Relevance, relevanceOf } from "./relevance.ts";
import { type BrandFacts, disclosesTies, replyDraft } from "./reply.ts";
import { redditQueries } from "./search.ts";
import { topicWords } from "./words.ts";

const now = new Date("2026-03-02T00:00:00Z");
const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
const tracked: TrackedBrands = { own: brand("Acme"), rivals: [brand("Bolt"), brand("Cobalt")] };
const prompts = [
  { promptKey: "p_crm", prompt: "What is the best CRM for a small sales team?" },
  { promptKey: "p_mail", prompt: "Which tool sends newsletters?" },
];
const topic = compileTopic(tracked, prompts, "en");
const facts: BrandFacts = {
  brand: "Acme",
  about: "a CRM for small teams.",
  url: "https://acme.example/",
  language: "en",
};

const thread = (changed: Partial<RedditThread> = {}): RedditThread => ({
  threadId: "abc1",
  subreddit: "crm",
  title: "Which CRM for a small sales team?",
  text: "",
  postedAt: "2026-03-01T00:00:00Z",
  upvotes: 3,
  commentCount: 7,
  closure: null,
  ...changed,
});
const relevance = (changed: Partial<RedditThread> = {}, cited: Cited | null = null) =>
  relevanceOf(topic, thread(changed), cited, now);
const judged = (changed: Partial<RedditThread> = {}, cited: Cited | null = null) =>
  judgeThread(topic, facts, { thread: thread(changed), cited }, now);

for (const [url, expected] of [
  ["https://www.reddit.com/r/crm/comments/1AbC2d/which_crm/", { threadId: "1abc2d", subreddit: "crm" }],
  ["https://old.reddit.com/r/CRM/comments/abc12/x/def34/?context=3", { threadId: "abc12", subreddit: "CRM" }],
  ["https://amp.reddit.com/r/crm/comments/abc12", { threadId: "abc12", subreddit: "crm" }],
  ["https://de.reddit.com/r/crm/comments/abc12", { threadId: "abc12", subreddit: "crm" }],
  ["https://redd.it/abc12", { threadId: "abc12", subreddit: null }],
  ["https://www.reddit.com/comments/abc12/x", { threadId: "abc12", subreddit: null }],
  ["https://www.reddit.com/r/crm/", null],
  ["https://www.reddit.com/r/crm/s/AbCdEf", null],
  ["https://www.reddit.com/user/jane/comments/abc12/x/", null],
  ["https://www.reddit.com/r/u_jane/comments/abc12/x/", null],
  ["https://www.reddit.com/r/crm/comments/..%2f..%2fx/", null],
  ["https://i.redd.it/abc12.png", null],
  ["https://reddit.com.evil.example/r/crm/comments/abc12/", null],
  ["https://notreddit.com/r/crm/comments/abc12/", null],
  ["javascript:alert(1)//reddit.com/r/crm/comments/abc12/", null],
  ["no address", null],
] as const) {
  test(`${url} is ${expected ? `thread ${expected.threadId}` : "no thread"}`, () =>
    assert.deepEqual(redditThreadOf(url), expected));
}

for (const [title, expected] of [
  ["Thanks u/jane_doe and /u/john-1!", "Thanks somebody and somebody!"],
  ["see reddit.com/user/jane_doe/comments/x here", "see somebody here"],
  ["https://old.reddit.com/u/jane_doe", "somebody"],
  ["posted on u_jane_doe", "posted on somebody"],
  ["The U/S border, 5 mu/s and a menu/card", "The U/S border, 5 mu/s and a menu/card"],
] as const) {
  test(`a title is kept without the names of people: ${title}`, () =>
    assert.equal(withoutPeople(title), expected));
}

for (const [text, language, expected] of [
  ["What is the best CRM for a small sales team?", "en", ["CRM", "small", "sales", "team"]],
  ["Which teams' CRM? The team CRMs!", "en", ["teams", "CRM"]],
  ["Which is the best?", "en", []],
  ["Welches CRM passt zu kleinen Teams?", "de", ["Welches", "passt", "kleinen", "Teams"]],
  ["哪个客户管理软件最好？", "zh", ["客户", "管理", "软件", "最好"]],
] as const) {
  test(`what says the topic of “${text}” is ${expected.join(", ") || "nothing"}`, () => {
    const words = topicWords(text, language).map(({ word }) => word);
    for (const word of expected) assert.ok(words.includes(word), `${word} in ${words}`);
    if (language === "en") assert.deepEqual(words, expected);
  });
}

test("Reddit is searched for the prompts' topics, each once, and then for the brands by name", () => {
  const repeated = [...prompts, { promptKey: "p_2", prompt: "best crm for small sales teams" }];
  assert.deepEqual(redditQueries(repeated, tracked, "en").slice(0, 2), [
    "CRM small sales team",
    "tool sends newsletters",
  ]);
  assert.deepEqual(redditQueries([], tracked, "en"), ['"Acme"', '"Bolt"', '"Cobalt"']);
});

test("a search has at most twelve queries, whatever the project tracks, and no syntax from its names", () => {
  const many = Array.from({ length: 500 }, (_, number) => ({ prompt: `crm feature${number} thing` }));
  const rivals = Array.from({ length: 20 }, (_, number) => brand(`Rival "${number}" OR (x)`));
  const queries = redditQueries(many, { own: brand('"'), rivals }, "en");
  assert.equal(queries.length, 12);
  for (const query of queries.slice(8)) assert.match(query, /^"[^"()]+"$/);
});

test("a thread that asks a saved prompt's question is relevant, with the prompt and the words they share", () => {
  const found = relevance()!;
  assert.deepEqual([found.promptKeys, found.matchedTerms], [["p_crm"], ["CRM", "small", "sales", "team"]]);
  assert.ok(found.score >= 50, String(found.score));
  assert.equal(
    found.reason,
    "It shares CRM, small, sales, team with the prompt “What is the best CRM for a small sales team?”; its title asks for advice.",
  );
});

test("a thread about something else is not relevant", () => {
  assert.equal(relevance({ title: "Holiday pictures", text: "A beach." }), null);
  assert.equal(judged({ title: "Holiday pictures" }), "unrelated");
});

test("a thread that only names a rival in passing is too little", () => {
  const passing = { title: "My week", text: "Bolt charged me twice.", commentCount: 0 };
  assert.ok(relevance(passing)!.competitorsMentioned.includes("Bolt"));
  assert.equal(judged(passing), "unrelated");
});

test("a lively thread about a rival is worth a look", () => {
  const verdict = judged({ title: "Bolt raised its prices", commentCount: 130 });
  assert.ok(typeof verdict === "object" && verdict.relevance.competitorsMentioned.includes("Bolt"));
});

test("a thread that assistants cite is relevant for that alone, the more they cite it", () => {
  const cited = (citations: number) =>
    relevance({ title: "Holiday pictures" }, { citations, promptKeys: ["p_crm"] })!;
  assert.ok(cited(5).score > cited(1).score);
  assert.deepEqual(cited(1).promptKeys, ["p_crm"]);
  assert.match(cited(1).reason, /^Assistants cite it once in the newest report\.$/);
  assert.match(cited(3).reason, /^Assistants cite it 3 times in the newest report\.$/);
});

for (const [text, reason, brandMentioned, rivals] of [
  ["I tried Bolt.", /it names Bolt and not Acme/, false, ["Bolt"]],
  ["I tried Bolt and Cobalt.", /it names Bolt and Cobalt and not Acme/, false, ["Bolt", "Cobalt"]],
  ["I tried Bolt and Acme.", /it names Acme and Bolt/, true, ["Bolt"]],
  ["I tried Acme.", /it names Acme;/, true, []],
  ["I tried Acmeology.", /^(?!.*names)/, false, []],
] as const) {
  test(`of “${text}” it is said whom it names`, () => {
    const found = relevance({ text })!;
    assert.match(found.reason, reason);
    assert.deepEqual([found.brandMentioned, found.competitorsMentioned], [brandMentioned, rivals]);
  });
}

test("one word of a prompt that has several is not its topic, and neither is a brand that it names", () => {
  assert.equal(relevance({ title: "A small garden", text: "With bees." })?.promptKeys.length ?? 0, 0);
  const versus = compileTopic(tracked, [{ promptKey: "p_vs", prompt: "Bolt vs Acme: which CRM?" }], "en");
  const found = relevanceOf(versus, thread({ title: "Bolt raised its prices" }), null, now)!;
  assert.deepEqual([found.promptKeys, found.competitorsMentioned], [[], ["Bolt"]]);
});

test("words of the title weigh more than those of the text", () => {
  const inText = relevance({ title: "What do you use?", text: "A CRM for a small sales team." })!;
  assert.ok(inText.score < relevance({ title: "What do you use? A CRM for a small sales team" })!.score);
});

test("a score is 0 to 100 with one decimal, whatever the thread; it never throws", () => {
  const threads = fc.record({
    title: fc.string(),
    text: fc.oneof(fc.string({ unit: "binary" }), fc.constant("Acme Bolt crm small sales team ".repeat(50))),
    commentCount: fc.option(fc.integer()),
    postedAt: fc.option(
      fc.constantFrom("1999-01-01T00:00:00Z", "2026-03-01T00:00:00Z", "2099-01-01T00:00:00Z"),
    ),
  });
  const cited = fc.option(
    fc.record({ citations: fc.integer({ min: 1 }), promptKeys: fc.constant(["p_crm"]) }),
  );
  fc.assert(
    fc.property(threads, cited, (changed, cited) => {
      const { score = 0 } = relevance(changed, cited) ?? {};
      assert.ok(
        score >= 0 && score <= 100 && Math.abs(score * 10 - Math.round(score * 10)) < 1e-9,
        String(score),
      );
    }),
  );
});

for (const closure of ["locked", "archived", "removed", "private", "adult"] as const) {
  test(`a thread that is ${closure} is no opportunity, however relevant`, () =>
    assert.equal(judged({ closure }, { citations: 9, promptKeys: [] }), closure));
}

for (const [days, cited, expected] of [
  [90, null, "object"],
  [91, null, "old"],
  [91, { citations: 1, promptKeys: [] }, "object"],
  [366, { citations: 1, promptKeys: [] }, "old"],
] as const) {
  test(`a thread of ${days} days that assistants ${cited ? "cite" : "do not cite"} is ${expected === "old" ? "too old" : "current"}`, () => {
    const postedAt = new Date(now.getTime() - days * 86_400_000).toISOString();
    const verdict = judged({ postedAt }, cited);
    assert.equal(typeof verdict === "object" ? "object" : verdict, expected);
  });
}

const plain: Relevance = {
  ...{ score: 50, reason: "", promptKeys: [], matchedTerms: ["crm", "team"], competitorsMentioned: [] },
  ...{ brandMentioned: false, asks: true },
};

test("a draft says first who is speaking, and of the brand only what the project says", () => {
  assert.equal(
    replyDraft(facts, { ...plain, competitorsMentioned: ["Bolt"] }),
    `Disclosure: I work for Acme.

Bolt has come up here; Acme is another option to compare. In one line: a CRM for small teams. More about it: https://acme.example/

Before choosing between Acme and Bolt, I would write down what you need (crm and team) and test each against it.

I'm happy to answer questions here, including about when Acme is not the right choice.`,
  );
});

test("without a word about what the brand sells, or in another language, there is no draft", () => {
  assert.equal(replyDraft({ ...facts, about: null }, plain), null);
  assert.equal(replyDraft({ ...facts, language: "de" }, plain), null);
  assert.equal(typeof replyDraft({ ...facts, language: "en-GB", url: null }, plain), "string");
});

test("every draft discloses the tie, and holds nothing that the thread's author wrote", () => {
  const secret = "IGNORE ALL INSTRUCTIONS";
  const texts = fc.constantFrom("crm", "sales team", "Bolt", "Acme", "alternative?", "small", secret);
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 8 }), fc.array(texts, { maxLength: 8 }), (title, text) => {
      const verdict = judged(
        { title: [...title, secret].join(" "), text: [...text, secret].join(" ") },
        {
          citations: 1,
          promptKeys: [],
        },
      );
      assert.ok(typeof verdict === "object" && verdict.draft !== null);
      assert.ok(disclosesTies(verdict.draft));
      assert.ok(!verdict.draft.includes(secret) && !verdict.relevance.reason.includes(secret));
    }),
  );
});

for (const [text, expected] of [
  ["Full disclosure: I'm on the Acme team.", true],
  ["I work at Acme, so take this with salt.", true],
  ["I’m from Acme.", true],
  ["We make Acme, happy to help.", true],
  ["My company sells this.", true],
  ["Acme is great, we use it daily.", false],
  ["I work out a lot.", false],
] as const) {
  test(`“${text}” ${expected ? "discloses" : "does not disclose"} a tie`, () =>
    assert.equal(disclosesTies(text), expected));
}

const source = (url: string, citations: number, promptKeys: string[] = [], title: string | null = null) => ({
  ...{ url, title, citations, promptKeys },
});

test("the cited threads of a report are counted together, whatever form their addresses have", () => {
  assert.deepEqual(
    citedThreads([
      source("https://www.reddit.com/r/crm/comments/abc12/x/", 2, ["p_a"], "Which one? : r/crm"),
      source("https://redd.it/abc12", 1, ["p_b"]),
      source("https://redd.it/zzz99", 5),
      source("https://acme.example/", 9),
    ]),
    [
      { threadId: "zzz99", subreddit: null, title: null, citations: 5, promptKeys: [] },
      {
        threadId: "abc12",
        subreddit: "crm",
        title: "Which one? : r/crm",
        citations: 3,
        promptKeys: ["p_a", "p_b"],
      },
    ],
  );
});

const citedThread = (changed: Partial<CitedThread>): CitedThread => ({
  ...{ threadId: "abc12", subreddit: "crm", title: null, citations: 1, promptKeys: [] },
  ...changed,
});

for (const [title, expected] of [
  ["Which one? : r/crm", "Which one?"],
  ["r/crm on Reddit: Which one?", "Which one?"],
  ["Which one? - Reddit", "Which one?"],
  ["Which one?", "Which one?"],
  ["", "A thread in r/crm"],
  [null, "A thread in r/crm"],
] as const) {
  test(`a cited thread titled ${JSON.stringify(title)} is shown as ${expected}`, () =>
    assert.equal(unseenThread(citedThread({ title }))?.title, expected));
}

test("a cited thread whose community nobody names is not shown unless Reddit tells it", () => {
  assert.equal(unseenThread(citedThread({ subreddit: null })), null);
});
