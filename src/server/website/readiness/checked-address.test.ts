import assert from "node:assert/strict";
import test from "node:test";
import { addressToCheck, isWebsiteOf } from "./checked-address.ts";

const project = { websiteUrl: "https://www.acme.example/shop", domain: "acme.example" };

for (const [given, address] of [
  [undefined, "https://www.acme.example/shop"],
  ["HTTPS://Acme.Example:443/a/../b#part", "https://acme.example/b"],
  ["http://acme.example", "http://acme.example/"],
  ["https://user@acme.example/", "https://user@acme.example/"],
  ["http:/acme.example", "http:/acme.example"],
  ["http:\\\\acme.example", "http:\\\\acme.example"],
  ["http://ac\nme.example/", "http://ac\nme.example/"],
  ["acme.example", "acme.example"],
  ["javascript:alert(1)", "javascript:alert(1)"],
] as const)
  test(`${JSON.stringify(given) ?? "nothing"} means ${JSON.stringify(address)}`, () =>
    assert.equal(addressToCheck(project, given), address));

test("without a website the domain is one, and without either there is nothing to check", () => {
  assert.equal(
    addressToCheck({ websiteUrl: null, domain: "acme.example" }, undefined),
    "https://acme.example/",
  );
  assert.throws(() => addressToCheck({ websiteUrl: null, domain: null }, undefined), {
    code: "VALIDATION_ERROR",
  });
});

test("an address is of the project's website where it is on the same site", () => {
  assert.equal(isWebsiteOf(project, "https://acme.example/other"), true);
  assert.equal(isWebsiteOf(project, "https://bolt.example/"), false);
  assert.equal(isWebsiteOf({ websiteUrl: null, domain: null }, "https://bolt.example/"), false);
});
