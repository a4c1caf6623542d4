import assert from "node:assert/strict";
import { test } from "node:test";
import { answersOfTable, isTable } from "./answer-table.ts";

test("a table of answers is read by its head", () => {
  const table = [
    "\uFEFFPrompt,Provider,Answer,Answered at,Citations,Sample,model,Tags",
    '"Which kettle, please?",ChatGPT,"The ""Hush"",\nby Northwind.",2026-11-17,https://a.example/x|https://b.example,2,gpt-5,Kettles; For home',
    "Which kettle?,Google AI Mode,A Smeg.,2026-11-17 09:30,,,,",
  ].join("\r\n");
  assert.deepEqual(answersOfTable(table), [
    {
      prompt: "Which kettle, please?",
      provider: "chatgpt",
      answer: 'The "Hush",\nby Northwind.',
      answeredAt: "2026-11-17T00:00:00Z",
      citations: [{ url: "https://a.example/x" }, { url: "https://b.example" }],
      sample: 2,
      model: "gpt-5",
      tags: ["Kettles", "For home"],
    },
    {
      prompt: "Which kettle?",
      provider: "google_ai_mode",
      answer: "A Smeg.",
      answeredAt: "2026-11-17T09:30:00Z",
    },
  ]);
});

test("semicolons and tabs separate columns too", () => {
  for (const separator of [";", "\t"])
    assert.deepEqual(
      answersOfTable(`prompt${separator}provider${separator}answer\na${separator}claude${separator}b`),
      [{ prompt: "a", provider: "claude", answer: "b" }],
    );
});

test("a column with another name stays, so that the import can say that it is not known", () => {
  assert.deepEqual(answersOfTable("question,answer\na,b"), [{ question: "a", answer: "b" }]);
});

test("what is no time is passed on as it is", () => {
  assert.deepEqual(answersOfTable("answer,answeredAt\na,17.11.2026"), [
    { answer: "a", answeredAt: "17.11.2026" },
  ]);
});

test("a date that can be two days is refused, until it is said which comes first", () => {
  const table = "answer,answeredAt\na,03/04/2026\nb,3-4-2026 9:30";
  assert.throws(() => answersOfTable(table), /--dates day-first or --dates month-first/);
  const dates = (order: "day-first" | "month-first") =>
    answersOfTable(table, order).map(({ answeredAt }) => answeredAt);
  assert.deepEqual(dates("day-first"), ["2026-04-03T00:00:00Z", "2026-04-03T09:30:00Z"]);
  assert.deepEqual(dates("month-first"), ["2026-03-04T00:00:00Z", "2026-03-04T09:30:00Z"]);
});

test("a table that cannot be read says in which line", () => {
  assert.throws(() => answersOfTable('prompt,answer\na,b\nc,"d'), /Line 3 .* is not closed\./);
  assert.throws(() => answersOfTable("prompt,answer\na,b\nc,d,e"), /Line 3 has more or fewer cells/);
});

test("a file is a table if its head has a column of answers", () => {
  assert.equal(isTable('"Prompt";"Answer"\n'), true);
  assert.equal(isTable("prompt,provider,answer\r\n"), true);
  assert.equal(isTable('{"prompt": "a", "answer": "b"}'), false);
  assert.equal(isTable("[]"), false);
});

test("empty lines and Excel's line of the separator may stand before the head, and lines count from the file's first", () => {
  const rows = [{ prompt: "a", provider: "claude", answer: "b, c" }];
  assert.deepEqual(answersOfTable("\uFEFFsep=;\r\nprompt;provider;answer\r\na;claude;b, c"), rows);
  assert.equal(isTable("\n \nprompt,provider,answer\n"), true);
  assert.throws(
    () => answersOfTable('\n\nprompt,answer\na,A 5" screen'),
    /Line 4 has a quotation mark within/,
  );
});

test("a column that is there twice is refused", () => {
  assert.throws(() => answersOfTable("prompt,answer,Answer\na,b,c"), /Two columns are “answer”/);
});
