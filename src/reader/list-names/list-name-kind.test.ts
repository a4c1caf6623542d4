import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { listNamesOf } from "./list-name.ts";
import { listNameKinds } from "./list-name-kind.ts";

/** Each list name with its kind, as "Acme: name". */
function kinds(text: string, tracked = ""): string[] {
  const answer = parseAnswer(text);
  const names = listNamesOf(answer, sentencesOf(answer), () => false);
  const found = listNameKinds(answer, names, (at) => names[at]!.name === tracked, true);
  return names.map(({ name: shown }, at) => `${shown}: ${found[at]}`);
}

test("ordinary words are names in a list of names", () => {
  assert.deepEqual(kinds("1. QuietComfort\n2. T-Mobile\n3. Orange\n"), [
    "QuietComfort: name",
    "T-Mobile: name",
    "Orange: name",
  ]);
});

test("a list of properties has no names", () => {
  assert.deepEqual(kinds("- Price: low\n- Battery life: long\n- Weight: light\n"), [
    "Price: topic",
    "Battery life: topic",
    "Weight: topic",
  ]);
});

test("what is listed below a name describes it", () => {
  const [name, below] = kinds("1. QuietComfort\n   - XM5 driver\n2. AirPods\n");
  assert.deepEqual([name, below], ["QuietComfort: name", "XM5 driver: topic"]);
});

test("a tracked name is a name, whatever it looks like", () => {
  assert.deepEqual(
    kinds("- Price: low\n- Weight: light\n- Target: nearby\n", "Target").at(-1),
    "Target: name",
  );
});

test("a label that heads three blocks is a property", () => {
  const text = ["Zyxo: a", "Zyxo: b", "Zyxo: c"].map((line) => `- ${line}\n`).join("");
  assert.deepEqual(new Set(kinds(text)), new Set(["Zyxo: topic"]));
});
