import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import markdownIt from "markdown-it";
import { draws, longTest } from "../../../../../test/depth.ts";
import { asMarkdown, asWords, plainText, type References } from "../writing.ts";
import { holdsOnly, rewritten } from "./markdown.ts";

const own = "https://acme.example/";
const references: References = {
  address: (href) => ([own, `${own}p`, `${own}q`].includes(href) ? href : null),
  cite: (number) => (number <= 2 ? { place: number, url: `${own}${number}` } : null),
};
const markdown = (text: string) => rewritten(text, asMarkdown(references));
const plain = (text: string) => plainText(text, references);

for (const [rule, text, expected] of [
  [
    "text stays as it is",
    "Invoices – *fast*, **safe** and ~~dear~~ `cheap`.",
    "Invoices – *fast*, **safe** and ~~dear~~ `cheap`.",
  ],
  ["a link to a page of the material stays", `[Prices](${own}p "x")`, `[Prices](${own}p)`],
  ["of another link the text stays", "[Prices](https://evil.example/?d=1) here", "Prices here"],
  ["an address of the material becomes a link", `See ${own}p.`, `See <${own}p>.`],
  ["another address goes", "See https://evil.example/?q=1, or www.evil.example.", "See, or."],
  ["an autolink is an address", `<https://evil.example/x> <${own}p>`, `[${own}p](${own}p)`],
  ["so is a mail address, which stays as text", "<me@evil.example>", "me@evil.example"],
  ["an image goes", "a ![alt](https://evil.example/x.png) b", "a  b"],
  ["an image by reference goes, its definition too", "a ![alt][r]\n\n[r]: https://evil.example/x.png", "a"],
  ["a linked image goes with its link", `[![alt](https://e.example/i.png)](${own}p)`, ""],
  ["inline HTML goes, its text stays", "a <b onclick=x>b</b> <img src=x> c", "a b  c"],
  ["a block of HTML goes", "a\n\n<div>\n<p>hidden</p>\n</div>\n\nb", "a\n\nb"],
  ["a comment goes", "a <!-- do as I say --> b\n\n<!--\nmore\n-->\n\nc", "a  b\n\nc"],
  ["a script address is no link", "[a](javascript:alert(1)) b", "\\[a\\]() b"],
  ["a source mark becomes a link", "True [1].", `True [[1]](${own}1).`],
  ["several marks become several links", "True [1, 2]", `True [[1]](${own}1) [[2]](${own}2)`],
  ["a mark written twice is one", "True [1,1]", `True [[1]](${own}1)`],
  ["a mark of nothing goes", "True [7]. And [3, 9]", "True. And"],
  [
    "a mark as a footnote or in other brackets is one",
    "a [^1] b 【2†source】",
    `a [[1]](${own}1) b [[2]](${own}2)`,
  ],
  [
    "a mark that was linked is one, wherever it led",
    "a [1](https://evil.example/) b [2][r]\n\n[r]: https://evil.example/",
    `a [[1]](${own}1) b [2]`.replace("[2]", `[[2]](${own}2)`),
  ],
  ["a mark after an exclamation mark makes no image", "Great![1]", `Great\\![[1]](${own}1)`],
  ["a link after an escaped exclamation mark makes no image", `\\![a](${own}p)`, `\\![a](${own}p)`],
  ["a mark inside a link goes", `[a [1]](${own}p)`, `[a](${own}p)`],
  [
    "what was escaped stays escaped",
    "\\*a\\* \\[b\\](c) \\`d\\` \\<b> 1\\. x",
    "\\*a\\* \\[b\\](c) \\`d\\` \\<b> 1. x",
  ],
  ["what was an entity stays text", "&lt;script&gt; &#33;[a](https://evil.example)", "\\<script> !a"],
  [
    "headings begin on the second level",
    "# One\n\n### Three #\n\nTitle\n=====",
    "## One\n\n### Three\n\n## Title",
  ],
  [
    "lines that only look like blocks stay lines",
    "a\n\\# b\n\\- c\n2\\. d\n\\> e\n\\---",
    "a\n\\# b\n\\- c\n2\\. d\n\\> e\n\\---",
  ],
  [
    "lists, nested, loose and numbered",
    "1. a\n   - b\n   - c\n2. d\n\n3. e",
    "1. a\n\n   - b\n   - c\n\n2. d\n\n3. e",
  ],
  ["a list goes on where it left off", "4. d\n5. e", "4. d\n5. e"],
  ["a list that begins with a figure begins with one", "2026. d", "1. d"],
  ["a table stays one", "|a|b|\n|:-|-|\n|1\\|2|*x*|", "| a | b |\n| --- | --- |\n| 1\\|2 | *x* |"],
  ["a quotation, with a line break", "> a  \n> b\n>\n> c", "> a\\\n> b\n>\n> c"],
  [
    "code keeps its ticks, and no address",
    "``a ` b`` and\n\n```js x\ny ``` `z`\nhttps://evil.example/\n```",
    "``a ` b`` and\n\n````js\ny ``` `z`\n\n````",
  ],
  ["a heading has no line breaks", "One\\\ntwo  \nthree\n---", "## One two three"],
  ["emphasis around nothing goes", "**![a](https://e.example/)** b", "b"],
] as const)
  test(rule, () => assert.equal(markdown(text).trim(), expected));

for (const [rule, text, expected] of [
  [
    "a post shows no Markdown",
    "# Title\n\n**Bold** and [a](https://evil.example/) and `code`\n\n- one\n- two",
    "Title\n\nBold and a and code\n\n- one\n- two",
  ],
  ["a link of a post is its address", `[Prices](${own}p) and <${own}q>`, `Prices (${own}p) and ${own}q`],
  ["a post has no marks", "True [1]. Also【2】", "True. Also"],
  [
    "no address is put together from pieces",
    "ht**t**ps://evil.example/x and h<b></b>ttps://evil.example/y",
    "htt and",
  ],
  [
    "nothing in a post is Markdown or HTML to others",
    "\\!\\[a\\](https://evil.example/) \\<img src=x>",
    "![a] () ‹img src=x>",
  ],
  ["hashtags stay", "#crm is #1", "#crm is #1"],
] as const)
  test(rule, () => assert.equal(plain(text), expected));

test("the words of a text are those that are seen", () => {
  assert.equal(rewritten(`# A\n\n1. [b](${own}p) [1]\n2. https://evil.example c`, asWords), "A\n\nb\nc");
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...[
        "*",
        "**",
        "_",
        "~~",
        "`",
        "```",
        "\n",
        "\n\n",
        "    ",
        "> ",
        "- ",
        "1. ",
        "# ",
        "|",
        "|-|",
        "---",
        "===",
        "[",
        "]",
        "(",
        ")",
      ],
      ...[
        "![",
        "](",
        "<",
        ">",
        "<b>",
        "</",
        "<!--",
        "-->",
        "&#33;",
        "&lt;",
        "\\",
        "!",
        ":",
        "//",
        "http",
        "https://evil.example/",
        "www.",
      ],
      ...[
        "[1]",
        "[9]",
        "[r]",
        "[r]: https://evil.example/",
        `(${own}p)`,
        `<${own}p>`,
        "javascript:",
        "data:a/b",
        "word ",
        "é",
        "字",
        "😀",
        "\t",
      ],
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  ),
  { maxLength: 60 },
);
const seen = markdownIt({ html: false, linkify: false });

test("whatever comes in, a parser sees no image, no HTML and no other link in what comes out", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const written = markdown(parts.join(""));
      assert.ok(
        holdsOnly(written, (href) => href.startsWith(own)),
        written,
      );
      assert.doesNotMatch(seen.render(written), /<img|href="(?!https:\/\/acme\.example\/)/);
      assert.doesNotMatch(plain(parts.join("")), /[a-z]:\/\/(?!acme)|!\[[^\]]*\]\(|<[a-z!/]/i);
    }),
    { numRuns: draws(3_000, 400) },
  );
});

test("the tests of what a parser sees find what they look for", () => {
  for (const text of [
    "![a](b)",
    "a <b>c</b>",
    "<div>",
    "[a](https://evil.example/)",
    "<https://evil.example/>",
  ])
    assert.equal(
      holdsOnly(text, (href) => href.startsWith(own)),
      false,
      text,
    );
  assert.ok(holdsOnly(`[a](${own}p) **b**`, (href) => href.startsWith(own)));
});

longTest("the time it takes grows with the length of the text and nothing else", () => {
  const heavy = [
    "[9] ",
    "[",
    "![",
    "<",
    "*a",
    "`",
    "[a](",
    "> ",
    "- ",
    "\\",
    "&#",
    "www.",
    "http://",
    "[1",
    "!",
    "a.",
    "((",
    "| a ",
    "_a ",
  ];
  for (const piece of heavy) {
    const started = process.cpuUsage().user;
    markdown(piece.repeat(Math.floor(60_000 / piece.length)));
    plain(piece.repeat(Math.floor(60_000 / piece.length)));
    const tookMs = (process.cpuUsage().user - started) / 1_000;
    assert.ok(tookMs < 5_000, `${piece} took ${tookMs} ms`);
  }
});
