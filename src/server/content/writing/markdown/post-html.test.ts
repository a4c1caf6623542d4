import assert from "node:assert/strict";
import test from "node:test";
import { postHtml } from "./post-html.ts";

for (const [what, markdown, html] of [
  ["a paragraph with emphasis", "Hello **you**", "<p>Hello <strong>you</strong></p>"],
  ["a heading", "## Why", "<h2>Why</h2>"],
  ["a link", "[a](https://a.example/b?c=1)", '<p><a href="https://a.example/b?c=1">a</a></p>'],
  ["a list that starts at three", "3. c", '<ol start="3">\n<li>c</li>\n</ol>'],
  [
    "a table",
    "| a |\n|---|\n| b |",
    "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>",
  ],
] as const) {
  test(`${what} is kept`, () => assert.equal(postHtml(markdown).html, html));
}

for (const hostile of [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<iframe src=https://evil.example></iframe>",
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](&#106;avascript:alert(1))",
  "[a](java\nscript:alert(1))",
  "[a](data:text/html,<script>alert(1)</script>)",
  "[a](vbscript:x)",
  "[a](//evil.example)",
  "<a href='javascript:alert(1)'>a</a>",
  "<svg/onload=alert(1)>",
  "![a](javascript:alert(1))",
  "![a](https://evil.example/pixel.gif)",
  "<style>*{display:none}</style>",
  '<p style="position:fixed" onclick="x()">a</p>',
  "<form action=https://evil.example><input name=a></form>",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "`<script>`",
  "```html\n<script>alert(1)</script>\n```",
  '[a](https://a.example "\\" onmouseover=\\"alert(1)")',
]) {
  test(`nothing of this runs, frames or loads: ${JSON.stringify(hostile)}`, () => {
    const tags = postHtml(hostile).html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      assert.match(tag, /^<\/?(p|a|pre|code)\b/);
      assert.doesNotMatch(tag.replace(/title="[^"]*"/, ""), /\son\w+=|style=|script:|data:|src=/i);
    }
  });
}
