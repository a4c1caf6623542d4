import assert from "node:assert/strict";
import { test } from "node:test";
import { answersOf, askedDate } from "./answers.ts";
import { assistantMeant } from "./assistants.ts";
import { columnsOf, unusedOf } from "./columns.ts";
import { momentOf, slashOrderOf } from "./dates.ts";
import { tableOf } from "./table.ts";

const now = new Date("2026-11-23T07:00:00Z");

function read(
  text: string,
  forAll = { provider: null, day: "", order: null } as Parameters<typeof answersOf>[2],
) {
  const table = tableOf(text);
  assert.ok(table);
  return answersOf(table, columnsOf(table.columns), forAll, now);
}

test("a CSV file with a byte order mark and CRLF is read by headings as people write them", () => {
  const [row] = read(
    "\uFEFFQuestion;AI assistant;Response;Date;Sources;Model\r\n" +
      '"Which CRM, really?";ChatGPT;"Acme.\r\nThen ""Bolt"".";2026-11-02;https://a.example/x | b.example/y nonsense;gpt-5\r\n',
  );
  assert.deepEqual(row, {
    ...{ at: 2, text: "Which CRM, really?", wrong: null, noAddress: 1, shortened: 0 },
    answer: {
      prompt: "Which CRM, really?",
      provider: "chatgpt",
      answer: 'Acme.\nThen "Bolt".',
      answeredAt: "2026-11-02T12:00:00.000Z",
      model: "gpt-5",
      citations: [{ url: "https://a.example/x" }, { url: "https://b.example/y" }],
    },
  });
});

test("tags are read from a cell with several and from a list, and too many or too long ones are said", () => {
  const long = "t".repeat(41);
  const of = (text: string) => read(text).map(({ answer, wrong }) => wrong ?? answer?.tags);
  const csv = (tags: string) => of(`prompt,assistant,answer,Tags\nWhich CRM?,ChatGPT,Acme.,"${tags}"`);
  assert.deepEqual(
    [csv("CRM; Sales, Europe"), csv("CRM |Sales")],
    [[["CRM", "Sales, Europe"]], [["CRM", "Sales"]]],
  );
  assert.deepEqual(
    [csv(""), csv("-"), csv(long), csv("CRM\u200b")],
    [[undefined], [undefined], ["tags"], ["tags"]],
  );
  assert.deepEqual(csv(Array.from({ length: 11 }, (_, at) => `t${at}`).join(";")), ["tags"]);
  const one = { prompt: "Which CRM?", provider: "claude", answer: "Acme." };
  assert.deepEqual(of(JSON.stringify([{ ...one, tags: ["A, B", " C "] }])), [["A, B", "C"]]);
});

test("what is cut to the length that it may have is counted", () => {
  const answer = { prompt: "Which CRM?", provider: "claude", answer: "Acme." };
  const source = { url: "https://a.example", title: "a".repeat(1_001) };
  const [cut, whole] = read(
    JSON.stringify([
      { ...answer, model: "m".repeat(121), citations: [source, source] },
      { ...answer, model: "m".repeat(120), citations: [{ ...source, title: "a" }] },
    ]),
  );
  assert.deepEqual([cut?.shortened, cut?.answer?.model?.length, whole?.shortened], [3, 120, 0]);
});

test("a JSON array, an array in an object and JSON Lines hold the same answers", () => {
  const one = {
    prompt: "Which CRM?",
    provider: "claude",
    answer: " Acme.\n",
    citations: [{ url: "https://a.example" }],
  };
  const two = { ...one, answer: "Bolt.", citations: ["https://b.example"] };
  const wanted = [one, { ...two, citations: [{ url: "https://b.example" }] }];
  for (const text of [
    JSON.stringify([one, two], null, 2),
    JSON.stringify({ data: [one, two] }),
    `${JSON.stringify(one)}\r\n\n${JSON.stringify(two)}\n`,
  ])
    assert.deepEqual(
      read(text).map(({ answer }) => answer),
      wanted,
    );
  assert.equal(tableOf('{"a": 1}\n{"a": 2')?.rows[1]?.misread, "json");
  assert.equal(tableOf("[1, 2]"), null);
  assert.deepEqual(tableOf("sep=;\r\nprompt;answer\r\na;b")?.rows, [
    { at: 3, values: ["a", "b"], misread: null },
  ]);
  const wide = tableOf(
    JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ prompt: "q", [`k${at}`]: 1 }))),
  );
  assert.deepEqual([wide?.cut, wide?.columns.length], [true, 100]);
});

test("every row that cannot be imported says where it stands and why", () => {
  const rows = [
    "prompt,assistant,answer,date,sources",
    ",ChatGPT,Acme,,",
    `${"x".repeat(501)},ChatGPT,Acme,,`,
    "Which CRM?,,Acme,,",
    "Which CRM?,HAL 9000,Acme,,",
    "Which CRM?,Claude,,,",
    `Which CRM?,Claude,${"ä".repeat(140_000)},,`,
    "Which CRM?,Claude,Acme,soon,",
    "Which CRM?,Claude,Acme,02/11/2026,",
    "Which CRM?,Claude,Acme,2027-01-01,",
    "Which CRM?,Claude,Acme,2022-11-29,",
    "Which CRM?,Claude,Acme, really,2026-11-02,,x",
    `Which CRM?,Claude,Acme,2026-11-02,${"https://a.example/ ".repeat(101)}`,
    'Which CRM?,Claude,"Acme',
  ];
  assert.deepEqual(
    read(rows.join("\n")).map(({ at, wrong }) => [at, wrong]),
    [
      [2, "noPrompt"],
      [3, "long"],
      [4, "noAssistant"],
      [5, "assistant"],
      [6, "noAnswer"],
      [7, "large"],
      [8, "date"],
      [9, "order"],
      [10, "future"],
      [11, "early"],
      [12, "wide"],
      [13, "sources"],
      [14, "open"],
    ],
  );
});

test("what a row does not say is taken from what is said for all", () => {
  const [row] = read("prompt,answer\nWhich CRM?,Acme", {
    provider: "gemini",
    day: "2026-11-02",
    order: null,
  });
  assert.equal(row?.answer?.provider, "gemini");
  assert.equal(row?.answer?.answeredAt, "2026-11-02T12:00:00.000Z");
  const [today] = read("prompt,assistant,answer,date\nWhich CRM?,GPT-5,Acme,2026-11-23");
  assert.equal(today?.answer?.answeredAt, now.toISOString());
});

test("columns that are not known are named, and a column named model says the assistant where no other does", () => {
  const names = ["Prompt", "Model", "Response", "Cost"];
  const columns = columnsOf(names);
  assert.deepEqual(columns, {
    prompt: 0,
    provider: 1,
    answer: 2,
    answeredAt: null,
    citations: null,
    ...{ model: 1, tags: null },
  });
  assert.deepEqual(unusedOf(names, columns), ["Cost"]);
});

test("assistants are known by the names that people write", () => {
  for (const [said, meant] of [
    ["ChatGPT", "chatgpt"],
    ["Chat GPT 5", "chatgpt"],
    ["gpt-4o", "chatgpt"],
    ["Claude 4.5 Sonnet", "claude"],
    ["Google Gemini", "gemini"],
    ["Perplexity.ai", "perplexity"],
    ["sonar-pro", "perplexity"],
    ["Google AI Overviews", "google_ai_overviews"],
    ["AI Mode", "google_ai_mode"],
    ["Microsoft Copilot", "copilot"],
    ["Le Chat", "mistral"],
    ["Meta AI", "meta_ai"],
    ["google_ai_mode", "google_ai_mode"],
    ["sandbox", null],
    ["Google", null],
    ["llama-3.1-sonar-large-128k-online", "perplexity"],
    ["chatgpt_scraper", "chatgpt"],
    ["google_ai_mode_scraper", "google_ai_mode"],
    ["dataforseo_chat_gpt", "chatgpt"],
    ["bing_copilot", "copilot"],
    ["meta-llama/llama-3.3-70b", "meta_ai"],
    ["openrouter/anthropic/claude-3.5-sonnet", "claude"],
    ["us.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude"],
    ["azure/gpt-4o", "chatgpt"],
    ["models/gemini-2.5-pro", "gemini"],
    ["openai/gpt-oss-20b", "local"],
    ["gpt-oss:20b", "local"],
    ["mixtral-8x7b", "mistral"],
  ] as const)
    assert.equal(assistantMeant(said), meant, said);
});

test("dates are read as people write them, and never guessed", () => {
  const order = slashOrderOf(["02/11/2026", "23/11/2026"]);
  assert.equal(order, "day");
  assert.equal(slashOrderOf(["11/23/2026"]), "month");
  for (const [said, meant] of [
    ["2026-11-02T09:00:00Z", "2026-11-02T09:00:00.000Z"],
    ["2026-11-02T09:00:00.123+02:00", "2026-11-02T07:00:00.000Z"],
    ["2026-11-02 09:05", "2026-11-02T09:05:00.000Z"],
    ["2.11.2026", "2026-11-02T12:00:00.000Z"],
    ["02/11/2026 9:30", "2026-11-02T09:30:00.000Z"],
    ["2 November 2026", "2026-11-02T12:00:00.000Z"],
    ["Nov 2, 2026", "2026-11-02T12:00:00.000Z"],
    ["2026-02-31", null],
    ["02/11/26 2:15 PM", "2026-11-02T14:15:00.000Z"],
    ["02-11-2026 12:05 am", "2026-11-02T00:05:00.000Z"],
    ["20261102", "2026-11-02T12:00:00.000Z"],
    ["2026.11.02", "2026-11-02T12:00:00.000Z"],
    ["1793610000", "2026-11-02T09:00:00.000Z"],
    ["1793610000123", "2026-11-02T09:00:00.123Z"],
    ["Mon, 02 Nov 2026 09:00:00 GMT", "2026-11-02T09:00:00.000Z"],
    ["02/11/2026 14:15 PM", null],
    ["24-03-25", null],
    ["46000", null],
    ["2026-1102", null],
    ["last Monday", null],
  ] as const)
    assert.equal(momentOf(said, order), meant, said);
});

test("a date that can be two days is asked about, once for the file, and read as it is said", () => {
  const text = "prompt,assistant,answer,date\na,Claude,b,2/3/2026\na,Claude,c,05/05/2026";
  const table = tableOf(text);
  assert.ok(table);
  const columns = columnsOf(table.columns);
  assert.deepEqual(askedDate(table, columns), {
    ...{ dateText: "2/3/2026", day: "2026-03-02T12:00:00.000Z", month: "2026-02-03T12:00:00.000Z" },
  });
  const dates = (order: "day" | "month" | null) =>
    read(text, { provider: null, day: "", order }).map(({ answer, wrong }) => wrong ?? answer?.answeredAt);
  assert.deepEqual(dates(null), ["order", "2026-05-05T12:00:00.000Z"]);
  assert.deepEqual(dates("day"), ["2026-03-02T12:00:00.000Z", "2026-05-05T12:00:00.000Z"]);
  assert.deepEqual(dates("month"), ["2026-02-03T12:00:00.000Z", "2026-05-05T12:00:00.000Z"]);
  // The file itself tells: nothing is asked, and what was said before does not count.
  const told = tableOf(`${text}\na,Claude,d,23/03/2026`);
  assert.ok(told);
  assert.equal(askedDate(told, columns), null);
  const [first] = answersOf(told, columns, { provider: null, day: "", order: "month" }, now);
  assert.equal(first?.answer?.answeredAt, "2026-03-02T12:00:00.000Z");
});

test("a model as an object, and sources as a list in a cell, are read", () => {
  const [json] = read(
    '[{"prompt":"a","provider":"claude","answer":"b","model":{"id":"claude-5","name":"Claude 5"}}]',
  );
  assert.equal(json?.answer?.model, "claude-5");
  const [csv] = read(
    'prompt,provider,answer,citations\na,claude,b,"[""https://a.example/x"",{""url"":""https://b.example/""}]"\n',
  );
  assert.deepEqual(
    csv?.answer?.citations?.map(({ url }) => url),
    ["https://a.example/x", "https://b.example/"],
  );
});
