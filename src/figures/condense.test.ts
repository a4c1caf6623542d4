import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, citation, failedCall, naming, tracked } from "../../test/fixtures/answers.ts";
import { condenser } from "./condense.ts";
import { scoreReport } from "./report.ts";

test("condensed answers make the same report", () => {
  const answers = ["Acme", "Bolt", "~Zeta"].flatMap((name, at) => [
    answer({
      prompt: `p${at}`,
      searched: true,
      reading: naming([name, "~Yota", "Cube"], {
        notCounted: [
          { name: "Dune", start: 90, end: 94, text: "dune", rule: "ordinary_word", confidence: 0.9 },
        ],
        citations: [
          citation("acme.example", { title: "Acme", wordShare: 1 }),
          citation("news.example", { cited: false }),
        ],
      }),
    }),
    answer({ prompt: `p${at}`, sample: 2, names: ["~Yota", name] }),
    failedCall({ prompt: `p${at}`, sample: 3 }),
  ]);
  assert.deepEqual(scoreReport(answers.map(condenser()), tracked), scoreReport(answers, tracked));
});
