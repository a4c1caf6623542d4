import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Fault } from "../../../../test/vendors/faults.ts";
import { type FakeReddit, type Post, redditKey, startReddit } from "../../../../test/vendors/reddit.ts";
import { createLog } from "../../kernel/log.ts";
import { userAgent } from "./answer.ts";
import { createReddit, type Reddit } from "./reddit.ts";

const going = new AbortController().signal;

interface Scene {
  server: FakeReddit;
  reddit: Reddit;
  /** What was waited for, milliseconds; the clock goes on by as much. */
  waits: number[];
}

async function scene(
  t: TestContext,
  posts: readonly Post[] = [],
  options: { clientSecret?: string; callMs?: number } = {},
): Promise<Scene> {
  const server = await startReddit(posts);
  t.after(() => server[Symbol.asyncDispose]());
  const { callMs = 20_000, ...key } = options;
  const waits: number[] = [];
  let clock = 1_767_225_600_000;
  const wait = async (ms: number) => {
    waits.push(ms);
    clock += ms;
  };
  const settings = { ...redditKey, ...key, authUrl: server.url, apiUrl: server.url };
  const reddit = createReddit(settings, createLog("silent"), {
    now: () => clock,
    random: () => 1,
    wait,
    callMs,
  });
  t.after(() => reddit[Symbol.asyncDispose]());
  return { server, reddit, waits };
}

const rejectsAs = (kind: string) => (error: unknown) => {
  assert.deepEqual([(error as Error).name, (error as { kind?: string }).kind], ["RedditError", kind]);
  return true;
};

const pathsOf = ({ requests }: FakeReddit) => requests.map(({ path }) => path);

test("a search finds threads of the last month, with one token for many calls", async (t) => {
  const { server, reddit } = await scene(t, [
    {
      id: "abc1",
      title: "Which CRM?",
      selftext: "We are five.",
      score: 12,
      num_comments: 4,
      created_utc: 1_766_000_000,
    },
    { id: "abc2", title: "Holiday pictures" },
  ]);
  const [thread, ...others] = await reddit.search("crm", going);
  assert.deepEqual(others, []);
  assert.deepEqual(thread, {
    ...{ threadId: "abc1", subreddit: "crm", title: "Which CRM?", text: "We are five.", closure: null },
    ...{ postedAt: "2025-12-17T19:33:20.000Z", upvotes: 12, commentCount: 4 },
  });
  await reddit.search("crm", going);
  assert.deepEqual(pathsOf(server), ["/api/v1/access_token", "/search", "/search"]);
  const { q, type, t: time, limit } = server.requests[1]!.parameters;
  assert.deepEqual([q, type, time, limit], ["crm", "link", "month", "25"]);
  for (const { headers } of server.requests) assert.equal(headers["user-agent"], userAgent);
});

test("nobody who wrote a thread is in what is found", async (t) => {
  const { reddit } = await scene(t, [{ id: "abc1", title: "crm", author: "jane_doe_1" }]);
  assert.doesNotMatch(JSON.stringify(await reddit.search("crm", going)), /jane_doe_1|t2_abc12/);
});

for (const [state, post, closure] of [
  ["open", {}, null],
  ["locked", { locked: true }, "locked"],
  ["archived", { archived: true }, "archived"],
  ["removed by a moderator", { removed_by_category: "moderator" }, "removed"],
  ["removed, its text gone", { selftext: "[removed]" }, "removed"],
  ["deleted by its author", { author: "[deleted]", selftext: "[deleted]" }, "removed"],
  ["for adults", { over_18: true }, "adult"],
  ["of a restricted community", { subreddit_type: "restricted" }, null],
] as const) {
  test(`a thread that is ${state} is known as ${closure ?? "one to reply to"}`, async (t) => {
    const { reddit } = await scene(t, [{ id: "abc1", title: "crm", ...post }]);
    const [thread] = await reddit.threads(["abc1"], going);
    assert.equal(thread?.closure, closure);
  });
}

test("threads of private communities and of people's own pages are not found", async (t) => {
  const { reddit } = await scene(t, [
    { id: "abc1", title: "crm", subreddit_type: "private" },
    { id: "abc2", title: "crm", subreddit: "u_jane_doe", subreddit_type: "user" },
  ]);
  assert.deepEqual(await reddit.threads(["abc1", "abc2", "abc3"], going), []);
});

test("250 threads are looked up in three calls", async (t) => {
  const ids = Array.from({ length: 250 }, (_, number) => `a${number}`);
  const { server, reddit } = await scene(
    t,
    ids.map((id) => ({ id, title: id })),
  );
  assert.equal((await reddit.threads(ids, going)).length, 250);
  assert.equal(pathsOf(server).filter((path) => path === "/api/info").length, 3);
});

test("a token that became void is renewed, once", async (t) => {
  const { server, reddit } = await scene(t, [{ id: "abc1", title: "crm" }]);
  await reddit.search("crm", going);
  server.revoke();
  assert.equal((await reddit.search("crm", going)).length, 1);
  server.script = ({ path }) => (path === "/search" ? { status: 401 } : undefined);
  const before = server.requests.length;
  await assert.rejects(reddit.search("crm", going), rejectsAs("bad_key"));
  assert.equal(server.requests.length - before, 3);
});

test("a token is renewed before it ends", async (t) => {
  const { server, reddit } = await scene(t);
  server.script = ({ path }) =>
    path === "/api/v1/access_token" ? { raw: '{"access_token":"short","expires_in":30}' } : { raw: empty };
  await reddit.search("crm", going);
  await reddit.search("crm", going);
  assert.equal(pathsOf(server).filter((path) => path.endsWith("access_token")).length, 2);
});

const empty = '{"kind":"Listing","data":{"children":[]}}';

test("wrong credentials are not tried again", async (t) => {
  const { server, reddit, waits } = await scene(t, [], { clientSecret: "wrong" });
  await assert.rejects(reddit.search("crm", going), rejectsAs("bad_key"));
  assert.deepEqual([pathsOf(server), waits], [["/api/v1/access_token"], []]);
});

test("when this client's calls are used up, the next one waits for the new window", async (t) => {
  const { server, reddit, waits } = await scene(t);
  server.remaining = 1;
  await reddit.search("one", going);
  assert.deepEqual(waits, []);
  server.remaining = 100;
  await reddit.search("two", going);
  assert.deepEqual(waits, [120_000]);
});

test("a 429 is repeated when the window is over, never sooner", async (t) => {
  const { server, reddit, waits } = await scene(t, [{ id: "abc1", title: "crm" }]);
  server.script = (_, number) =>
    number === 2 ? { status: 429, headers: { "x-ratelimit-reset": "37" } } : undefined;
  assert.equal((await reddit.search("crm", going)).length, 1);
  assert.deepEqual(waits, [37_000]);
});

test("Retry-After of a 429 is obeyed", async (t) => {
  const { server, reddit, waits } = await scene(t, [{ id: "abc1", title: "crm" }]);
  server.script = (_, number) =>
    number === 2 ? { status: 429, headers: { "retry-after": "5" } } : undefined;
  assert.equal((await reddit.search("crm", going)).length, 1);
  assert.deepEqual(waits, [5_000]);
});

test("Retry-After as a date is obeyed", async (t) => {
  const { server, reddit, waits } = await scene(t, [{ id: "abc1", title: "crm" }]);
  const until = new Date(Date.now() + 20_000).toUTCString();
  server.script = (_, number) =>
    number === 2 ? { status: 429, headers: { "retry-after": until } } : undefined;
  assert.equal((await reddit.search("crm", going)).length, 1);
  assert.ok(waits[0]! > 10_000 && waits[0]! <= 20_000, String(waits));
});

test("Retry-After of a server that is overloaded is obeyed; the reset of a window that is not used up is not", async (t) => {
  const { server, reddit, waits } = await scene(t, [{ id: "abc1", title: "crm" }]);
  const headers = (number: number): Record<string, string> =>
    number === 2 ? { "retry-after": "9" } : { "x-ratelimit-remaining": "50.0", "x-ratelimit-reset": "300" };
  server.script = (_, number) =>
    number === 2 || number === 3 ? { status: 503, headers: headers(number) } : undefined;
  assert.equal((await reddit.search("crm", going)).length, 1);
  assert.deepEqual(waits, [9_000, 2_000]);
});

test("a window that does not end soon is not waited for", async (t) => {
  const { server, reddit, waits } = await scene(t);
  server.script = (_, number) =>
    number > 1 ? { status: 429, headers: { "retry-after": "999999999" } } : undefined;
  await assert.rejects(reddit.search("crm", going), rejectsAs("rate_limited"));
  assert.deepEqual(waits, []);
});

for (const [status, kind, calls] of [
  [429, "rate_limited", 4],
  [500, "unavailable", 4],
  [503, "unavailable", 4],
  [403, "refused", 1],
  [404, "refused", 1],
  [302, "refused", 1],
] as const) {
  test(`${status} for every call is ${kind} after ${calls} of them`, async (t) => {
    const { server, reddit, waits } = await scene(t);
    server.script = ({ path }) => (path === "/search" ? { status } : undefined);
    await assert.rejects(reddit.search("crm", going), rejectsAs(kind));
    assert.equal(pathsOf(server).filter((path) => path === "/search").length, calls);
    assert.deepEqual(waits, [1_000, 2_000, 4_000].slice(0, calls - 1));
  });
}

for (const [fault, kind] of [
  ["cut", "unavailable"],
  ["cut_body", "unavailable"],
  ["stall", "unavailable"],
  ["stall_body", "unavailable"],
  ["drip", "unavailable"],
  ["endless", "bad_answer"],
  ["malformed", "bad_answer"],
  ["deep", "bad_answer"],
  ["bad_chunks", "unavailable"],
  ["huge_headers", "unavailable"],
  ["html", "bad_answer"],
  ["empty", "bad_answer"],
  ["redirect", "refused"],
  ["gzip_bomb", "bad_answer"],
] as const satisfies [Fault, string][]) {
  for (const path of ["/search", "/api/v1/access_token"]) {
    test(`a Reddit that answers ${path} with ${fault} fails as such and harms nothing`, async (t) => {
      const { server, reddit } = await scene(t, [], { callMs: 300 });
      server.script = (request) => (request.path === path ? { fault } : undefined);
      const allowed = [kind, "unavailable"];
      await assert.rejects(reddit.search("crm", going), (error) => {
        assert.ok(allowed.includes((error as { kind: string }).kind), String(error));
        return true;
      });
    });
  }
}

for (const raw of [
  "null",
  "[]",
  "{}",
  '{"kind":"t3"}',
  '{"kind":"Listing"}',
  '{"kind":"Listing","data":{"children":{}}}',
]) {
  test(`${raw} is no answer to a search`, async (t) => {
    const { server, reddit } = await scene(t);
    server.script = ({ path }) => (path === "/search" ? { raw } : undefined);
    await assert.rejects(reddit.search("crm", going), rejectsAs("bad_answer"));
  });
}

test("what is no thread is left out of a listing, strange counts and times are unknown", async (t) => {
  const { server, reddit } = await scene(t);
  const good = {
    id: "abc1",
    subreddit: "crm",
    title: "t",
    author: "x",
    score: "7",
    num_comments: 1e99,
    created_utc: -1,
  };
  const children = [
    ...[
      null,
      7,
      [],
      { kind: "t1", data: good },
      { kind: "t3" },
      { kind: "t3", data: { ...good, id: "../../../outside/x" } },
    ],
    ...[
      { kind: "t3", data: { ...good, subreddit: "a/b" } },
      { kind: "t3", data: { ...good, title: {} } },
    ],
    { kind: "t3", data: good },
  ];
  server.script = ({ path }) =>
    path === "/search" ? { raw: JSON.stringify({ kind: "Listing", data: { children } }) } : undefined;
  const found = await reddit.search("crm", going);
  assert.deepEqual(
    found.map(({ threadId, upvotes, commentCount, postedAt }) => [threadId, upvotes, commentCount, postedAt]),
    [["abc1", null, null, null]],
  );
});

test("a search that nobody waits for any more ends at once", async (t) => {
  const { server, reddit } = await scene(t);
  const stop = new AbortController();
  server.script = ({ path }) => {
    if (path === "/search") stop.abort();
    return path === "/search" ? { fault: "stall" } : undefined;
  };
  await assert.rejects(reddit.search("crm", stop.signal), rejectsAs("cancelled"));
});
