import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import { type Fault, misbehave } from "./faults.ts";

export interface GhostPost {
  id: string;
  title: string;
  html: string;
  slug?: string;
  meta_description?: string;
  status: string;
  url: string;
  updated_at: string;
  tags: { name: string }[];
}

/** A way to misbehave instead of doing what was asked, or after it was done. */
export type GhostFault = Fault | { after: Fault };

export interface FakeGhost extends AsyncDisposable {
  /** Whether it answers as behind a proxy that drops queries. */
  dropsFilter: boolean;
  url: string;
  host: string;
  /** The oldest first. */
  posts: GhostPost[];
  /** Everything asked so far: method and path below the API. */
  asked: string[];
  /** What its lists show of the posts that match; null: they fail. Unset, all. */
  lists?: ((found: GhostPost[]) => GhostPost[] | null) | undefined;
  /** Puts something else in place of the answer to a request that was carried out, given its JSON. */
  dress?: ((json: string) => { status: number; headers: Record<string, string>; body: string }) | undefined;
  /** Decides per request; unset, it behaves. A promise holds the request up. */
  fault?: ((asked: string) => GhostFault | null | Promise<GhostFault | null>) | undefined;
}

/** An integration's id and its secret in hex, as Ghost shows them. */
export const ghostKey = `${"a1".repeat(12)}:${"b2".repeat(32)}`;

/** A local server that speaks the part of Ghost's Admin API that publishing needs, and checks each token's signature. */
export async function startGhost(): Promise<FakeGhost> {
  const posts: GhostPost[] = [];
  const server = createServer(async (request, response) => {
    const sent = await read(request);
    const asked = `${request.method} ${pathOf(request)}`;
    ghost.asked.push(asked);
    const fault = await ghost.fault?.(asked);
    const instead = fault && !(typeof fault === "object" && "after" in fault) ? fault : null;
    if (instead) return misbehave(instead, response, () => ({ posts }));
    const [status, body] = (await signed(request)) ? answer(request, sent) : [401, {}];
    if (fault && typeof fault === "object" && "after" in fault)
      return misbehave(fault.after, response, () => body);
    const dressed = request.method === "POST" ? ghost.dress?.(JSON.stringify(body)) : undefined;
    if (dressed) return void response.writeHead(dressed.status, dressed.headers).end(dressed.body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  });

  function answer(request: IncomingMessage, sent: Partial<GhostPost>): [number, unknown] {
    const { method } = request;
    const { searchParams } = addressOf(request);
    const path = pathOf(request);
    const id = path.split("/")[1] ?? "";
    if (path === "site/") return [200, { site: { title: "Fake Ghost" } }];
    if (method === "GET" && id === "") {
      const found = posts.filter(ghost.dropsFilter ? () => true : tagged(searchParams.get("filter")));
      const shown = ghost.lists ? ghost.lists(found) : found;
      return shown ? [200, { posts: shown }] : [500, {}];
    }
    if (method === "POST") return [201, { posts: [insert(sent)] }];
    const index = posts.findIndex((post) => post.id === id);
    const post = posts[index];
    if (!post) return [404, { errors: [{ type: "NotFoundError" }] }];
    if (method === "GET") return [200, { posts: [post] }];
    if (method === "DELETE") return [204, posts.splice(index, 1)];
    if (sent.updated_at !== post.updated_at) return [409, {}];
    return [200, { posts: [Object.assign(post, sent)] }];
  }

  function insert(sent: Partial<GhostPost>): GhostPost {
    const id = String(posts.length + 1).padStart(24, "0");
    const updated_at = "2026-01-01T00:00:00.000Z";
    const post = { title: "", html: "", status: "draft", tags: [], ...sent };
    posts.push({ ...post, id, url: `https://blog.example/${id}/`, updated_at });
    return posts[posts.length - 1] as GhostPost;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  const ghost: FakeGhost = {
    url: `http://${host}`,
    host,
    posts,
    asked: [],
    dropsFilter: false,
    [Symbol.asyncDispose]: end,
  };
  return ghost;
}

const addressOf = ({ url }: IncomingMessage): URL => new URL(url ?? "/", "http://ghost");
const pathOf = (request: IncomingMessage): string =>
  addressOf(request).pathname.replace("/ghost/api/admin/", "");

/** Ghost's slug of an internal tag is its name with `hash-` for the #. */
const tagged = (filter: string | null) => (post: GhostPost) =>
  filter === null || post.tags.some(({ name }) => `tag:${name.replace("#", "hash-")}` === filter);

async function signed({ headers }: IncomingMessage): Promise<boolean> {
  const token = headers.authorization?.replace(/^Ghost /, "") ?? "";
  const [, secret = ""] = ghostKey.split(":");
  const verified = jwtVerify(token, Buffer.from(secret, "hex"), {
    audience: "/admin/",
    algorithms: ["HS256"],
  });
  return verified.then(
    () => true,
    () => false,
  );
}

async function read(request: IncomingMessage): Promise<Partial<GhostPost>> {
  const text = Buffer.concat(await request.toArray()).toString("utf8");
  return text === "" ? {} : (JSON.parse(text).posts?.[0] ?? {});
}
