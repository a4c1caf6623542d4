import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "./html.ts";

for (const [text, expected] of [
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  [`" onerror="x`, "&quot; onerror=&quot;x"],
  ["it's", "it&apos;s"],
  ["&lt;", "&amp;lt;"],
  ["北京 Müller 👩‍🚀", "北京 Müller 👩‍🚀"],
] as const) {
  test(`${text} is text, in an element and in an attribute`, () => {
    assert.equal(html`<p title="${text}">${text}</p>`.markup, `<p title="${expected}">${expected}</p>`);
  });
}

test("markup goes in as it is, lists one after the other, and what is absent not at all", () => {
  const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul>${items}</ul>${null}${undefined}${false}${0}`.markup,
    "<ul><li>a</li><li>&lt;b&gt;</li></ul>0",
  );
});

test("text that looks like markup of ours is still text", () => {
  assert.equal(html`${'{"markup":"<b>"}'}`.markup, "{&quot;markup&quot;:&quot;&lt;b&gt;&quot;}");
});
