import assert from "node:assert/strict";
import { test } from "node:test";
import { decodedPage } from "./charset.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

test("a page says its encoding in its header, before its meta tag", () => {
  const latin = Uint8Array.of(...utf8('<meta charset="utf-8">Gr'), 0xfc, ...utf8("n"));
  assert.ok(decodedPage(latin, "text/html; charset=ISO-8859-1").endsWith("Grün"));
  assert.ok(decodedPage(latin, null).endsWith("Gr\ufffdn"));
});

test("a byte order mark decides over everything else", () => {
  const page = Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8("größer"));
  assert.equal(decodedPage(page, "text/html; charset=windows-1251"), "größer");
});

test("without a word on it, a page is UTF-8 where it can be, and Windows-1252 else", () => {
  assert.equal(decodedPage(utf8("静かなケトル"), "text/html"), "静かなケトル");
  assert.equal(decodedPage(Uint8Array.of(0x47, 0x72, 0xfc, 0x6e), "text/html"), "Grün");
});

test("a page that was cut inside a character is still UTF-8", () => {
  const cut = utf8("ケトル").slice(0, -1);
  assert.equal(decodedPage(cut, null), "ケト\ufffd");
});

test("an encoding that nobody can read is taken for UTF-8", () => {
  assert.equal(decodedPage(utf8("größer"), "text/html; charset=iso-2022-kr"), "größer");
});
