import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "../../api/questions.ts";
import { judgedOf, movedIn, movesOf } from "./moves.ts";

const prompt = (key: string, before: number, now: number, beyond: boolean | null, answers = 6) => ({
  ...{ prompt_key: key, prompt: key, mentions_before: before, mentions: now },
  ...{ answers_before: answers, answers, beyond_noise: beyond },
});

const unjudged = (moves: readonly { beyond_noise: boolean | null }[] = []): number =>
  moves.filter(({ beyond_noise }) => beyond_noise === null).length;

const beyond = (moves: readonly { beyond_noise: boolean | null }[] = []): number =>
  moves.filter(({ beyond_noise }) => beyond_noise === true).length;

/** With as many moves as its lists have, unless they leave some out. */
const comparison = (more: Partial<Comparison>): Comparison =>
  ({
    moved: {
      prompts_risen: beyond(more.prompts_risen),
      prompts_fallen: beyond(more.prompts_fallen),
      competitors: beyond(more.competitors),
    },
    prompts_unjudged: unjudged(more.prompts_risen) + unjudged(more.prompts_fallen),
    ...{ prompts_compared: 4, prompts_fallen: [], prompts_risen: [], competitors: [] },
    ...{ sources_gained: [], sources_lost: [], also_named: [], providers: [], change: { answers: 24 } },
    ...more,
  }) as Comparison;

const kinds = (more: Partial<Comparison>) =>
  movesOf(comparison(more)).map(({ kind, what }) => `${kind} ${what}`);

test("only what is beyond noise is won or lost; the rest is one line", () => {
  const fallen = [prompt("a", 6, 1, true), prompt("b", 6, 5, false)];
  const risen = [prompt("c", 0, 6, true)];
  assert.deepEqual(kinds({ prompts_fallen: fallen, prompts_risen: risen }), [
    "lost prompt",
    "won prompt",
    "same prompts",
  ]);
  const rest = movesOf(comparison({ prompts_fallen: fallen, prompts_risen: risen })).at(-1);
  assert.deepEqual(rest, { kind: "same", what: "prompts", prompts: 2, answers: 12, untold: false });
});

test("prompts that moved and have no line are counted as moved, also those that the server does not list", () => {
  const fallen = ["a", "b", "c", "d", "e", "f", "g"].map((key) => prompt(key, 6, 0, true));
  const risen = [prompt("h", 0, 6, true)];
  const listed = { prompts_compared: 12, prompts_fallen: fallen, prompts_risen: risen };
  const all = comparison({ ...listed, change: { answers: 72 } as Comparison["change"] });
  assert.deepEqual(movesOf(all).slice(5), [
    { kind: "more", what: "more", section: "prompts", count: 3 },
    { kind: "same", what: "prompts", prompts: 4, answers: 24, untold: false },
  ]);
  assert.deepEqual(movedIn(all), { lost: 7, won: 1, others: 0 });
  const cut = comparison({ ...listed, moved: { prompts_risen: 1, prompts_fallen: 9, competitors: 2 } });
  assert.deepEqual(movesOf(cut).slice(5), [
    { kind: "more", what: "more", section: "prompts", count: 5 },
    { kind: "more", what: "more", section: "rivals", count: 2 },
    { kind: "same", what: "prompts", prompts: 2, answers: null, untold: false },
  ]);
  assert.deepEqual(movedIn(cut), { lost: 9, won: 1, others: 2 });
});

test("where a move cannot be told from chance, the line of the rest says so", () => {
  const rest = movesOf(comparison({ prompts_fallen: [prompt("a", 6, 4, null)] })).at(-1);
  assert.equal(rest?.kind === "same" && rest.untold, true);
  const unlisted = movesOf(comparison({ prompts_compared: 60, prompts_unjudged: 20 })).at(-1);
  assert.equal(unlisted?.kind === "same" && unlisted.untold, true, "also of a prompt that is not listed");
});

test("that nothing moved is said of what was judged alone", () => {
  const judged = (more: Partial<Comparison>) => judgedOf(comparison(more));
  assert.equal(judged({ prompts_compared: 1, prompts_fallen: [prompt("a", 6, 4, null)] }), "unjudged");
  assert.equal(judged({ prompts_compared: 0 }), "unjudged");
  assert.equal(
    judged({ prompts_fallen: [prompt("a", 6, 4, null)], prompts_risen: [prompt("b", 4, 6, false)] }),
    "none",
  );
  assert.equal(judged({ prompts_fallen: [prompt("a", 6, 4, false)] }), "none");
  assert.equal(judged({}), "none", "every prompt names the brand as often as before");
});

test("a competitor went the way in which it moved over what both reports have, whatever the whole reports say", () => {
  const rival = (name: string, delta: number) =>
    ({
      ...{ name, appearance_rate_before: 0.4, appearance_rate: 0.5 },
      ...{ appearance_rate_delta: delta, beyond_noise: true },
    }) as Comparison["competitors"][number];
  assert.deepEqual(kinds({ competitors: [rival("Up", 0.4), rival("Down", -0.4)] }), [
    "up rival",
    "down rival",
    "same prompts",
  ]);
});

test("a source that is cited once is no news", () => {
  const source = (domain: string, citations: number) =>
    ({ domain, citations, citations_before: 0 }) as Comparison["sources_gained"][number];
  assert.deepEqual(kinds({ sources_gained: [source("one.example", 1), source("two.example", 2)] }), [
    "new source",
    "same prompts",
  ]);
});

test("an untracked name is new if no answer had it before and some answers have it now", () => {
  const also_named = [
    { name: "Topo", answers_before: 0, answers: 5 },
    { name: "Altra", answers_before: 0, answers: 4 },
    { name: "On", answers_before: 2, answers: 9 },
    { name: "Mizuno", answers_before: null, answers: 8 },
    { name: "Salomon", answers_before: 6, answers: null },
  ];
  assert.deepEqual(kinds({ also_named }), ["new untracked", "same prompts"]);
});

test("an assistant that names the brand less often is lost, before everything else", () => {
  const provider = (name: string, direction: string | null) => ({
    ...{ provider: name, where: "both", appearance_rate_before: 0.75, appearance_rate: 0.125 },
    change: direction && { direction, appearance_rate_delta: -0.6 },
  });
  const providers = [
    provider("chatgpt", "flat"),
    provider("claude", null),
    provider("perplexity", "down"),
  ] as Comparison["providers"];
  const moves = movesOf(comparison({ providers, prompts_fallen: [prompt("a", 6, 1, true)] }));
  assert.deepEqual(
    moves.map((move) => [move.kind, move.what, "name" in move ? move.name : null]),
    [
      ["down", "assistant", "perplexity"],
      ["lost", "prompt", "a"],
      ["same", "prompts", null],
    ],
  );
});
