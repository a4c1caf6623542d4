import assert from "node:assert/strict";
import { test } from "node:test";
import { addTo, isAmong } from "./bloom-filter.ts";
import { isPersonOrPlace } from "./people-and-places.ts";

test("names of people and towns are known, also in the plural, and made-up names are not", () => {
  for (const name of ["timpson", "halfords", "adair", "bata", "churchill"])
    assert.ok(isPersonOrPlace(name), name);
  for (const name of ["bitwarden", "zalqora", "smartsheet"]) assert.ok(!isPersonOrPlace(name), name);
});

test("what was put into a filter is found, and hardly anything else", () => {
  const filter = new Uint8Array(2 ** 10);
  for (let at = 0; at < 500; at++) addTo(filter, `in ${at}`);
  const found = (word: string) =>
    Array.from({ length: 500 }, (_, at) => `${word} ${at}`).filter((key) => isAmong(filter, key));
  assert.equal(found("in").length, 500);
  assert.ok(found("out").length < 15);
});
