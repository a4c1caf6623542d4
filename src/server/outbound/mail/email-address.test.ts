import assert from "node:assert/strict";
import { test } from "node:test";
import { emailAddress, inboxOf } from "./email-address.ts";

for (const [text, address] of [
  ["Ann@Acme.Example", "ann@acme.example"],
  ["ann+reports.2026@mail.acme.example", "ann+reports.2026@mail.acme.example"],
  ["o'brien/dev%team@acme.example", "o'brien/dev%team@acme.example"],
  ["admin@intranet", "admin@intranet"],
  ["Jürgen@Bücher.example", "jürgen@xn--bcher-kva.example"],
  ["jürgen@xn--bcher-kva.example", "jürgen@xn--bcher-kva.example"],
  ["a@mu\u0308ller.example", "a@xn--mller-kva.example"],
  ["ju\u0308rgen@acme.example", "jürgen@acme.example"],
  ["strauß@acme.example", "strauß@acme.example"],
  ["用户@例子.example", "用户@xn--fsqu00a.example"],
] as const)
  test(`${text} is an address`, () => assert.equal(emailAddress(text), address));

for (const [what, text] of [
  ["a Kelvin sign", "bo\u212a@acme.example"],
  ["a Kelvin sign in the domain", "bob@\u212aiosk.example"],
  ["an I with a dot", "\u0130da@acme.example"],
  ["an i without its dot", "\u0131da@acme.example"],
  ["a long s", "bo\u017f@acme.example"],
  ["a fullwidth letter", "\uff42ob@acme.example"],
  ["a ligature", "\ufb01n@acme.example"],
  ["a fullwidth @", "bob\uff20acme.example"],
  ["a small @ besides its own", "bob\ufe6bx@acme.example"],
  ["an ideographic full stop", "bob@acme\u3002example"],
  ["a fullwidth full stop", "bob@acme\uff0eexample"],
  ["a dot at the end", "bob@acme.example."],
  ["a dot before the @", "bob.@acme.example"],
  ["two dots", "bob@acme..example"],
  ["a space at the end", "bob@acme.example "],
  ["a no-break space", "bob\u00a0@acme.example"],
  ["a line break", "bob@acme.example\r\nBcc: eve@e.example"],
  ["a comment", "bob(eve)@acme.example"],
  ["a name", "Bob <bob@acme.example>"],
  ["quotes", '"bob"@acme.example'],
  ["a route", "@relay.example:bob@acme.example"],
  ["two addresses", "bob@acme.example,eve@e.example"],
  ["two @", "bob@eve@acme.example"],
  ["an address in brackets", "bob@[127.0.0.1]"],
  ["a zero-width space", "bob\u200b@acme.example"],
  ["a mark that turns the text", "bob\u202e@acme.example"],
  ["half a character", "bob\ud800@acme.example"],
  ["255 characters", `bob@${"a".repeat(251)}`],
  ["65 characters before the @", `${"b".repeat(65)}@acme.example`],
  ["nothing", ""],
] as const)
  test(`an address with ${what} is refused`, () => assert.equal(emailAddress(text), null));

test("what is no text is no address", () => {
  for (const value of [null, undefined, 1, ["bob@acme.example"], { email: "bob@acme.example" }])
    assert.equal(emailAddress(value), null);
});

test("a tag leads to the same inbox", () => {
  assert.equal(inboxOf("Ann+1+x@acme.example"), "ann@acme.example");
  assert.equal(inboxOf("+1@acme.example"), "+1@acme.example");
});
