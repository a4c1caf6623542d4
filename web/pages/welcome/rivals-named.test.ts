import assert from "node:assert/strict";
import { test } from "node:test";
import { rivalsNamed } from "./rivals-named.ts";
import { siteAddress } from "./site-address.ts";

const page = (title: string | null, ...headings: string[]) => ({
  ...{ url: "https://acme.example/", depth: 0, title, description: null, language: null, words: 1 },
  headings: headings.map((text) => ({ level: 2, text })),
  ...{ excerpt: "", fetched_at: "2026-11-22T00:00:00Z" },
});

for (const [title, names] of [
  ["Acme vs Bolt", ["Bolt"]],
  ["Bolt vs. Acme: which is better?", ["Bolt"]],
  ["The best alternative to Cube CRM for bakeries", ["Cube CRM"]],
  ["Switching from Dot to Acme", ["Dot"]],
  ["Pricing of Acme", []],
  ["Paper versus screens", []],
] as const)
  test(`competitors that a site compares itself with: ${title}`, () => {
    assert.deepEqual(rivalsNamed({ page_inventory: [page(title)] }, "Acme"), names);
  });

test("headings count too, each competitor once, and a page without a title is no trouble", () => {
  const pages = [page(null, "Acme vs Bolt", "Bolt alternatives"), page("Acme vs BOLT")];
  assert.deepEqual(
    rivalsNamed({ page_inventory: pages }, "Acme").map((each) => each.toLowerCase()),
    ["bolt"],
  );
});

for (const [typed, address] of [
  ["acme.example", "https://acme.example/"],
  [" http://127.0.0.1:8080/shop ", "http://127.0.0.1:8080/shop"],
  ["", undefined],
  ["Acme", null],
  ["https://", null],
  ["javascript:alert(1)", null],
  ["https://me:secret@acme.example", null],
] as const)
  test(`a website as people type it: ${JSON.stringify(typed)}`, () => {
    assert.equal(siteAddress(typed), address);
  });
