import assert from "node:assert/strict";
import { test } from "node:test";
import { hostAround, noHost } from "./host.ts";

for (const [text, host] of [
  ["Go to acme.com today.", "own"],
  ["Shops such as shop.acme.co.uk deliver.", "own"],
  ["Read acme.example.org first.", "other"],
  ["Read acme-reviews.com first.", "other"],
  ["They use acme.", null],
  ["Each has a compartment.acme is next.", null],
  ["A well-known acme of its kind.", null],
] as const)
  test(`the host around the name in "${text}" is ${host ?? "none"}`, () => {
    const start = text.indexOf("acme");
    assert.equal(hostAround(text, start, start + 4, "acme", noHost()), host);
  });
