import { randomUUID } from "node:crypto";
import type { Outside, OutsideResponse } from "../outside.ts";
import { type Blog, type BlogAccess, BlogError, type PostedPost } from "./blog.ts";
import { callBlog, jsonOf, readersUrl, recordOf, sendOnce, shownText } from "./blog-call.ts";
import { refusalOf } from "./blog-refusal.ts";
import { wordpressApi } from "./wordpress-api.ts";
import { whyStranger } from "./wordpress-stranger.ts";
import { bodyOfHtml, htmlOfText, tagOfText, textOfHtml } from "./wordpress-text.ts";

type Access = Extract<BlogAccess, { kind: "wordpress" }>;

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

  async function api(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
    request: { method?: "GET" | "POST" | "DELETE"; json?: unknown } = {},
  ): Promise<unknown> {
    const url = await apiUrl(path, query, signal);
    const send = async () => contentOf(await callBlog(outside, url, { headers, signal, ...request }));
    return asSomebody(send, signal);
  }

  /** With plain permalinks the API's address is a query. */
  async function apiUrl(path: string, query: Record<string, string>, signal: AbortSignal): Promise<string> {
    const url = new URL(await address(signal));
    if (url.searchParams.has("rest_route")) url.searchParams.set("rest_route", `/wp/v2/${path}`);
    else url.pathname = `${url.pathname.replace(/\/$/, "")}/wp/v2/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  function address(signal: AbortSignal): Promise<string> {
    root ??= wordpressApi(outside, siteUrl, signal);
    root.catch(() => {
      root = null;
    });
    return root;
  }

  /** Replaces the news that the blog takes us for nobody by the reason, as far as that can be found out. */
  async function asSomebody<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof BlogError) || error.kind !== "credentials_lost") throw error;
      const { status } = error;
      const root = await address(signal);
      const kind = await whyStranger(outside, root, { username, password: applicationPassword }, signal);
      throw new BlogError(kind, { cause: error, status });
    }
  }

  async function blogName(signal: AbortSignal): Promise<string | null> {
    const url = new URL(await address(signal));
    url.searchParams.set("_fields", "name");
    const { name } = recordOf(jsonOf(await callBlog(outside, url.href, { signal })));
    if (typeof name !== "string") return null;
    return shownText(textOfHtml(name.slice(0, nameHtmlMax)).slice(0, nameLengthMax));
  }

  /** The oldest of these posts that carries a report's mark; posts in the bin do not count. */
  async function marked(
    reportId: string,
    among: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Post | undefined> {
    const query = {
      context: "edit",
      status: "publish,future,draft,pending,private",
      per_page: String(marks),
      ...among,
      // For caches between, which keep answers by their address.
      _: randomUUID(),
    };
    return listOf(await api("posts", query, signal), postOf, marks)
      .filter(({ content }) => content.includes(markOf(reportId)))
      .sort((a, b) => a.id - b.id)[0];
  }

  async function tagId(name: string, signal: AbortSignal): Promise<number> {
    const html = tagOfText(name);
    const answer = await api("tags", { search: html, per_page: String(terms) }, signal);
    const wantedName = name.toLowerCase();
    const same = listOf(answer, termOf, terms).find(
      (term) => textOfHtml(term.name).toLowerCase() === wantedName,
    );
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
      const { capabilities } = recordOf(await api("users/me", { context: "edit" }, signal));
      if (recordOf(capabilities).publish_posts !== true) throw new BlogError("not_permitted");
      return { name: await blogName(signal) };
    },

    async answers(signal) {
      await api("users/me", { context: "edit" }, signal);
    },

    async find({ reportId, slug }, { thorough }, signal) {
      const places: Record<string, string>[] = [{ search: reportId }];
      if (thorough) places.push(...(slug === null ? [] : [{ slug }]), { orderby: "id", order: "desc" });
      const looks = await Promise.allSettled(places.map((among) => marked(reportId, among, signal)));
      for (const look of looks)
        if (look.status === "fulfilled" && look.value !== undefined) return posted(look.value);
      for (const look of looks) if (look.status === "rejected") throw look.reason;
      return null;
    },

    // As a draft: nobody should see a post that is in doubt.
    async create(post, sending, signal) {
      const tags = await Promise.all(post.tags.map((name) => tagId(name, signal)));
      const json = {
        status: "draft",
        title: htmlOfText(post.title),
        content: `${bodyOfHtml(post.html)}\n${markOf(post.reportId)}`,
        tags,
        ...(post.slug === null ? {} : { slug: post.slug }),
        ...(post.metaDescription === null ? {} : { excerpt: htmlOfText(post.metaDescription) }),
      };
      const url = await apiUrl("posts", { context: "edit" }, signal);
      await sending();
      const send = async () => {
        const answer = await callBlog(outside, url, { headers, signal, method: "POST", json });
        return posted(madeBy(answer, post.reportId));
      };
      return asSomebody(() => sendOnce(send), signal);
    },

    async show({ id }, signal) {
      const path = `posts/${id}`;
      const before = await api(path, { context: "edit", _: randomUUID() }, signal).then(postOf, () => null);
      if (before?.id === Number(id) && before.status === "publish")
        return { ...posted(before), already: true };
      if (before?.status === "trash") throw new BlogError("gone");
      const json = { status: "publish" };
      const changed = postOf(await api(path, { context: "edit" }, signal, { method: "POST", json }));
      if (changed.id !== Number(id)) throw new BlogError("no_blog");
      return { ...posted(changed), already: false };
    },
  };
}

/** In the text, as WordPress stores no custom field that no plugin has registered. */
const markOf = (reportId: string): string => `<!-- overheard:${reportId} -->`;

interface Post {
  id: number;
  status: string;
  link: string | null;
  slug: string | null;
  /** As stored, or as readers get it; empty if the blog did not say. */
  content: string;
}

const posted = ({ id, status, link, slug }: Post): PostedPost => ({
  id: String(id),
  url: status === "publish" ? link : null,
  mode: status === "publish" ? "publish" : "draft",
  slug,
  version: null,
});

function postOf(value: unknown): Post {
  const { id, status, link, slug, content } = recordOf(value);
  if (!isId(id) || typeof status !== "string") throw new BlogError("no_blog");
  const { raw, rendered } = typeof content === "object" && content !== null ? recordOf(content) : {};
  const text = [raw, rendered].find((each) => typeof each === "string");
  return {
    ...{ id, status, link: readersUrl(link), content: typeof text === "string" ? text : "" },
    slug: typeof slug === "string" && slug !== "" ? slug : null,
  };
}

/** The post that a creating request made. Throws `no_blog` if the answer does not say which it is. */
function madeBy(answer: OutsideResponse, reportId: string): Post {
  try {
    const post = postOf(contentOf(answer));
    if (answer.status === 201 || post.content.includes(markOf(reportId))) return post;
  } catch (error) {
    if (!(error instanceof BlogError)) throw error;
  }
  // A body that cannot be read, or a redirect's worth of posts: the header names the new one.
  const id = Number(/\/wp\/v2\/posts\/(\d{1,15})\/?$/.exec(answer.headers.location ?? "")?.[1]);
  if (!isId(id)) throw new BlogError("no_blog", { status: answer.status });
  return { id, status: "draft", link: null, slug: null, content: "" };
}

/** What an answer contains. Throws BlogError for an error that came with the status of a success. */
function contentOf(answer: OutsideResponse): unknown {
  const value = jsonOf(answer);
  const { code, data } = typeof value === "object" && value !== null ? recordOf(value) : {};
  const { status } = typeof data === "object" && data !== null ? recordOf(data) : {};
  if (typeof code !== "string" || typeof status !== "number" || status < 400) return value;
  const kind = refusalOf({ ...answer, status }) ?? "refused";
  throw new BlogError(kind, { status, cause: answer.body.toString("utf8", 0, 2_000) });
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
