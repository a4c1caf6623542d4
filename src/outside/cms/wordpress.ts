import {
  type Blog,
  type BlogAccess,
  BlogError,
  type BlogPost,
  type PostedPost,
} from "../../kernel/outside/blog.ts";
import type { Outside } from "../../kernel/outside/outside.ts";
import { callBlog, jsonOf, readersUrl, recordOf, sendOnce, shownText } from "./blog-call.ts";
import { bodyOfHtml, htmlOfText, tagOfText, textOfHtml } from "./wordpress-text.ts";

type Access = Extract<BlogAccess, { kind: "wordpress" }>;

/** How WordPress announces its API in its headers. Source: developer.wordpress.org, REST API, discovery. */
const apiLink = /<([^<>]+)>;\s*rel="https:\/\/api\.w\.org\/"/;

const marks = 20;
const terms = 100;
const nameLengthMax = 200;
/** Of its HTML, in which a character may be as long as an entity. */
const nameHtmlMax = 10_000;

/** WordPress through its REST API, as the user who owns the application password. */
export function wordpress(outside: Outside, { siteUrl, username, applicationPassword }: Access): Blog {
  const credentials = Buffer.from(`${username}:${applicationPassword}`).toString("base64");
  const headers = { authorization: `Basic ${credentials}` };
  let root: Promise<string> | null = null;

  /** The API's address. With plain permalinks it is a query, so `api` assembles the paths. */
  async function discover(signal: AbortSignal): Promise<string> {
    const site = await callBlog(outside, siteUrl, { headers: { accept: "text/html" }, redirects: 5, signal });
    const found = apiLink.exec(site.headers.link ?? "")?.[1];
    if (!found || !URL.canParse(found, site.url)) throw new BlogError("no_blog");
    const address = new URL(found, site.url);
    const { host, protocol } = new URL(siteUrl);
    // Credentials go only to the site they belong to, whatever its header says.
    if (bare(address.host) !== bare(host)) throw new BlogError("no_blog");
    // Behind a proxy that ends TLS, WordPress often believes that it is asked over plain http.
    address.protocol = protocol;
    return address.href;
  }

  async function api(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
    request: { method?: "GET" | "POST" | "DELETE"; json?: unknown } = {},
  ): Promise<unknown> {
    root ??= discover(signal);
    root.catch(() => {
      root = null;
    });
    const url = new URL(await root);
    if (url.searchParams.has("rest_route")) url.searchParams.set("rest_route", `/wp/v2/${path}`);
    else url.pathname = `${url.pathname.replace(/\/$/, "")}/wp/v2/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return jsonOf(await callBlog(outside, url.href, { headers, signal, ...request }));
  }

  async function blogName(signal: AbortSignal): Promise<string | null> {
    const url = new URL(await (root ?? discover(signal)));
    url.searchParams.set("_fields", "name");
    const { name } = recordOf(jsonOf(await callBlog(outside, url.href, { signal })));
    if (typeof name !== "string") return null;
    return shownText(textOfHtml(name.slice(0, nameHtmlMax)).slice(0, nameLengthMax));
  }

  /** The posts that carry a report's mark, the oldest first; posts in the bin do not count. */
  async function marked(reportId: string, signal: AbortSignal): Promise<Post[]> {
    const query = {
      context: "edit",
      status: "publish,future,draft,pending,private",
      search: reportId,
      per_page: String(marks),
    };
    return listOf(await api("posts", query, signal), postOf, marks)
      .filter(({ content }) => content.includes(markOf(reportId)))
      .sort((a, b) => a.id - b.id);
  }

  /** Creates it as a draft: nobody should see a post that is in doubt. */
  async function create(post: BlogPost, signal: AbortSignal): Promise<void> {
    const tags = await Promise.all(post.tags.map((name) => tagId(name, signal)));
    const json = {
      status: "draft",
      title: htmlOfText(post.title),
      content: `${bodyOfHtml(post.html)}\n${markOf(post.reportId)}`,
      tags,
      ...(post.slug === null ? {} : { slug: post.slug }),
      ...(post.metaDescription === null ? {} : { excerpt: htmlOfText(post.metaDescription) }),
    };
    await sendOnce(() => api("posts", { context: "edit" }, signal, { method: "POST", json }));
  }

  /** Creates the post unless there is one. An earlier attempt that was given up may still arrive: the oldest stays. */
  async function made(post: BlogPost, signal: AbortSignal): Promise<Post> {
    await create(post, signal);
    const [kept, ...others] = await marked(post.reportId, signal);
    if (!kept) throw new BlogError("refused");
    for (const { id, status } of others)
      if (status === "draft") await api(`posts/${id}`, {}, signal, { method: "DELETE" });
    return kept;
  }

  async function tagId(name: string, signal: AbortSignal): Promise<number> {
    const html = tagOfText(name);
    const known = await api("tags", { search: html, per_page: String(terms) }, signal);
    const wanted = name.toLowerCase();
    const same = listOf(known, termOf, terms).find((term) => textOfHtml(term.name).toLowerCase() === wanted);
    if (same) return same.id;
    try {
      return termOf(await api("tags", {}, signal, { method: "POST", json: { name: html } })).id;
    } catch (error) {
      const existing = existingTerm(error);
      if (existing === null) throw error;
      return existing;
    }
  }

  return {
    async verify(signal) {
      const me = recordOf(await api("users/me", { context: "edit" }, signal));
      if (recordOf(me.capabilities).publish_posts !== true) throw new BlogError("not_permitted");
      return { name: await blogName(signal) };
    },

    async publish(post, signal) {
      const [known] = await marked(post.reportId, signal);
      const kept = known ?? (await made(post, signal));
      const already = known !== undefined;
      if (post.mode === "draft" || kept.status === "publish") return { ...posted(kept), already };
      return { ...posted(await show(kept.id)), already: false };

      async function show(id: number): Promise<Post> {
        const json = { status: "publish" };
        const after = await api(`posts/${id}`, { context: "edit" }, signal, { method: "POST", json });
        const changed = postOf(after);
        if (changed.id !== id) throw new BlogError("no_blog");
        return changed;
      }
    },
  };
}

const bare = (host: string): string => host.replace(/^www\./, "");

/** In the text, as WordPress stores no custom field that no plugin has registered. */
const markOf = (reportId: string): string => `<!-- overheard:${reportId} -->`;

interface Post {
  id: number;
  status: string;
  link: string | null;
  /** As stored. */
  content: string;
}

const posted = ({ id, status, link }: Post): PostedPost => ({
  id: String(id),
  url: status === "publish" ? link : null,
  mode: status === "publish" ? "publish" : "draft",
});

function postOf(value: unknown): Post {
  const { id, status, link, content } = recordOf(value);
  const { raw } = recordOf(content);
  if (!isId(id) || typeof status !== "string" || typeof raw !== "string") throw new BlogError("no_blog");
  return { id, status, link: readersUrl(link), content: raw };
}

function termOf(value: unknown): { id: number; name: string } {
  const { id, name } = recordOf(value);
  if (!isId(id) || typeof name !== "string") throw new BlogError("no_blog");
  return { id, name };
}

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) > 0;

/** The term that WordPress already has, by its own comparison or because somebody created it meanwhile. */
function existingTerm(error: unknown): number | null {
  if (!(error instanceof BlogError) || typeof error.cause !== "string") return null;
  const { code, data } = jsonRecord(error.cause);
  const { term_id: id } = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  return code === "term_exists" && isId(id) ? id : null;
}

function jsonRecord(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** No more than was asked for, whatever came. */
function listOf<T>(value: unknown, itemOf: (item: unknown) => T, most: number): T[] {
  if (!Array.isArray(value)) throw new BlogError("no_blog");
  return value.slice(0, most).map(itemOf);
}
