import {
  type Blog,
  type BlogAccess,
  BlogError,
  type BlogPost,
  type PostedPost,
} from "../../kernel/outside/blog.ts";
import type { Outside } from "../../kernel/outside/outside.ts";
import { callBlog, jsonOf, readersUrl, recordOf, sendOnce, shownText } from "./blog-call.ts";

type Access = Extract<BlogAccess, { kind: "ghost" }>;

/** Each request gets a new token, so it need not live long. */
const tokenLife = "2m";

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

  async function api(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
    request: { method?: "GET" | "POST" | "PUT" | "DELETE"; json?: unknown } = {},
  ): Promise<Record<string, unknown>> {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { authorization: `Ghost ${await token()}`, "accept-version": "v5.0" };
    const response = await callBlog(outside, url.href, { headers, signal, ...request });
    return response.status === 204 ? {} : recordOf(jsonOf(response));
  }

  /** The posts with a report's internal tag, the oldest first. */
  async function marked(reportId: string, signal: AbortSignal): Promise<Post[]> {
    const filter = `tag:hash-${markOf(reportId).slice(1)}`;
    const query = { filter, include: "tags", limit: String(marks), order: "created_at asc" };
    const { posts } = await api("posts/", query, signal);
    if (!Array.isArray(posts)) throw new BlogError("no_blog");
    // What passes requests on may drop the filter.
    return posts
      .slice(0, marks)
      .filter((post) => isMarked(post, reportId))
      .map(postOf);
  }

  async function create(post: BlogPost, signal: AbortSignal): Promise<void> {
    const made = {
      title: post.title,
      html: post.html,
      status: "draft",
      tags: [...post.tags, markOf(post.reportId)].map((name) => ({ name })),
      ...(post.slug === null ? {} : { slug: post.slug }),
      ...(post.metaDescription === null ? {} : { meta_description: post.metaDescription }),
    };
    await sendOnce(() =>
      api("posts/", { source: "html" }, signal, { method: "POST", json: { posts: [made] } }),
    );
  }

  /** Creates the post unless there is one. An earlier attempt that was given up may still arrive: the oldest stays. */
  async function made(post: BlogPost, signal: AbortSignal): Promise<Post> {
    await create(post, signal);
    const [kept, ...others] = await marked(post.reportId, signal);
    if (!kept) throw new BlogError("refused");
    for (const { id, status } of others)
      if (status === "draft") await api(`posts/${id}/`, {}, signal, { method: "DELETE" });
    return kept;
  }

  return {
    async verify(signal) {
      const { site } = await api("site/", {}, signal);
      // Anybody may read the site's name; reading its posts takes a valid key.
      await api("posts/", { limit: "1", fields: "id" }, signal);
      const { title } = recordOf(site);
      return { name: typeof title === "string" ? shownText(title.slice(0, nameLengthMax)) : null };
    },

    async publish(post, signal) {
      const [known] = await marked(post.reportId, signal);
      const kept = known ?? (await made(post, signal));
      const already = known !== undefined;
      if (post.mode === "draft" || kept.status === "published") return { ...posted(kept), already };
      const json = { posts: [{ status: "published", updated_at: kept.updatedAt }] };
      const { posts } = await api(`posts/${kept.id}/`, {}, signal, { method: "PUT", json });
      const changed = postOf(Array.isArray(posts) ? posts[0] : null);
      if (changed.id !== kept.id) throw new BlogError("no_blog");
      return { ...posted(changed), already: false };
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
  /** Sent back with a change, so that Ghost refuses it if somebody changed the post meanwhile. */
  updatedAt: string;
}

const posted = ({ id, status, url }: Post): PostedPost => ({
  id,
  url: status === "published" ? url : null,
  mode: status === "published" ? "publish" : "draft",
});

function postOf(value: unknown): Post {
  const { id, status, url, updated_at } = recordOf(value);
  if (
    typeof id !== "string" ||
    !idShape.test(id) ||
    typeof status !== "string" ||
    typeof updated_at !== "string"
  )
    throw new BlogError("no_blog");
  return { id, status, url: readersUrl(url), updatedAt: updated_at };
}
