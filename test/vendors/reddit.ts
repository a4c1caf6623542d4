import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Fault, misbehave } from "./faults.ts";

/** A thread as Reddit has it; what is not said is as with most of them. */
export interface Post {
  id: string;
  subreddit?: string;
  title: string;
  selftext?: string;
  author?: string;
  /** Seconds since the epoch; default a day ago. */
  created_utc?: number;
  score?: number;
  num_comments?: number;
  locked?: boolean;
  archived?: boolean;
  over_18?: boolean;
  removed_by_category?: string | null;
  /** Of a community that one must be let into: nobody sees it in a listing. */
  subreddit_type?: "public" | "restricted" | "private" | "user";
}

/** What the server does with one call in place of answering it. */
export interface RedditScript {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as it is. */
  raw?: string;
  fault?: Fault;
}

export interface RedditRequest {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface FakeReddit extends AsyncDisposable {
  url: string;
  requests: RedditRequest[];
  /** Posts there are; may be changed. */
  posts: Post[];
  /** From here on asked before each call, which waits for it; undefined: it is answered as usual. */
  script: (request: RedditRequest, number: number) => RedditScript | undefined | Promise<undefined>;
  /** Calls a client has left in its window. */
  remaining: number;
  /** Every token given so far is void. */
  revoke(): void;
}

export const redditKey = { clientId: "fake-client", clientSecret: "fake-secret" };

/**
 * A local server that speaks Reddit's API: tokens for client credentials, search, lookups by id, rate headers. A
 * thread of a private community is in no listing; a deleted one has lost its author and text.
 */
export async function startReddit(posts: readonly Post[] = []): Promise<FakeReddit> {
  const tokens = new Set<string>();
  let count = 0;
  const server = createServer((incoming, response) => {
    readRequest(incoming).then(async (request) => {
      fake.requests.push(request);
      count += 1;
      const script = await fake.script(request, count);
      if (script?.fault) return misbehave(script.fault, response, () => listing([]));
      if (script) return send(response, script.status ?? 200, script.raw ?? "{}", script.headers);
      answer(request, response);
    }, ignored);
  });

  function answer(request: RedditRequest, response: ServerResponse): void {
    if (request.path === "/api/v1/access_token") return giveToken(request, response);
    if (!tokens.has(request.headers.authorization?.replace(/^bearer /i, "") ?? ""))
      return send(response, 401, JSON.stringify({ message: "Unauthorized", error: 401 }));
    if (fake.remaining < 1)
      return send(response, 429, JSON.stringify({ message: "Too Many Requests", error: 429 }), rates());
    fake.remaining -= 1;
    const found = request.path === "/search" ? searched(request) : lookedUp(request);
    if (!found) return send(response, 404, JSON.stringify({ message: "Not Found", error: 404 }));
    send(response, 200, JSON.stringify(listing(found)), rates());
  }

  function giveToken({ method, headers, body }: RedditRequest, response: ServerResponse): void {
    const { clientId, clientSecret } = redditKey;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (method !== "POST" || headers.authorization !== basic)
      return send(response, 401, JSON.stringify({ message: "Unauthorized", error: 401 }));
    if (body !== "grant_type=client_credentials")
      return send(response, 200, JSON.stringify({ error: "unsupported_grant_type" }));
    const token = `token-${tokens.size + 1}`;
    tokens.add(token);
    send(
      response,
      200,
      JSON.stringify({ access_token: token, token_type: "bearer", expires_in: 86_400, scope: "*" }),
    );
  }

  /** Every word of the query, or the phrase in quotes, stands in the title or the text. */
  function searched({ parameters }: RedditRequest): Post[] {
    const words = [...(parameters.q ?? "").toLowerCase().matchAll(/"([^"]+)"|\S+/g)].map(
      ([word, phrase]) => phrase ?? word,
    );
    const has = (post: Post) => {
      const text = `${post.title} ${post.selftext ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return fake.posts.filter((post) => isPublic(post) && has(post)).slice(0, Number(parameters.limit ?? 25));
  }

  function lookedUp({ path, parameters }: RedditRequest): Post[] | null {
    if (path !== "/api/info") return null;
    const ids = new Set((parameters.id ?? "").split(","));
    return fake.posts.filter((post) => isPublic(post) && ids.has(`t3_${post.id}`));
  }

  const rates = () => ({
    "x-ratelimit-used": "1",
    "x-ratelimit-remaining": fake.remaining.toFixed(1),
    "x-ratelimit-reset": "120",
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeReddit = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    posts: [...posts],
    script: () => undefined,
    remaining: 100,
    revoke: () => tokens.clear(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

const isPublic = ({ subreddit_type: type = "public" }: Post): boolean => type !== "private";

const listing = (posts: readonly Post[]) => ({
  kind: "Listing",
  data: {
    after: null,
    before: null,
    dist: posts.length,
    children: posts.map((post) => ({ kind: "t3", data: wirePost(post) })),
  },
});

/** The fields that Reddit sends of a link, as far as anybody could look at them. */
const wirePost = (post: Post) => ({
  subreddit: "crm",
  selftext: "",
  author: "some_person",
  author_fullname: "t2_abc12",
  created_utc: Math.floor(Date.now() / 1_000) - 86_400,
  score: 7,
  num_comments: 3,
  locked: false,
  archived: false,
  over_18: false,
  quarantine: false,
  removed_by_category: null,
  subreddit_type: "public",
  name: `t3_${post.id}`,
  permalink: `/r/${post.subreddit ?? "crm"}/comments/${post.id}/a_title/`,
  ...post,
});

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers }).end(body);
}

async function readRequest(incoming: IncomingMessage): Promise<RedditRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url ?? "/", "http://reddit");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    parameters: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

/** A client that went away while it was read. */
function ignored(): void {}
