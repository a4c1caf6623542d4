import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePageAs } from "./address.ts";

const isSame = isSamePageAs("https://www.acme.de/tee/");

for (const [url, expected] of [
  ["http://acme.de/tee", true],
  ["https://acme.de/tee/index.html", true],
  ["https://ACME.de/tee#sorten", true],
  ["https://acme.de./tee", true],
  ["https://acme.de/Tee", false],
  ["https://acme.de/tee?seite=2", false],
  ["https://acme.de:8443/tee", false],
  ["https://shop.acme.de/tee", false],
  ["keine Adresse", false],
] as const)
  test(`${url} is ${expected ? "" : "not "}the same page`, () => assert.equal(isSame(url), expected));

test("an address that is none is no page, not even its own", () => {
  assert.equal(isSamePageAs("tea")("tea"), false);
});
