import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  type Fault,
  habitsOf,
  providerOf,
  type Script,
  startVendor,
  type Vendor,
  vendors,
} from "../../../test/vendors/vendor.ts";
import { answerBytesMax, type Engine, EngineError, type EngineErrorKind, type Question } from "./engine.ts";
import { buildEngines } from "./index.ts";

const question: Question = {
  prompt: "Which headphones are best?",
  sample: 1,
  country: "DE",
  language: "de",
  brands: [{ name: "Secret Brand", domain: "secret.example" }],
};
const now = Date.parse("2026-11-20T12:00:00Z");
const never = () => new AbortController().signal;

async function engineAt(
  t: TestContext,
  vendor: Vendor,
  script: Parameters<typeof startVendor>[1],
  timeoutMs = 10_000,
) {
  const server = await startVendor(vendor, script);
  t.after(() => server.close());
  const provider = providerOf(vendor);
  const settings = { provider, apiKey: "sk-test", baseUrl: server.url, model: null };
  const engine: Engine | undefined = buildEngines([settings], { timeoutMs, now: () => now }).get(provider);
  assert.ok(engine);
  return { server, engine };
}

async function failureOf(engine: Engine, signal = never()): Promise<EngineError> {
  const failure = await engine.ask(question, signal).then(
    () => assert.fail("the engine answered"),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof EngineError, String(failure));
  return failure;
}

// An emoji, umlauts and CJK before the citations: code points, bytes and UTF-16 units all differ.
const claims = ["🎧 Für Größe: Sony 索尼.[1]", " Bose is softer.[2]"] as const;
const answer = claims.join("");
const first: [number, number] = [0, claims[0].length];
const second: [number, number] = [claims[0].length, answer.length];
const sources = [
  { url: "https://www.rtings.com/headphones", title: "Ratings", at: first },
  { url: "https://www.bose.com/quiet", title: "Bose", at: second },
  { url: "https://www.reddit.com/r/headphones", title: "Reddit" },
];

for (const vendor of vendors) {
  const { search, citesByMarks, citesAll, untitled, unsearched, renamesModel } = habitsOf(vendor);

  test(`${vendor}: an answer comes verbatim with its model, tokens and cost`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, { answer, sources });
    const got = await engine.ask(question, never());

    assert.equal(got.text, answer);
    assert.equal(got.truncated, false);
    assert.equal(got.inputTokens, 1_200);
    assert.equal(got.outputTokens, 300);
    assert.equal(got.searched, search !== undefined);
    assert.equal(got.searches, search ? 1 : 0);
    assert.deepEqual(got.queries, search === "queries" ? ["best"] : []);
    assert.equal(typeof got.costUsd, "number");
    assert.ok(
      got.costUsd! <= engine.estimateUsd,
      `${got.costUsd} is over the estimate of ${engine.estimateUsd}`,
    );
    if (!renamesModel) assert.equal(got.model, engine.model);
    assert.equal(server.count(), 1);
  });

  test(`${vendor}: the project's brands are never told to the vendor`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, { answer });
    await engine.ask(question, never());

    assert.ok(!JSON.stringify(server.requests).includes("Secret"));
    assert.ok(JSON.stringify(server.requests.at(-1)?.body).includes(question.prompt));
  });

  test(`${vendor}: a question about its own words alone asks for no search, and leaves room for a long answer`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, { answer });
    assert.equal((await engine.ask({ ...question, search: false }, never())).text, answer);

    const { tools, tool_choice, include, disable_search, max_tokens } = server.requests.at(-1)!.body;
    const none = { tools: undefined, tool_choice: undefined, include: undefined };
    assert.deepEqual(
      { tools, tool_choice, include, disable_search, max_tokens },
      { ...none, disable_search: undefined, max_tokens: undefined, ...unsearched },
    );
  });

  test(`${vendor}: a question that needs more room is given it, and others the vendor's default`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, { answer });
    const roomOf = async (asked: Question) => {
      await engine.ask(asked, never());
      const { max_tokens, max_output_tokens, generationConfig } = server.requests.at(-1)!.body;
      const { maxOutputTokens } = (generationConfig ?? {}) as { maxOutputTokens?: number };
      return Number(max_tokens ?? max_output_tokens ?? maxOutputTokens ?? 0);
    };
    const usual = await roomOf(question);
    assert.ok((await roomOf({ ...question, roomier: true })) >= Math.max(16_384, 2 * usual));
  });

  if (search) {
    test(`${vendor}: cited pages are told from those that were only retrieved`, async (t) => {
      const { engine } = await engineAt(t, vendor, { answer, sources });
      const { citations } = await engine.ask(question, never());

      const given = citations.map(({ url, cited }) => ({ url, cited }));
      assert.deepEqual(
        given,
        sources.map(({ url, at }) => ({ url, cited: citesAll ?? at !== undefined })),
      );
      // OpenAI's and xAI's lists of retrieved pages carry no titles.
      assert.deepEqual(
        citations.slice(0, 2).map(({ title }) => title),
        untitled ? [null, null] : ["Ratings", "Bose"],
      );
    });

    test(`${vendor}: a citation's span is in UTF-16 units of the answer`, async (t) => {
      const { engine } = await engineAt(t, vendor, { answer, sources });
      const { citations } = await engine.ask(question, never());

      const spans = citations.flatMap(({ span }) => (span ? [answer.slice(span.start, span.end)] : []));
      const expected = citesByMarks ? claims.map((claim) => claim.trimStart()) : [...claims];
      assert.deepEqual(spans, expected);
    });
  }

  test(`${vendor}: an answer without text is an answer`, async (t) => {
    const { engine } = await engineAt(t, vendor, { answer: "" });
    assert.equal((await engine.ask(question, never())).text, "");
  });

  test(`${vendor}: an answer over the limit is cut between characters and says so`, async (t) => {
    const { engine } = await engineAt(t, vendor, { answer: `a${"é".repeat(answerBytesMax / 2)}` });
    const got = await engine.ask(question, never());

    assert.equal(got.truncated, true);
    assert.equal(Buffer.byteLength(got.text), answerBytesMax - 1);
  });

  test(`${vendor}: NUL and broken characters cannot reach the store`, async (t) => {
    const { engine } = await engineAt(t, vendor, { answer: "a\0b\ud800c" });
    assert.equal((await engine.ask(question, never())).text, "a\uFFFDb\uFFFDc");
  });

  const failures: [name: string, script: Script, kind: EngineErrorKind, retryAfterMs?: number][] = [
    ["401", status(401), "bad_key"],
    ["403", status(403), "refused"],
    ["400", status(400), "refused"],
    ["402, no credit", status(402), "refused"],
    ["429 without a date", status(429), "rate_limited"],
    ["429 with seconds", status(429, { "retry-after": "7" }), "rate_limited", 7_000],
    ["429 with milliseconds", status(429, { "retry-after-ms": "250.5" }), "rate_limited", 251],
    [
      "429 with a date",
      status(429, { "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" }),
      "rate_limited",
      30_000,
    ],
    [
      "429 with a date gone by",
      status(429, { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }),
      "rate_limited",
      0,
    ],
    ["429 for a year", status(429, { "retry-after": "31536000" }), "rate_limited", 3_600_000],
    ["500", status(500), "unavailable"],
    ["503 with seconds", status(503, { "retry-after": "2" }), "unavailable", 2_000],
    ["529, overloaded", status(529), "rate_limited"],
    ["a cut connection", { fault: "cut" }, "unavailable"],
    ["a connection cut in the answer", { fault: "cut_body" }, "unavailable"],
    ["an endless stream", { fault: "endless" }, "bad_answer"],
    ["a gzip bomb", { fault: "gzip_bomb" }, "bad_answer"],
    ["a 10 MB answer", { answer: "a".repeat(10 * 1024 * 1024) }, "bad_answer"],
    ["malformed JSON", { fault: "malformed" }, "bad_answer"],
    ["JSON nested too deep", { fault: "deep" }, "bad_answer"],
    ["a broken transfer", { fault: "bad_chunks" }, "unavailable"],
    ["a header without end", { fault: "huge_headers" }, "unavailable"],
    ["an encoding that is none", { fault: "wrong_encoding" }, "unavailable"],
    ["HTML", { fault: "html" }, "bad_answer"],
    ["an empty body", { fault: "empty" }, "bad_answer"],
    ["a redirect", { fault: "redirect" }, "bad_answer"],
    ...wrongTypes(vendor).map((raw): [string, Script, EngineErrorKind] => [
      `a reply of ${JSON.stringify(raw)}`,
      { raw },
      "bad_answer",
    ]),
  ];
  for (const [name, script, kind, retryAfterMs = null] of failures) {
    test(`${vendor}: ${name} is ${kind}`, async (t) => {
      const { engine, server } = await engineAt(t, vendor, script);
      const failure = await failureOf(engine);

      assert.equal(failure.kind, kind, String(failure.cause));
      assert.equal(failure.retryAfterMs, retryAfterMs);
      assert.equal(failure.message, kind);
      assert.equal(server.count(), 1, "the job retries, not the SDK");
    });
  }

  for (const fault of ["stall", "stall_body", "drip"] as const satisfies Fault[]) {
    test(`${vendor}: a ${fault} ends in a timeout`, async (t) => {
      const { engine } = await engineAt(t, vendor, { fault }, 60);
      assert.equal((await failureOf(engine)).kind, "timeout");
    });

    test(`${vendor}: cancelling a ${fault} ends it at once`, async (t) => {
      const { engine } = await engineAt(t, vendor, { fault });
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 20);
      const started = performance.now();

      assert.equal((await failureOf(engine, abort.signal)).kind, "cancelled");
      assert.ok(performance.now() - started < 20_000);
    });
  }

  test(`${vendor}: a question cancelled before it is asked is not asked`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, {});
    assert.equal((await failureOf(engine, AbortSignal.abort())).kind, "cancelled");
    assert.equal(server.count(), 0);
  });

  test(`${vendor}: a server that is not there is unavailable`, async (t) => {
    const { engine, server } = await engineAt(t, vendor, {});
    await server.close();
    assert.equal((await failureOf(engine)).kind, "unavailable");
  });
}

function status(code: number, headers: Record<string, string> = {}): Script {
  return { fault: { status: code, headers } };
}

/** What is JSON and not the vendor's format, in the places where its format holds the answer. */
function wrongTypes(vendor: Vendor): unknown[] {
  const everywhere = [null, [], "text", 7, {}];
  const openai = [
    { output: null },
    { output: [{ type: "message", content: null }] },
    { output: [output(7)] },
  ];
  const chat = [
    { choices: null },
    { choices: [] },
    { choices: [{}] },
    { choices: [{ message: { content: 7 } }] },
  ];
  switch (vendor) {
    case "openai":
    case "xai":
    case "perplexity":
      return [...everywhere, ...openai];
    case "anthropic":
      return [
        ...everywhere,
        { content: null },
        { content: "text" },
        { content: [{ type: "text", text: 7 }] },
      ];
    case "gemini":
      return [...everywhere, { candidates: null }, { candidates: [{ content: { parts: [{ text: 7 }] } }] }];
    default:
      return [...everywhere, ...chat];
  }
}

function output(text: unknown) {
  return { type: "message", content: [{ type: "output_text", text }] };
}
