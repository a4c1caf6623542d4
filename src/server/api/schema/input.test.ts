import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { actions } from "../../actions.ts";
import { type Issue, Problem } from "../../kernel/problem.ts";
import { type AnyAction, action } from "../action.ts";
import { validate } from "./input.ts";

const declared = action({
  name: "take_input",
  http: "POST /v1/projects/{projectId}/things",
  summary: "Take input.",
  tag: "setup",
  scope: "visibility:read",
  effect: "writes",
  limit: "write",
  input: Type.Object({
    projectId: Type.Optional(Type.String({ format: "uuid" })),
    brand: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
    at: Type.Optional(Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time" })),
    view: Type.Optional(Type.Unsafe<string>({ type: "string", enum: ["raw", "full"] })),
    answer: Type.Optional(Type.Unsafe<string>({ type: "string", verbatim: true })),
    prompts: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Object({ prompt: Type.String(), intent: Type.Optional(Type.String()) }),
        ]),
        { minItems: 1, maxItems: 3 },
      ),
    ),
    metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
    kept: Type.Optional(Type.Unsafe<object>({ type: "object", additionalProperties: true, verbatim: true })),
  }),
  output: Type.Object({}),
}).run(async () => ({}));

const read = (raw: Record<string, unknown>, given: AnyAction = declared) => validate(given, raw);

test("the rows of a body are checked with others' work in between", async () => {
  const row = Type.Object({ pages: Type.Array(Type.Object({ url: Type.String({ minLength: 1 }) })) });
  const taking = action({
    ...{ name: "take_rows", http: "POST /v1/rows", summary: "Take rows.", tag: "setup" },
    ...{ scope: "visibility:read", effect: "writes", limit: "write", body: { field: "rows", maxBytes: 1e7 } },
    input: Type.Object({ rows: Type.Array(row, { minItems: 1, maxItems: 2_000 }) }),
    output: Type.Object({}),
  }).run(async () => ({}));
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    pages: Array.from({ length: 60 }, (_, page) => ({ url: `https://a.example/${at}/${page}` })),
  }));
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  assert.deepEqual((await validate(taking, { rows })).input, { rows });
  clearInterval(count);
  assert.ok(turns > 2, `${turns}`);
  for (const [wrong, issue] of [
    [[], "/ too_few"],
    [[...rows, { pages: [{ url: "" }] }], "/1000/pages/0/url too_short"],
  ] as const)
    await assert.rejects(validate(taking, { rows: wrong }), (error) => {
      const [{ path, code } = {}] = ((error as Problem).details as { issues: Issue[] }).issues;
      assert.equal(`${path || "/"} ${code}`, issue);
      return true;
    });
});

test("one wrong row among many is found with others' work in between, and texts of megabytes are refused unread", async () => {
  const importing = actions.find(({ name }) => name === "import_answers")!;
  const projectId = "0198a000-0000-7000-8000-000000000000";
  const citations = Array.from({ length: 80 }, () => ({ url: "https://a.example/1", title: "t" }));
  const good = { prompt: "best crm?", provider: "chatgpt", answer: "Acme.", citations };
  const long = "e\u0301".repeat(2_700_000);
  for (const [rows, issue] of [
    [[...Array(1_999).fill(good), { ...good, provider: "nobody" }], "/1999/provider not_allowed"],
    [[{ ...good, prompt: long }], "/0/prompt too_long"],
    [[{ ...good, provider: long }], "/0/provider too_long"],
    [[{ ...good, answeredAt: `2026-01-01T00:00:00.${"1".repeat(1_000_000)}Z` }], "/0/answeredAt too_long"],
  ] as [unknown[], string][]) {
    let worstMs = 0;
    let last = process.threadCpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.threadCpuUsage(last);
      worstMs = Math.max(worstMs, (user + system) / 1_000);
      last = process.threadCpuUsage();
    }, 1);
    await assert.rejects(validate(importing, { projectId, [importing.body!.field]: rows }), (error) => {
      const [{ path, code } = {}] = ((error as Problem).details as { issues: Issue[] }).issues;
      assert.equal(`${path} ${code}`, issue);
      return true;
    });
    clearInterval(watch);
    assert.ok(worstMs < 200, `${issue}: ${worstMs} ms without a pause`);
  }
});

async function issuesOf(raw: Record<string, unknown>): Promise<string[]> {
  try {
    await read(raw);
  } catch (error) {
    assert.ok(error instanceof Problem);
    return (error.details as { issues: Issue[] }).issues.map(
      ({ in: place, path, code }) => `${place} ${path} ${code}`,
    );
  }
  return [];
}

for (const [what, raw, input] of [
  ["text is trimmed and brought to its normal form", { brand: "  Cafe\u0301 " }, { brand: "Café" }],
  [
    "text that is kept as it came is not",
    { answer: "  Cafe\u0301 \u0007" },
    { answer: "  Cafe\u0301 \u0007" },
  ],
  [
    "all the text of an object that is kept as it came is not",
    { kept: { list: [" a ", { b: " Cafe\u0301" }] } },
    { kept: { list: [" a ", { b: " Cafe\u0301" }] } },
  ],
  ["line breaks and tabs may stand in a text", { brand: "a\n\tb" }, { brand: "a\n\tb" }],
  [
    "an id is matched whatever its case",
    { projectId: "0197A3C2-5B7E-7C41-9D1E-2F4A6B8C0D13" },
    { projectId: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13" },
  ],
  ["null is allowed where it clears", { at: null }, { at: null }],
  ["length counts code points", { brand: "𝒳𝒳𝒳𝒳𝒳" }, { brand: "𝒳𝒳𝒳𝒳𝒳" }],
  [
    "either form of a prompt is taken",
    { prompts: [" a ", { prompt: " b " }] },
    { prompts: ["a", { prompt: "b" }] },
  ],
  [
    "free properties stay",
    { metadata: { content_action: " x ", deep: { a: [1] } } },
    { metadata: { content_action: "x", deep: { a: [1] } } },
  ],
] as const) {
  test(what, async () => assert.deepEqual((await read(raw)).input, input));
}

test("a word that is nearly one of the list, or another name for it, says which was meant", async () => {
  const provider = Type.Unsafe<string>({
    type: "string",
    enum: ["chatgpt", "claude", "google_ai_overviews"],
  });
  const asking = action({
    ...{ name: "take_rows", http: "POST /v1/rows", summary: "Take rows.", tag: "setup" as const },
    ...{ scope: "visibility:read" as const, effect: "writes" as const, limit: "write" as const },
    input: Type.Object({ rows: Type.Array(Type.Object({ provider })) }),
    output: Type.Object({}),
  }).run(async () => ({}));
  const given = ["ChatGPT", "OpenAI", "Google AI Overviews", "claud", "something else", "__proto__"];
  const error = await read({ rows: given.map((provider) => ({ provider })) }, asking).catch((error) => error);
  assert.deepEqual(
    (error.details as { issues: Issue[] }).issues.map(({ path, did_you_mean }) => [path, did_you_mean]),
    ["chatgpt", "chatgpt", "google_ai_overviews", "claude", undefined, undefined].map((meant, at) => [
      `/rows/${at}/provider`,
      meant,
    ]),
  );
});

for (const [what, raw, issues] of [
  ["a text of the wrong type", { brand: 5 }, ["body /brand wrong_type"]],
  ["an empty text, also when it was all spaces", { brand: "   " }, ["body /brand too_short"]],
  ["a text one code point too long", { brand: "𝒳𝒳𝒳𝒳𝒳𝒳" }, ["body /brand too_long"]],
  ["a word that is not on the list", { view: "RAW" }, ["body /view not_allowed"]],
  ["a number where a word of a list is expected, once", { view: 5 }, ["body /view wrong_type"]],
  ["a word with a space after it", { view: "raw " }, ["body /view not_allowed"]],
  [
    "an id with a line break after it",
    { projectId: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13\n" },
    ["path /projectId bad_format"],
  ],
  [
    "an id in braces",
    { projectId: "{0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13}" },
    ["path /projectId bad_format"],
  ],
  ["a null where nothing is cleared", { brand: null }, ["body /brand wrong_type"]],
  ["a control character", { brand: "a\u0007" }, ["body /brand control_character"]],
  ["half a surrogate pair", { brand: "\udc00" }, ["body /brand lone_surrogate"]],
  [
    "combining marks in a row without end, of which the length is enough",
    { brand: `a${"\u0301\u0316".repeat(500_000)}` },
    ["body /brand too_long"],
  ],
  [
    "the same in free text",
    { metadata: { a: "\u0301\u0316".repeat(100_000) } },
    ["body /metadata/a too_many_marks"],
  ],
  ["a NUL in text that is kept", { answer: "a\0" }, ["body /answer control_character"]],
  ["half a surrogate pair in text that is kept", { answer: "\ud800" }, ["body /answer lone_surrogate"]],
  [
    "an item of neither form, by its place",
    { prompts: ["a", 5, {}] },
    ["body /prompts/1 not_allowed", "body /prompts/2 not_allowed"],
  ],
  ["too few", { prompts: [] }, ["body /prompts too_few"]],
  ["too many", { prompts: ["a", "b", "c", "d"] }, ["body /prompts too_many"]],
  ["a control character in a free name", { metadata: { "\u0000": 1 } }, ["body /metadata control_character"]],
] as const) {
  test(`refused: ${what}`, async () => assert.deepEqual(await issuesOf(raw), issues));
}

for (const [time, sound] of [
  ["2026-02-28T10:00:00Z", true],
  ["2026-02-28T10:00:00.123456+14:00", true],
  ["2024-02-29T23:59:59-03:30", true],
  ["2026-02-30T10:00:00Z", false],
  ["2026-02-29T10:00:00Z", false],
  ["2026-02-28T24:00:00Z", false],
  ["2016-12-31T23:59:60Z", false],
  ["2026-02-28T10:00:00", false],
  ["2026-02-28", false],
  ["2026-02-28T10:00:00Z[Europe/Berlin]", false],
  ["2026-02-28 10:00:00Z", false],
  ["2026-02-28T10:00:00+24:00", false],
  ["0000-01-01T00:00:00Z", false],
  ["２026-02-28T10:00:00Z", false],
] as const) {
  test(`contract/requests: the time ${time} is ${sound ? "taken" : "refused"}`, async () => {
    assert.deepEqual(await issuesOf({ at: time }), sound ? [] : ["body /at bad_format"]);
  });
}

test("unknown names are left out at every depth and reported, with the nearest known one", async () => {
  const { input, warnings } = await read({
    brnad: "a",
    veiw: "raw",
    project_id: "x",
    zzz: 1,
    prompts: [{ prompt: "a", intnet: "b" }],
  });
  assert.deepEqual(input, { prompts: [{ prompt: "a" }] });
  assert.deepEqual(
    warnings.map(({ path, did_you_mean }) => [path, did_you_mean]),
    [
      ["/brnad", "brand"],
      ["/veiw", "view"],
      ["/project_id", "projectId"],
      ["/zzz", undefined],
      ["/prompts/0/intnet", "intent"],
    ],
  );
});

const strict = action({
  name: "take_all",
  http: "POST /v1/things",
  summary: "Take all.",
  tag: "setup",
  scope: "visibility:read",
  effect: "writes",
  limit: "write",
  input: Type.Object({
    projectId: Type.String({ format: "uuid" }),
    prompts: Type.Array(
      Type.Union([
        Type.String({ minLength: 1, maxLength: 500 }),
        Type.Object({ prompt: Type.String(), intent: Type.Optional(Type.String()) }),
      ]),
    ),
    competitors: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    providers: Type.Optional(
      Type.Array(Type.Unsafe<string>({ type: "string", enum: ["chatgpt", "claude"] })),
    ),
  }),
  output: Type.Object({}),
}).run(async () => ({}));

async function refusalOf(raw: Record<string, unknown>): Promise<Issue[]> {
  const error = await read(raw, strict).catch((error: Problem) => error);
  assert.ok(error instanceof Problem);
  return (error.details as { issues: Issue[] }).issues;
}

test("where something is missing, a name that was probably meant for it is told with the refusal", async () => {
  const issues = await refusalOf({ project_id: "x", questions: ["a"], rivals: [], hunter2: 1 });
  assert.deepEqual(
    issues.map(({ path, code, did_you_mean }) => [path, code, did_you_mean]),
    [
      ["/projectId", "required", undefined],
      ["/prompts", "required", undefined],
      ["/project_id", "unknown_parameter", "projectId"],
      ["/questions", "unknown_parameter", "prompts"],
      ["/rivals", "unknown_parameter", "competitors"],
    ],
  );
  assert.ok(issues.every((issue) => issue.in === "body"));
});

test("a name of an item is told likewise", async () => {
  const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
  const issues = await refusalOf({ projectId, prompts: [{ question: "a" }] });
  assert.deepEqual(
    issues.map(({ path, code, did_you_mean }) => [path, code, did_you_mean]),
    [
      ["/prompts/0", "not_allowed", undefined],
      ["/prompts/0/question", "unknown_parameter", "prompt"],
    ],
  );
});

test("what is wrong within an item of one form is told by its place", async () => {
  const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
  const issues = await refusalOf({ projectId, prompts: ["a", { prompt: 5 }, { intent: 4 }, 7] });
  assert.deepEqual(
    issues.map(({ path, code }) => `${path} ${code}`),
    [
      "/prompts/1/prompt wrong_type",
      "/prompts/2/prompt required",
      "/prompts/2/intent wrong_type",
      "/prompts/3 not_allowed",
    ],
  );
});

for (const [what, input, path, expected] of [
  ["prompts", [5], "/prompts/0", "text of 1 to 500 characters, or an object with `prompt`"],
  ["prompts", [{}], "/prompts/0", "text of 1 to 500 characters, or an object with `prompt`"],
  ["competitors", ["Bolt"], "/competitors/0", "an object with `name`"],
  ["providers", ["bard"], "/providers/0", "chatgpt or claude"],
  ["providers", [7], "/providers/0", "chatgpt or claude"],
  ["prompts", "a", "/prompts", "a list"],
] as const) {
  test(`a wrong value of ${what} says what is expected: ${expected}`, async () => {
    const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
    const [issue, ...others] = await refusalOf({ projectId, prompts: ["a"], [what]: input });
    assert.deepEqual([issue?.path, issue?.expected, others.length], [path, expected, 0]);
    const given = /^an? (?:list|object)/.test(expected) ? ", not text" : "";
    assert.equal(issue?.message, `Must be ${expected}${given}.`);
  });
}

test("a text that is too long where an object may stand too says how long it is", async () => {
  const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
  const [issue] = await refusalOf({ projectId, prompts: ["a".repeat(1_600)] });
  assert.equal(issue?.message, "Must have at most 500 characters. This has 1,600.");
});

for (const [what, input, says] of [
  ["nothing in a text that must say something", { brand: " " }, "brand: Must not be empty."],
  ["a long text", { brand: "abcdef" }, "brand: Must have at most 5 characters."],
  ["a missing item", { prompts: [] }, "prompts: Must have at least 1 item."],
  ["a word that is not on the list", { view: "rough" }, "view: Must be raw or full."],
] as const) {
  test(`a limit is said in words: ${what}`, async () => {
    await assert.rejects(
      () => read({ projectId: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13", prompts: ["a"], ...input }),
      ({ message }: Problem) => message === says,
    );
  });
}

test("nothing can be slipped in: ids, owners and prototypes are unknown names", async () => {
  const raw = JSON.parse(
    '{"id":"x","user_id":"x","plan":"x","__proto__":{"brand":"evil"},"constructor":{"prototype":{}},"brand":"a"}',
  );
  const { input } = await read(raw);
  assert.deepEqual(input, { brand: "a" });
  assert.equal(Object.getPrototypeOf(input), Object.prototype);
});

for (const name of ["__proto__", "constructor", "prototype"])
  test(`${name} among free properties is refused, at any depth`, async () => {
    const metadata = JSON.parse(`{"a":[{"${name}":{"polluted":1}}]}`);
    assert.deepEqual(await issuesOf({ metadata }), [`body /metadata/a/0/${name} not_allowed`]);
  });

test("an offending value is never repeated", async () => {
  for (const raw of [
    { brand: "hunter2hunter2" },
    { view: "hunter2" },
    { at: "hunter2" },
    { prompts: [{ hunter2: 1 }] },
  ]) {
    await assert.rejects(
      () => read(raw),
      (error: Problem) => !JSON.stringify([error.message, error.details]).includes("hunter2"),
    );
  }
});

test("however much is wrong, at most 50 things are named", async () => {
  const metadata = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, "\u0007"]));
  assert.equal((await issuesOf({ metadata })).length, 50);
  const { warnings } = await read(
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown${index}`, 1])),
  );
  assert.equal(warnings.length, 20);
});

test("several mistakes of one kind are all named", async () => {
  const issues = await issuesOf({ brand: 1, view: "x", at: "x", projectId: "x", prompts: [1, 2, 3] });
  assert.equal(issues.length, 7);
});

test("a time is in a year of four digits, in its own offset and in UTC", async () => {
  const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
  for (const at of ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0000-06-01T00:00:00Z"])
    assert.deepEqual(await issuesOf({ projectId, at }), ["body /at bad_format"], at);
  for (const at of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59+12:00", "2026-11-22t09:00:00z"])
    assert.deepEqual(await issuesOf({ projectId, at }), [], at);
});
