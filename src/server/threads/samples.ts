import type { Parsing } from "../outbound/parsing.ts";

const url = "https://site.example/";
const html = `<!doctype html><html lang="en"><head><title>A title</title><meta name="description" content="A page.">
<script type="application/ld+json">{"@type":"Organization","name":"A name"}</script></head>
<body><h1>A heading</h1><p>Some text with a <a href="/b">link</a>.</p></body></html>`;

/** Reads a small file of each kind, so that the readers are loaded and compiled before a stranger's file arrives. */
export async function readSamples(
  parsing: Omit<
    Parsing,
    "answers" | "offer" | "score" | "threads" | "plan" | "draftPages" | "draftMaterial" | "draft" | "post"
  >,
): Promise<void> {
  const file = (contentType: string, text: string) => ({ body: Buffer.from(text), contentType });
  const text = (content: string) => file("text/plain", content);
  const { facts: _, ...page } = await parsing.page({ ...file("text/html", html), url });
  const request = { url, agents: ["GPTBot"] };
  await parsing.robots({ ...text("User-agent: *\nDisallow: /a*b$"), agent: "overheard", target: request });
  const listed = file("application/xml", `<urlset><url><loc>${url}</loc></url></urlset>`);
  await parsing.sitemap({ ...listed, url, page: url, site: url, keep: 1 });
  await parsing.llms(text("# A name\n\n- [A page](/b): what it says"));
  const crawled = { url, depth: 0, status: 200, etag: null, lastModified: null, fetchedAt: "", page };
  await parsing.profile({ pages: [crawled], site: { hasRobots: true, hasSitemap: true } });
}
