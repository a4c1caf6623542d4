import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compileReader, readAnswer } from "./read.ts";
import { foldedKey } from "./text/fold.ts";

interface Recorded {
  provider: string;
  prompt: string;
  answer: string;
  products: { name: string | null }[];
}

const path = join(process.env.CORPUS_DIR ?? "corpus", "recorded-answers.jsonl");
const missing = existsSync(path) || process.env.CI === "true" ? false : `no ${path}: see npm run corpus`;

test("products that real answers list are found among the names that listName their lists", {
  skip: missing,
}, () => {
  const reader = compileReader({ own: { name: "Zzyzx", aliases: [], domains: [], about: null }, rivals: [] });
  let listed = 0;
  let found = 0;
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const { provider, prompt, answer, products } = JSON.parse(line) as Recorded;
    // The other engine's lists lost their lines, and their products stand in cards of the page.
    if (provider !== "chatgpt") continue;
    const { alsoNamed, refusal } = readAnswer(reader, { text: answer, citations: [], prompt });
    assert.equal(refusal, false);
    const names = alsoNamed.map(({ name }) => foldedKey(name));
    const text = foldedKey(answer);
    for (const { name } of products) {
      const key = foldedKey(name ?? "");
      if (key === "" || !text.includes(key)) continue;
      listed++;
      if (names.some((each) => each.includes(key) || key.includes(each))) found++;
    }
  }
  assert.ok(found / listed >= 0.88, `${found} of ${listed}`);
});
