import assert from "node:assert/strict";
import { test } from "node:test";
import { importWarnings } from "./import-warnings.ts";

const row = (more: Record<string, unknown> = {}) => ({
  ...{
    prompt: "best crm?",
    provider: "chatgpt" as const,
    answer: "Acme.",
    answeredAt: "2026-11-22T09:00:00Z",
  },
  ...more,
});
const codes = (rows: Parameters<typeof importWarnings>[0]) => importWarnings(rows).map(({ code }) => code);

test("rows that say all they should have no warning", () => {
  assert.deepEqual(codes([row(), row({ citations: [{ url: "https://acme.example/a" }] })]), []);
});

test("citations that are not web addresses are counted", () => {
  const [warning] = importWarnings([
    row({
      citations: ["pcmag.com", "https://", "https://a.example:99999/", "https://a.example"].map((url) => ({
        url,
      })),
    }),
  ]);
  assert.deepEqual([warning?.code, warning?.message.slice(0, 15)], ["CITATIONS_LEFT_OUT", "3 citations are"]);
});

test("a long answer that stands there twice for one prompt and assistant is a warning, a short one is not", () => {
  const answer = "Acme is what most people are happy with. ".repeat(3);
  assert.deepEqual(codes([row({ answer }), row({ answer, prompt: "Best  CRM?" })]), ["ROWS_REPEATED"]);
  assert.deepEqual(codes([row({ answer }), row({ answer, provider: "claude" })]), []);
  assert.deepEqual(codes([row(), row()]), []);
});

test("empty answers are counted", () => {
  const warnings = importWarnings([row({ answer: " \n " }), row()]);
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ["1 of 2 rows has an empty answer. It counts as one that names nobody."],
  );
});
