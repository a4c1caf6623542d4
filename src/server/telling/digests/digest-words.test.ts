import assert from "node:assert/strict";
import { test } from "node:test";
import {
  calmInWords,
  changesInWords,
  inChannel,
  isQuietWeek,
  type ProjectWeek,
  ranInWords,
  stepsOf,
} from "./digest-words.ts";

const week = (name: string, more: Partial<ProjectWeek> = {}): ProjectWeek => ({
  ...{ id: name, name, changes: [], runs: 0, failed: 0, calls: 0, imports: 0, drafts: 0, costUsd: 0 },
  ...{ unpriced: 0, calm: "nothing_moved" },
  nextActions: ["first", "second", "third"].map((title) => ({ title: `${name} ${title}`, rationale: "" })),
  ...more,
});
const change = (isBad: boolean) => ({
  ...{ sentence: "It moved.", behind: [], isBad },
  page: { label: "Open the report", url: "https://overheard.example/reports/r" },
});
const changed = (name: string, ...directions: ("up" | "down")[]) =>
  week(name, { changes: directions.map((direction) => change(direction === "down")) });
const titles = (weeks: ProjectWeek[]) => stepsOf(weeks).map(({ title }) => title);

test("one project has its own three steps", () => {
  assert.deepEqual(titles([week("a")]), ["a first", "a second", "a third"]);
});

test("each project's first step comes before anybody's second, and bad news before good news", () => {
  assert.deepEqual(titles([week("a"), changed("b", "up"), changed("c", "down")]), [
    "c first",
    "b first",
    "a first",
  ]);
  assert.deepEqual(titles([week("a"), changed("b", "up")]), ["b first", "a first", "b second"]);
  assert.deepEqual(titles([changed("b", "up"), changed("c", "up", "down")])[0], "c first");
});

test("no project has no steps", () => assert.deepEqual(titles([]), []));

test("a week is quiet if nothing changed clearly and nothing failed", () => {
  assert.deepEqual(
    [[], [week("a", { runs: 7 })], [changed("a", "up")], [week("a", { failed: 1 })]].map(isQuietWeek),
    [true, true, false, false],
  );
});

for (const [says, weeks] of [
  ["No clear change in how often brands are named", [week("a"), week("b")]],
  ["1 clear change", [changed("a", "up")]],
  ["2 clear changes in 3 projects", [changed("a", "up"), changed("b", "down"), week("c")]],
  ["3 clear changes in 2 projects", [changed("a", "up", "down"), changed("b", "down")]],
] as const)
  test(`the title of a week: ${says}`, () => assert.equal(changesInWords(weeks), says));

for (const [says, weeks] of [
  ["There is no project yet.", []],
  ["Nothing was measured.", [week("a", { calm: "nothing_measured" })]],
  ["None of the saved prompts was measured.", [week("a", { calm: "nothing_measured", imports: 1 })]],
  ["Nothing could be compared with a report before it.", [week("a", { calm: "not_compared" })]],
  [
    "How often brands are named moved by no more than chance explains.",
    [week("a", { calm: "nothing_measured" }), week("b", { calm: "nothing_moved" })],
  ],
  [
    "Whether anything moved cannot be told: too many calls failed.",
    [week("a", { calm: "cannot_be_told", runs: 1 })],
  ],
  [
    "Whether anything moved in 1 project cannot be told: too many calls failed.",
    [week("a"), week("b", { calm: "cannot_be_told" })],
  ],
] as const)
  test(`a week without a change: ${says}`, () => assert.equal(calmInWords(weeks), says));

for (const [says, weeks] of [
  ["Nothing ran.", [week("a")]],
  [
    "2 runs with 9 answered calls, for $1.50 in all, without 1 run of unknown cost.",
    [week("a", { runs: 2, calls: 9, costUsd: 1.5, unpriced: 1 })],
  ],
  ["1 run with 1 answered call, for $0 in all.", [week("a", { runs: 1, calls: 1 })]],
  [
    "3 runs with 1,200 answered calls, 1 import and 2 drafts, for $1,234.50 in all. 1 run failed.",
    [
      week("a", { runs: 2, failed: 1, calls: 1_000, costUsd: 1_234 }),
      week("b", { runs: 1, calls: 200, imports: 1, drafts: 2, costUsd: 0.5 }),
    ],
  ],
  ["1 draft, for less than $0.01 in all.", [week("a", { drafts: 1, costUsd: 0.004 })]],
] as const)
  test(`what ran: ${says}`, () => assert.equal(ranInWords(weeks), says));

test("a channel is told the steps and the costs, however many projects changed", () => {
  const changes = Array.from({ length: 30 }, (_, at) => ({
    project: `Project ${at} ${"of a client with a long name ".repeat(3)}`,
    sentence: "It is named in 42% of 240 answers to 24 prompts; down 15 points, more than the noise.",
  }));
  const steps = [1, 2, 3].map((nth) => ({ project: `Project ${nth}`, title: "Close the gap on kettles." }));
  const says = inChannel({ changes, unchanged: "Nothing moved.", steps, ran: "12 runs, for $14.20 in all." });
  const lines = says.split("\n");
  assert.deepEqual(lines.slice(-5), [
    `${30 - (lines.length - 5)} more clear changes.`,
    ...steps.map(({ project, title }, at) => `${at + 1}. ${title} (${project})`),
    "12 runs, for $14.20 in all.",
  ]);
  assert.ok(says.length < 2_500, String(says.length));
  const none = inChannel({ changes: [], unchanged: "Nothing moved.", steps: [], ran: "Nothing ran." });
  assert.equal(none, "Nothing moved.\nNothing ran.");
});
