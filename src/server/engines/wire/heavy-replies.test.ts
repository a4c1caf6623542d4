import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFrom, type Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { bodyBytesMax } from "./bounded-fetch.ts";
import { callVendor } from "./call.ts";
import { readChat } from "./chat.ts";
import { readGenerateContent } from "./generate-content.ts";
import { readMessages } from "./messages.ts";
import { readResponses } from "./responses.ts";

/** The least of three runs: a busy machine only ever adds to it. How it is split between user and system is an estimate. */
const cpuMs = (run: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const started = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(started);
      return (user + system) / 1_000;
    }),
  );

const text = "🎧".repeat(bodyBytesMax / 4 - 65_536);
/** What a reply of this size costs whoever only reads its JSON, on this machine and now. */
const plainMs = cpuMs(() => void JSON.parse(JSON.stringify({ text })));
const url = "https://a.example/";
const annotations = Array.from({ length: 1_000 }, (_, at) => ({
  ...{ type: "url_citation", url, start_index: at, end_index: 980_000 - at },
}));
const marks = `${"[1]".repeat(bodyBytesMax / 3 - 100_000)}`;
const results = Array.from({ length: 10_000 }, (_, id) => ({ url, id }));
const addresses = Array.from({ length: 40_000 }, (_, id) => `https://a.example:x/${id}`);

for (const [what, read] of [
  ["chat completions", () => readChat({ choices: [{ message: { content: text, annotations } }] })],
  [
    "chat completions with marks",
    () => readChat({ choices: [{ message: { content: marks } }], search_results: results }),
  ],
  [
    "chat completions with addresses that are none",
    () => readChat({ choices: [{ message: { content: "a" } }], citations: addresses }),
  ],
  [
    "a response",
    () =>
      readResponses({
        output: [{ type: "message", content: [{ type: "output_text", text, annotations }] }],
      }),
  ],
  ["a message", () => readMessages([{ content: [{ type: "text", text, citations: results }] }])],
  [
    "generated content",
    () =>
      readGenerateContent({
        candidates: [
          {
            content: { parts: [{ text }] },
            groundingMetadata: {
              groundingChunks: results.map((web) => ({ web: { uri: web.url } })),
              groundingSupports: Array.from({ length: 1_000 }, () => ({
                segment: { startIndex: 0, endIndex: 4_000_000 },
                groundingChunkIndices: Array.from({ length: 20 }, (_, at) => at),
              })),
            },
          },
        ],
      }),
  ],
] as [string, () => Reply][]) {
  test(`${what} of 4 MB that is made to be slow holds nobody up`, () => {
    answerFrom(read(), { model: null, prices: [], moreTokens: null });
    const took = cpuMs(() => answerFrom(read(), { model: null, prices: [], moreTokens: null }));
    assert.ok(took < 12 * plainMs, `${took} ms, where reading the JSON takes ${plainMs}`);
  });
}

test("replies of 4 MB that arrive together leave others a turn between them", async () => {
  const body = JSON.stringify({ choices: [{ message: { content: "🎧".repeat(900_000) } }] });
  const network = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const line = { timeoutMs: 60_000, network, now: () => 0 };
  const order: string[] = [];
  let turns = 0;
  const others = () => {
    order.push("other");
    turns += 1;
    if (turns < 200) setImmediate(others);
  };
  const call = () =>
    callVendor(line, new AbortController().signal, async (fetch) => {
      const reply = await fetch(url);
      order.push("reply");
      await reply.json();
    });
  const calls = Promise.all([call(), call(), call(), call()]);
  setImmediate(others);
  await calls;
  turns = 200;
  assert.ok(!order.join().includes("reply,reply"), order.join());
});

test("a reply of more values than an answer has is a bad answer, and its JSON is not made", async () => {
  const body = `{"choices":[${"[],".repeat(1_300_000)}0]}`;
  const network = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const line = { timeoutMs: 60_000, network, now: () => 0 };
  const call = callVendor(line, new AbortController().signal, async (fetch) => (await fetch(url)).json());
  await assert.rejects(call, (error) => error instanceof EngineError && error.kind === "bad_answer");
});
