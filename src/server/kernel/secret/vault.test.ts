import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test from "node:test";
import { createVault } from "./vault.ts";

const key = randomBytes(32);
const vault = createVault(key);
const secret = { applicationPassword: "canary 4711" };

test("what was sealed opens for its owner, under the same key", async () => {
  const sealed = await vault.seal("project one", secret);
  assert.deepEqual(await createVault(key).open("project one", sealed), secret);
});

test("what is sealed shows nothing of the secret, and is never the same twice", async () => {
  const [one, two] = [await vault.seal("a", secret), await vault.seal("a", secret)];
  assert.notEqual(one, two);
  for (const part of one.split("."))
    assert.ok(!Buffer.from(part, "base64url").toString("latin1").includes("canary"));
});

test("copied to another owner it does not open", async () => {
  assert.equal(await vault.open("project two", await vault.seal("project one", secret)), undefined);
});

test("under another key it does not open", async () => {
  const sealed = await vault.seal("a", secret);
  assert.equal(await createVault(randomBytes(32)).open("a", sealed), undefined);
});

test("changed at any place it does not open", async () => {
  const parts = (await vault.seal("a", secret)).split(".");
  for (const [at, part] of parts.entries()) {
    const other = part === "" ? "AA" : `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`;
    assert.equal(await vault.open("a", parts.with(at, other).join(".")), undefined, `part ${at}`);
  }
});

for (const text of ["", "x", "....", "eyJhbGciOiJub25lIn0....", "a.b.c", "\0"])
  test(`what is no sealed text does not open: ${JSON.stringify(text)}`, async () => {
    assert.equal(await vault.open("a", text), undefined);
  });
