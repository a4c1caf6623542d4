import assert from "node:assert/strict";
import { test } from "node:test";
import { createOnceLinks } from "./once-links.ts";

test("a link is its account's once, for a quarter of an hour", () => {
  let at = Date.parse("2026-01-01T00:00:00Z");
  const links = createOnceLinks(() => new Date(at));
  const [used, old] = [links.mint("ada"), links.mint("bob")];
  assert.equal(links.take(used), "ada");
  assert.equal(links.take(used), null);
  assert.equal(links.take("never-there"), null);
  at += 15 * 60_000;
  assert.equal(links.take(old), null);
});

test("links that nobody takes are not kept beyond that", () => {
  let at = 0;
  const links = createOnceLinks(() => new Date(at));
  for (let count = 0; count < 10; count += 1) links.mint("ada");
  assert.equal(links.size(), 10);
  at = 15 * 60_000;
  assert.equal(links.take(links.mint("bob")), "bob");
  assert.equal(links.size(), 0);
});
