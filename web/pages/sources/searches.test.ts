import assert from "node:assert/strict";
import { test } from "node:test";
import { searchesOf } from "./searches.ts";

test("a search counts once for an answer, however it is written, and the most frequent is first", () => {
  assert.deepEqual(
    searchesOf([
      { provider: "claude", searches: ["quiet kettle"] },
      { provider: "chatgpt", searches: ["best kettle 2026", "Best  kettle 2026 "] },
      { provider: "claude", searches: ["best kettle 2026"] },
      { provider: "gemini", searches: [] },
    ]),
    [
      { words: "Best  kettle 2026", providers: ["chatgpt", "claude"], answers: 2 },
      { words: "quiet kettle", providers: ["claude"], answers: 1 },
    ],
  );
});
