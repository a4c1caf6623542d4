import assert from "node:assert/strict";
import { test } from "node:test";
import { readTag } from "./tag.ts";

const read = (text: string) => readTag(text, text.indexOf("<"), text.length, { close: 0 });

for (const [text, kind] of [
  ["<b>Acme</b>", "join"],
  ["</strong>", "join"],
  ["<br>", "break"],
  ["<br/>", "break"],
  ["<TD class='x'>", "break"],
  ["<code>", "hide"],
  ["</code>", "show"],
  ["<https://acme.com>", "autolink"],
  ["<jane@acme.com>", "autolink"],
  ["<!-- note -->", "join"],
] as const)
  test(`${text} is a tag of the kind "${kind}"`, () => assert.equal(read(text)?.kind, kind));

for (const text of ["a < b", "x <3", "<Acme & Co", "<b", "< b>", "<acme!>", "<!-- open", "<!doctype html>"])
  test(`${text} is no tag`, () => assert.equal(read(text), null));

test("the second of two angle brackets is no tag", () => {
  assert.equal(readTag("<<Acme>>", 1, 8, { close: 0 }), null);
});

test("a link tag says where its address is", () => {
  const text = '<a rel="x" href="https://acme.com">';
  const address = read(text)?.address;
  assert.equal(text.slice(address?.start, address?.end), "https://acme.com");
});

test("the end of a comment is searched for once, and a missing one never again", () => {
  const memo = { close: 0 };
  const text = "<!-- a --> <!-- b";
  assert.equal(readTag(text, 0, text.length, memo)?.end, 10);
  assert.equal(readTag(text, 11, text.length, memo), null);
  assert.equal(memo.close, -1);
});
