import assert from "node:assert/strict";
import { test } from "node:test";
import { linkTarget, urlAround, urlEnd } from "./url.ts";

/** The raw address that the first `:`, `@`, `/` or w of `www.` in a text reveals. */
function raw(text: string, mark: string): string | null {
  const at = text.indexOf(mark);
  const found = urlAround(text, at, text.charCodeAt(at), 0, text.length);
  return found && text.slice(found.start, urlEnd(text, found.start, text.length, false, found.mail));
}

for (const [text, mark, expected] of [
  ["see https://acme.com/a, then", ":", "https://acme.com/a"],
  ["(https://acme.com/a_(b))", ":", "https://acme.com/a_(b)"],
  ["voir http://exemple.fr !", ":", "http://exemple.fr"],
  ["詳細はhttps://acme.jp/製品へ", ":", "https://acme.jp/"],
  ["http://", ":", null],
  ["Preis: 5 €", ":", null],
  ["go to www.acme.de.", "w", "www.acme.de"],
  ["Www. acme", "W", null],
  ["acme.com/shop is open", "/", "acme.com/shop"],
  ["and/or", "/", null],
  ["Acme.FOO/Bar", "/", null],
  ["Acme Inc.Foo/Bar", "/", null],
  ["Acme.com/shop", "/", "Acme.com/shop"],
  ["write to jane.doe@acme.co.uk.", "@", "jane.doe@acme.co.uk"],
  ["@acme", "@", null],
  ["me@home", "@", null],
] as const)
  test(`the address at "${mark}" in "${text}" is ${expected}`, () => assert.equal(raw(text, mark), expected));

test("inside the label of a link an address ends at the label's bracket", () => {
  const text = "https://acme.com/a(b]c)";
  assert.equal(urlEnd(text, 0, text.length, true, false), text.indexOf("]"));
  assert.equal(urlEnd(text, 0, text.length, false, false), text.length);
});

const target = (text: string): string | null => {
  const found = linkTarget(text, 0, text.length);
  return found && text.slice(found.target.start, found.target.end);
};

for (const [text, expected] of [
  ["https://acme.com)", "https://acme.com"],
  ['https://acme.com "Acme (home)")', "https://acme.com"],
  ["https://acme.com 'Acme')", "https://acme.com"],
  ["https://acme.com/a_(b))", "https://acme.com/a_(b)"],
  ["<https://acme.com/a b>)", "https://acme.com/a b"],
  [" \n https://acme.com \n )", "https://acme.com"],
  [")", ""],
  ["https://acme.com and more)", null],
  ["https://acme.com", null],
  ["<https://acme.com)", null],
] as const)
  test(`the target of "[Acme](${text}" is ${JSON.stringify(expected)}`, () =>
    assert.equal(target(text), expected));

test("the end of a link is the offset after its bracket", () => {
  assert.equal(linkTarget("a) b", 0, 4)?.end, 2);
});
