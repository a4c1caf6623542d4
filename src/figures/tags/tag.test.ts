import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedTags,
  distinctTags,
  promptsByTag,
  promptsTagged,
  tagFault,
  tagKey,
  withAddedTags,
} from "./tag.ts";

const tags = new Map([
  ["p_1", ["Kettles", "Gifts"]],
  ["p_2", ["Kettles"]],
  ["p_3", ["Straße"]],
]);

test("tags that differ in case or white space are one, shown as first written", () => {
  assert.deepEqual(distinctTags([" Kettles ", "kettles", "KETTLES", "Pour  over"]), ["Kettles", "Pour over"]);
  assert.deepEqual(promptsTagged(tags, "STRASSE"), ["p_3"]);
  assert.equal(promptsTagged(tags, "kettle"), null);
});

test("a tag is added in the spelling that other prompts have it in", () => {
  const changed = changedTags(tags, { promptKeys: ["p_2", "p_4"], add: ["gifts"], remove: [] });
  assert.deepEqual(Object.fromEntries(changed), { p_2: ["Kettles", "Gifts"], p_4: ["Gifts"] });
});

test("removing and adding at once renames a tag, also if only its case changes", () => {
  const change = { promptKeys: ["p_1", "p_2"], add: ["kettles"], remove: ["Kettles"] };
  assert.deepEqual(Object.fromEntries(changedTags(tags, change)), {
    p_1: ["Gifts", "kettles"],
    p_2: ["kettles"],
  });
});

test("tags are listed by how many prompts have them, then by their letters", () => {
  assert.deepEqual(promptsByTag(tags), [
    { tag: "Kettles", promptKeys: ["p_1", "p_2"] },
    { tag: "Gifts", promptKeys: ["p_1"] },
    { tag: "Straße", promptKeys: ["p_3"] },
  ]);
});

test("a tag can be stored if all of it is shown", () => {
  for (const fine of ["Kettles", "R&D", "👩‍💻 remote", "قوری", "x".repeat(40), "C++"])
    assert.equal(tagFault(fine), null, fine);
  for (const [tag, code] of [
    [" ", "blank"],
    ["--", "blank"],
    ["a\u202eb", "not_shown"],
    ["a\nb", "not_shown"],
    ["a\u200bb", "not_shown"],
    ["a\ud800", "not_shown"],
    ["x".repeat(41), "too_long"],
  ] as const)
    assert.equal(tagFault(tag)?.code, code, JSON.stringify(tag));
});

test("of few tags on many prompts each is folded once", () => {
  const prompts = Array.from({ length: 2_000 }, (_, prompt) => ({
    key: `p_${prompt}`,
    tags: Array.from({ length: 10 }, (_, at) => `Große Küche, viele Wörter ${(prompt + at) % 190}`),
  }));
  const cpuMs = (work: () => unknown) => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const added = new Map(prompts.map(({ key, tags }) => [key, tags]));
  const least = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => cpuMs(work)));
  const each = least(() => prompts.flatMap(({ tags }) => tags.map(tagKey)));
  const all = least(() => withAddedTags(new Map(), added));
  assert.ok(all < each, `${all} ms, and ${each} ms to fold each`);
});
