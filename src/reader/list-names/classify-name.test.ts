import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../markdown/answer-text.ts";
import { lookOf } from "./classify-name.ts";
import type { ListName } from "./list-name.ts";

const look = (shown: string, { ordered = false, english = true } = {}) =>
  lookOf({ name: shown } as ListName, { kind: "list_item", ordered } as Block, english);

test("a model number or a spelling that no dictionary has is a model", () => {
  for (const shown of ["Sony WH-1000XM5", "QuietComfort Ultra", "iPhone Mini"])
    assert.equal(look(shown), "model", shown);
});

test("a strange capitalised word is a name", () => {
  assert.equal(look("Sennheiser Momentum"), "name");
  assert.equal(look("Zyndra", { ordered: true }), "name");
});

test("properties, questions, remarks and advice are topics", () => {
  for (const shown of [
    "Packable Design",
    "Battery Life",
    "Is it worth it?",
    "Consider your budget",
    "2.4 kg",
    "Avoid Acme",
  ])
    assert.equal(look(shown), "topic", shown);
});

test("ordinary words with capitals are for their neighbours to judge", () => {
  assert.equal(look("Blue Bottle"), "ordinary");
});

test("scripts without capitals are names only where the place ranks", () => {
  assert.equal(look("ソニー"), "topic");
  assert.equal(look("ソニー", { ordered: true }), "name");
});

test("where the dictionary does not know the language, a strange word is no name by itself", () => {
  assert.equal(look("Große Auswahl", { english: false }), "ordinary");
});
