import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../../api/questions.ts";
import { checksOf } from "./checks.ts";
import { changesOf, type Fields, lackOf } from "./fields.ts";

const page = "https://acme.example/prices";
const article = {
  content_kind: "article",
  sources: [{ url: page, title: null }],
  target_url: null,
  title: "A",
  posts: null,
};
const draftOf = (more: object = {}) => ({ ...article, ...more }) as unknown as Draft;
const fields = (body: string, more: Partial<Fields> = {}): Fields => ({
  ...{ title: "A", body, posts: [], description: "", slug: "" },
  ...more,
});
const checks = (written: string, now: string, more: object = {}) =>
  checksOf(draftOf(more), fields(written), fields(now)).map(({ holds, says }) => [holds, says] as const);

test("words are those that readers see: the address of a link is none", () => {
  const text = `${"word ".repeat(599)}[last](${page})`;
  assert.deepEqual(checks(text, text)[0], [true, "600 words; 600 to 2,000 are right"]);
  assert.equal(checks("few words", "few words")[0]?.[0], false);
});

test("a link leads to a page that the draft rests on, or is named", () => {
  assert.deepEqual(checks("", `[1](${page})`)[1], [true, "1 link, all to the website"]);
  assert.deepEqual(checks("", "[x](https://evil.example/a)")[1], [
    false,
    "A link leads elsewhere: https://evil.example/a",
  ]);
});

test("figures that were added are named; numbers of lists, sources and addresses are none", () => {
  const written = `1. It costs 9 euro. [1](${page}?id=77)`;
  assert.deepEqual(checks(written, written)[2], [
    true,
    "1 figure, found in the pages or the report when it was written",
  ]);
  assert.deepEqual(checks(written, `${written} It grew by 42%.`)[2], [
    false,
    "A figure you added, not checked: 42%",
  ]);
});

test("posts have their bounds, in characters as people count them", () => {
  const long = fields("", { posts: ["😀".repeat(280), "x".repeat(281)] });
  assert.equal(checksOf(draftOf({ content_kind: "thread" }), long, long)[0]?.says, "1 post too long");
  const post = fields("x".repeat(3001));
  assert.equal(checksOf(draftOf({ content_kind: "post" }), post, post)[0]?.holds, false);
});

test("only what was changed is sent, and what is emptied is cleared", () => {
  const saved = fields("text", { description: "d", slug: "s" });
  assert.deepEqual(changesOf(saved, saved), {});
  assert.deepEqual(changesOf(saved, { ...saved, title: "B ", description: " " }), {
    title: "B",
    metaDescription: null,
  });
});

test("what cannot be saved is said before it is sent", () => {
  assert.equal(lackOf(draftOf(), fields("text", { title: " " })), "title");
  assert.equal(lackOf(draftOf(), fields("")), "text");
  assert.equal(lackOf(draftOf({ title: null, posts: ["a", ""] }), fields("", { posts: ["a", ""] })), "post");
  assert.equal(lackOf(draftOf({ title: null }), fields("text", { title: "" })), null);
});
