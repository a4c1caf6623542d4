import { randomUUID } from "node:crypto";
import type { Outside, OutsideResponse } from "../outside.ts";
import { type Blog, type BlogAccess, BlogError, type PostedPost } from "./blog.ts";
import { callBlog, jsonOf, readersUrl, recordOf, sendOnce, shownText } from "./blog-call.ts";

type Access = Extract<BlogAccess, { kind: "ghost" }>;

/** Each request gets a new token, so it need not live long. */
const tokenLife = "2m";

/** Somebody changed the post meanwhile. */
const conflict = 409;

const marks = 20;
/** An ObjectId; other versions may have other ids, without anything that an address would need to escape. */
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
const nameLengthMax = 200;

/** Ghost through its Admin API, as a custom integration. Source: docs.ghost.org, Admin API. */
export function ghost(outside: Outside, { siteUrl, adminApiKey }: Access): Blog {
  const [id = "", secret = ""] = adminApiKey.split(":");
  const base = `${siteUrl.replace(/\/$/, "")}/ghost/api/admin/`;

  async function token(): Promise<string> {
    const { SignJWT } = await import("jose");
    return new SignJWT()
      .setProtectedHeader({ alg: "HS256", kid: id, typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime(tokenLife)
      .setAudience("/admin/")
      .sign(Buffer.from(secret, "hex"));
  }

  async function call(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
    request: { method?: "GET" | "POST" | "PUT"; json?: unknown } = {},
  ): Promise<OutsideResponse> {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { authorization: `Ghost ${await token()}`, "accept-version": "v5.0" };
    return callBlog(outside, url.href, { headers, signal, ...request });
  }

  const api = async (...request: Parameters<typeof call>): Promise<Record<string, unknown>> =>
    recordOf(jsonOf(await call(...request)));

  const siteOf = async (signal: AbortSignal) => recordOf((await api("site/", {}, signal)).site);

  /** The oldest of these posts with a report's internal tag. */
  async function marked(
    reportId: string,
    among: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Post | undefined> {
    // The last is for caches between, which keep answers by their address.
    const query = { include: "tags", limit: String(marks), ...among, _: randomUUID() };
    // What passes requests on may drop the filter.
    return listOf(await api("posts/", query, signal))
      .slice(0, marks)
      .filter((post) => isMarked(post, reportId))
      .map(postOf)
      .sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  }

  /** A post as it is now. Throws `gone`, and `no_blog` if the answer does not have it. */
  async function read(id: string, signal: AbortSignal): Promise<Post> {
    const posts = listOf(await api(`posts/${id}/`, { _: randomUUID() }, signal)).map(postOf);
    const post = posts.find((each) => each.id === id);
    if (!post) throw new BlogError("no_blog");
    return post;
  }

  async function change(id: string, version: string, signal: AbortSignal): Promise<Post> {
    const json = { posts: [{ status: "published", updated_at: version }] };
    const changed = postOf(listOf(await api(`posts/${id}/`, {}, signal, { method: "PUT", json }))[0]);
    if (changed.id !== id) throw new BlogError("no_blog");
    return changed;
  }

  return {
    async verify(signal) {
      const { title } = await siteOf(signal);
      // Anybody may read the site's name; reading its posts takes a valid key.
      await api("posts/", { limit: "1", fields: "id" }, signal);
      return { name: typeof title === "string" ? shownText(title.slice(0, nameLengthMax)) : null };
    },

    async answers(signal) {
      await siteOf(signal);
    },

    async find({ reportId, slug }, { thorough }, signal) {
      const places: Record<string, string>[] = [
        { filter: `tag:hash-${markOf(reportId).slice(1)}`, order: "created_at asc" },
      ];
      if (thorough)
        places.push(...(slug === null ? [] : [{ filter: `slug:${slug}` }]), { order: "created_at desc" });
      const looks = await Promise.allSettled(places.map((among) => marked(reportId, among, signal)));
      for (const look of looks)
        if (look.status === "fulfilled" && look.value !== undefined) return posted(look.value);
      for (const look of looks) if (look.status === "rejected") throw look.reason;
      return null;
    },

    async create(post, sending, signal) {
      const draft = {
        title: post.title,
        html: post.html,
        status: "draft",
        tags: [...post.tags, markOf(post.reportId)].map((name) => ({ name })),
        ...(post.slug === null ? {} : { slug: post.slug }),
        ...(post.metaDescription === null ? {} : { meta_description: post.metaDescription }),
      };
      await sending();
      return sendOnce(async () => {
        const request = { method: "POST", json: { posts: [draft] } } as const;
        return posted(madeBy(await call("posts/", { source: "html" }, signal, request), post.reportId));
      });
    },

    async show({ id, version }, signal) {
      if (version !== null) {
        try {
          return { ...posted(await change(id, version, signal)), already: false };
        } catch (error) {
          if (!(error instanceof BlogError) || error.status !== conflict) throw error;
        }
      }
      const now = await read(id, signal);
      if (now.status === "published") return { ...posted(now), already: true };
      return { ...posted(await change(id, now.version, signal)), already: false };
    },
  };
}

/** Ghost keeps tags that begin with # internal; readers never see them. */
const markOf = (reportId: string): string => `#overheard-${reportId}`;

function isMarked(post: unknown, reportId: string): boolean {
  const { tags } = recordOf(post);
  return Array.isArray(tags) && tags.some((tag) => recordOf(tag).name === markOf(reportId));
}

interface Post {
  id: string;
  status: string;
  url: string | null;
  slug: string | null;
  /** Its `updated_at`. */
  version: string;
}

/** A new post, of which the blog may have said no more than its id. */
type Made = Omit<Post, "version"> & { version: string | null };

const posted = ({ id, status, url, slug, version }: Made): PostedPost => ({
  id,
  url: status === "published" ? url : null,
  mode: status === "published" ? "publish" : "draft",
  slug,
  version,
});

function postOf(value: unknown): Post {
  const { id, status, url, slug, updated_at } = recordOf(value);
  if (
    typeof id !== "string" ||
    !idShape.test(id) ||
    typeof status !== "string" ||
    typeof updated_at !== "string"
  )
    throw new BlogError("no_blog");
  return {
    ...{ id, status, url: readersUrl(url), version: updated_at },
    slug: typeof slug === "string" && slug !== "" ? slug : null,
  };
}

function listOf({ posts }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(posts)) throw new BlogError("no_blog");
  return posts;
}

/** The post that a creating request made. Throws `no_blog` if the answer does not say which it is. */
function madeBy(answer: OutsideResponse, reportId: string): Made {
  try {
    const ours = listOf(recordOf(jsonOf(answer))).find((post) => isMarked(post, reportId));
    if (ours !== undefined) return postOf(ours);
  } catch (error) {
    if (!(error instanceof BlogError)) throw error;
  }
  const id = /\/posts\/([A-Za-z0-9_-]{1,64})\/?$/.exec(answer.headers.location ?? "")?.[1];
  if (id === undefined) throw new BlogError("no_blog", { status: answer.status });
  return { id, status: "draft", url: null, slug: null, version: null };
}
