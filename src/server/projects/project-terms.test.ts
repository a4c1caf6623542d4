import assert from "node:assert/strict";
import { test } from "node:test";
import type { Warning } from "../api/context.ts";
import { competitorsOf, timezoneFault } from "./project-terms.ts";

for (const name of ["acme", "ＡＣＭＥ", "Acme\u200b", "\u2060Ac\u00adme ", "ACME\ufe0f"]) {
  test(`a rival ${JSON.stringify(name)} of Acme is Acme itself and is left out with a warning`, () => {
    const warnings: Warning[] = [];
    const kept = competitorsOf(
      [{ name }, { name: "Bolt" }],
      "Acme",
      (warning) => void warnings.push(warning),
    );
    assert.deepEqual(
      kept.map(({ name }) => name),
      ["Bolt"],
    );
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [["COMPETITOR_IS_BRAND", "/competitors/0"]],
    );
  });
}

test("names that only look alike are two", () => {
  const kept = competitorsOf([{ name: "Аcme" }, { name: "Ac-me" }], "Acme", () => assert.fail());
  assert.equal(kept.length, 2);
});

test("a city that is written alone is asked for as its time zone", () => {
  assert.equal(timezoneFault("berlin"), "Not an IANA time zone. Did you mean Europe/Berlin?");
  assert.equal(timezoneFault("New York"), "Not an IANA time zone. Did you mean America/New_York?");
  assert.match(timezoneFault("Springfield"), /Use a name such as Europe\/Berlin or UTC\.$/);
});
