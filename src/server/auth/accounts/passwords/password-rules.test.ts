import assert from "node:assert/strict";
import { test } from "node:test";
import { nearFault, passwordFault } from "./password-rules.ts";

const codeOf = (password: string) => passwordFault(password)?.code ?? null;

test("a password has 8 to 128 characters, of any kind", () => {
  const lengths = [7, 8, 64, 128, 129].map((length) => codeOf("\u00e9".repeat(length)));
  assert.deepEqual(lengths, ["PASSWORD_TOO_SHORT", null, null, null, "PASSWORD_TOO_LONG"]);
  for (const plain of ["qzjvwkxp", "QZJVWKXP", "84629175", "a b c d e", "\u6f22\u5b57".repeat(4)])
    assert.equal(codeOf(plain), null, plain);
});

test("none of the commonest passwords can be set, in whatever case or width", () => {
  for (const common of ["password", "PassWord1", "12345678", " iloveyou ", "\uff50assword", "trustno1"])
    assert.equal(codeOf(common), "PASSWORD_TOO_COMMON", common);
});

test("a password is not made of the address, the organization's name or the server's", () => {
  const account = { email: "kim.lind@northwind.example", organizations: ["Harbour Agency"] };
  for (const near of [
    ...["Overheard1", "overheard2026!", "kim.lind@northwind.example", "KimLind2026", "northwind1!"],
    ...["harbour agency", "HarbourAgency7", "\uff2eorthwind99", "lindlindlind"],
  ])
    assert.equal(nearFault(near, account)?.code, "PASSWORD_TOO_NEAR", near);
  for (const far of ["correct horse battery", "overheard in the harbour last night", "abc kim defgh"])
    assert.equal(nearFault(far, account), null, far);
  assert.equal(nearFault("an apple", { email: "a@n.example" }), null, "too short a word to count");
});
