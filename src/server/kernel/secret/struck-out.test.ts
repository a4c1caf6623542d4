import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { secretsIn, struckOut } from "./struck-out.ts";

const key = "sk-proj-Zq81LmVw0RtYbN4c";

for (const [what, text] of [
  ["whole", `no such key: ${key}`],
  ["masked by who quotes it", "Incorrect API key provided: sk-proj-Z***************bN4c."],
  ["cut off", `bad key ${key.slice(0, 15)}`],
  ["in base64", `435 ${Buffer.from(key).toString("base64")}`],
  ["in base64 behind something else", `435 ${Buffer.from(`me@x.example:${key}`).toString("base64")}`],
  ["percent-encoded", `/verify?with=${encodeURIComponent(`${key}/+`)}`],
  ["twice in a row", `${key}${key}`],
] as const) {
  test(`a secret is struck out ${what}`, () => {
    const told = struckOut(text, [`${key}/+`, key]);
    const encoded = Buffer.from(key).toString("base64");
    for (let at = 0; at + 4 <= key.length; at += 1) assert.ok(!told.includes(key.slice(at, at + 4)), told);
    for (let at = 4; at + 8 < encoded.length; at += 1)
      assert.ok(!told.includes(encoded.slice(at, at + 4)), told);
    assert.match(told, /\[secret\]/);
  });
}

for (const [what, spelt] of [
  ["in another case", key.toUpperCase()],
  ["in hexadecimal", Buffer.from(key).toString("hex")],
  ["in JSON's escapes", [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
  ["each byte percent-encoded", [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")],
  ["in HTML's entities", [...key].map((c) => `&#${c.charCodeAt(0)};`).join("")],
  ["in groups", key.match(/.{1,3}/g)!.join("-")],
  ["turned round", [...key].reverse().join("")],
] as const) {
  test(`a text that repeats a secret ${what} is withheld`, () => {
    assert.match(struckOut(`<p>no such key ${spelt}</p>`, [key]), /^\[withheld/);
  });
}

test("a password in an address that is no percent-encoding does not stop the log", () => {
  assert.deepEqual(
    secretsIn({ url: "https://u:%zzsecret@x.example/" }).filter((one) => /zz/.test(one)).length,
    2,
  );
});

test("tokens that a response gives out are struck out by their names and shape", () => {
  const body = `{"access_token":"abc.def","token_type":"Bearer","id_token":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln","scope":"openid"}`;
  const told = struckOut(body, []);
  assert.doesNotMatch(told, /abc\.def|eyJ|c2ln/);
  assert.match(told, /"token_type":"Bearer"|"scope":"openid"/);
});

test("what is no secret stays as it is", () => {
  const text = '<!doctype html><title>502 Bad Gateway</title>{"error":{"code":"overloaded"}} año 漢字 🙂';
  assert.equal(struckOut(text, [key, "abc", ""]), text);
});

test("random secrets leave no piece of four characters, wherever they stand", () => {
  for (let round = 0; round < 200; round += 1) {
    const secret = randomBytes(24).toString("base64url");
    const around = randomBytes(round % 40).toString("hex");
    const told = struckOut(`${around} ${secret}${around}`, [secret]).replaceAll("[secret]", " ");
    for (let at = 0; at + 4 <= secret.length; at += 1) assert.ok(!told.includes(secret.slice(at, at + 4)));
  }
});

test("a request's secrets are those of its address, headers and form", () => {
  const basic = Buffer.from("client:pass:word").toString("base64");
  const found = secretsIn({
    url: "https://user:p%40ss@x.example/?key=k-in-address&q=shown",
    headers: [
      ["authorization", `Basic ${basic}`],
      ["x-goog-api-key", "k-of-google"],
      ["accept", "text/plain"],
    ],
    form: "grant_type=refresh_token&refresh_token=r-of-provider",
  });
  for (const secret of ["p@ss", "k-in-address", basic, "pass:word", "k-of-google", "r-of-provider"])
    assert.ok(found.includes(secret), secret);
  assert.ok(!found.includes("text/plain") && !found.includes("shown"));
});
