import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { load } from "cheerio";
import { decodeHTML } from "entities";
import { type WordPressUser, wordPressForTests } from "../../../../test/servers/wordpress.ts";
import { postHtml } from "../../content/writing/markdown/post-html.ts";
import { createLog } from "../../kernel/log.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import type { BlogPost } from "./blog.ts";
import { createBlogs } from "./index.ts";

// What a real WordPress, as Debian packages it, shows to readers of what somebody typed.

const { blog, missing } = await wordPressForTests();
const site = blog!;
let outside: ReturnType<typeof createOutside>;
const signal = AbortSignal.timeout(240_000);

before(() => {
  if (!missing) outside = createOutside({ allow: [site.host] });
});
after(async () => {
  if (missing) return;
  await outside[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** What WordPress reads as something else than letters, somewhere. */
const typed = [
  "<script>alert(1)</script>",
  "a <b>bold</b> claim",
  "R&D, written &amp; or &#38;",
  '[gallery] and [gallery ids="1"]',
  "[[gallery]] in [brackets]",
  "[embed]https://video.example/1[/embed]",
  "<!-- wp:html --><i>x</i><!-- /wp:html -->",
  "<!--more--> <!--nextpage-->",
  "100%20 of %d and %s, 50%",
  "C:\\new\\table and \\\\",
  "a < b > c",
  "&lt;img src=x onerror=alert(1)&gt;",
  "{{title}} <?php echo 1 ?>",
];

const lines = [...typed, "https://video.example/watch?v=1&t=2", "HTTPS://VIDEO.EXAMPLE/"];

/** A blog sets quotes and dashes as its typographers like them; that is no change of what was typed. */
const plain = (text: string): string =>
  text
    .replaceAll(/[“”″]/g, '"')
    .replaceAll(/[‘’′]/g, "'")
    .replaceAll(/[–—]|--/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();

const markdownOf = (line: string): string => line.replaceAll(/[\\`*_{}[\]<>#&!|~-]/g, "\\$&");

interface Shown {
  link: string;
  title: { rendered: string };
  excerpt: { rendered: string };
  content: { rendered: string };
  tags: number[];
}

let made = 0;

async function published(who: WordPressUser, more: Partial<BlogPost>): Promise<Shown> {
  made += 1;
  const reportId = `01998d1e-0000-7000-8000-${String(made).padStart(12, "0")}`;
  const blog = createBlogs(outside, createLog("silent")).open({
    kind: "wordpress",
    siteUrl: site.url,
    ...who,
  });
  const { id } = await blog.create(
    {
      ...{ reportId, title: "A title", html: "<p>Text</p>", slug: null, tags: [], metaDescription: null },
      ...more,
    },
    async () => {},
    signal,
  );
  await blog.show({ id, version: null }, signal);
  return read<Shown>(`posts/${id}`);
}

const read = async <T>(path: string): Promise<T> =>
  (await fetch(`${site.url}/wp-json/wp/v2/${path}`)).json() as Promise<T>;

const textOf = (html: string): string => plain(load(html).text());

/** Of the page that readers open: only what the theme puts round what was typed. */
async function pageOf({ link }: Shown): Promise<string> {
  return (await fetch(link)).text();
}

const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
  test(`WordPress: ${rule}`, { skip: missing }, body);

for (const role of ["author", "editor"] as const) {
  on(`a title and an excerpt are shown as typed, sent by an ${role}`, async () => {
    for (const line of typed) {
      const shown = await published(site[role], { title: line, metaDescription: line });
      for (const part of [shown.title, shown.excerpt]) {
        assert.equal(textOf(part.rendered), plain(line), part.rendered);
        assert.doesNotMatch(part.rendered, /<(?!\/?p\b|br\b)/, line);
      }
      const page = await pageOf(shown);
      assert.doesNotMatch(page, /<script>alert|<b>bold|<i>x|onerror=alert\(1\)>/, line);
    }
  });

  on(`a body is shown as typed and nothing in it runs, sent by an ${role}`, async () => {
    const paragraphs = lines.map(markdownOf).join("\n\n");
    const code = lines.map((line) => `    ${line}`).join("\n");
    const inline = lines.map((line) => `\`\`${line} \`\``).join("\n\n");
    const links = `[one](https://a.example/?a[]=1 "[gallery] of https://video.example/")`;
    const html = postHtml([paragraphs, code, inline, links].join("\n\n")).html;
    const { content } = await published(site[role], { html });
    const document = load(content.rendered);
    const texts = document("p")
      .toArray()
      .map((element) => plain(document(element).text()));
    assert.deepEqual(texts.slice(0, lines.length), lines.map(plain));
    assert.deepEqual(document("pre").text().trimEnd().split("\n"), lines);
    assert.deepEqual(texts.slice(lines.length, 2 * lines.length), lines.map(plain));
    assert.equal(document("a").attr("href"), "https://a.example/?a%5B%5D=1");
    assert.equal(document("a").attr("title"), "[gallery] of https://video.example/");
    assert.deepEqual(
      [
        ...new Set(
          document("body *")
            .toArray()
            .map(({ tagName }) => tagName),
        ),
      ].sort(),
      ["a", "code", "p", "pre"],
    );
  });

  on(`a tag is named as typed, and known again, sent by an ${role}`, async () => {
    const tags = typed.filter((line) => line.length <= 60).map((line) => `${line} by an ${role}`);
    for (let from = 0; from < tags.length; from += 5) {
      const some = tags.slice(from, from + 5);
      const first = await published(site[role], { tags: some });
      const again = await published(site[role], { tags: some.map((tag) => tag.toUpperCase()) });
      const names = await Promise.all(
        first.tags.map(async (id) => (await read<{ name: string }>(`tags/${id}`)).name),
      );
      assert.deepEqual(names.map((name) => decodeHTML(name)).sort(), [...some].sort());
      assert.deepEqual([...again.tags].sort(), [...first.tags].sort());
      assert.doesNotMatch(await pageOf(first), /<script>alert|<b>bold|<i>x/);
    }
  });
}

on("two posts with one tag, at once or in other letters, share it", async () => {
  const tagsOf = async (tag: string) => (await published(site.author, { tags: [tag] })).tags;
  const atOnce = await Promise.all(["Florists & co", "florists & CO", "Florists & co"].map(tagsOf));
  assert.equal(new Set(atOnce.flat()).size, 1);
  const later = [await tagsOf("Café & crème"), await tagsOf("CAFÉ & CRÈME")];
  assert.equal(new Set(later.flat()).size, 1);
});
