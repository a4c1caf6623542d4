import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdmissionRules, admit, type Claims, joinedClaims, kindOfRoleClaim } from "./admission.ts";

const rules = { domains: ["acme.example"], roleClaim: null, roles: [], trustEmail: false };
const ann = { sub: "ann", email: "ann@acme.example", email_verified: true };

for (const [what, token, userinfo, said] of [
  ["the token", ann, {}, [ann.email, true]],
  ["userinfo", { sub: "ann" }, ann, [ann.email, true]],
  ["both", ann, { ...ann, email: "new@acme.example" }, ["new@acme.example", true]],
  ["userinfo, which alone does not confirm it", ann, { email: "boss@acme.example" }, ["boss@acme.example"]],
  ["the token alone, confirmed by userinfo", { email: ann.email }, { email_verified: true }, [ann.email]],
  ["the token, denied by userinfo", ann, { email_verified: false }, [ann.email, true]],
  ["the token, beside an empty one", ann, { email: "", email_verified: true }, [ann.email, true]],
  ["the token, beside one of no kind", ann, { email: ["boss@acme.example"] }, [ann.email, true]],
  [
    "userinfo, unconfirmed",
    { sub: "ann", email_verified: true },
    { ...ann, email_verified: false },
    [ann.email, false],
  ],
  ["userinfo, in a list, beside the token's", ann, { emails: ["boss@acme.example"] }, [ann.email, true]],
] as [string, Claims, Claims, unknown[]][])
  test(`an address and its confirmation are one statement: address in ${what}`, () => {
    const { email, email_verified: verified } = joinedClaims(token, userinfo);
    assert.deepEqual(verified === undefined ? [email] : [email, verified], said);
  });

test("the signed token counts before userinfo for everything else, and userinfo adds to it", () => {
  const joined = joinedClaims({ ...ann, groups: ["a"] }, { ...ann, groups: ["b"], name: "Ann" });
  assert.deepEqual([joined.groups, joined.name, joined.sub], [["a"], "Ann", "ann"]);
});

for (const [verified, trusted, ok] of [
  [{ email_verified: true }, false, true],
  [{ email_verified: "true" }, false, true],
  [{ email_verified: "True" }, false, true],
  [{ email_verified: 1 }, false, true],
  [{ xms_edov: true }, false, true],
  [{ xms_edov: "1" }, false, true],
  [{ email_verified: "false" }, true, false],
  [{ email_verified: 0 }, true, false],
  [{ email_verified: null }, true, false],
  [{ email_verified: "" }, true, false],
  [{ email_verified: {} }, true, false],
  [{ xms_edov: false }, true, false],
  [{ xms_edov: "0" }, true, false],
  [{ email_verified: false, xms_edov: true }, true, false],
  [{}, true, true],
  [{}, false, false],
] as [Claims, boolean, boolean][])
  test(`${JSON.stringify(verified)} ${ok ? "confirms" : "does not confirm"} an address${trusted ? " that is trusted" : ""}`, () => {
    const claims = { sub: "ann", email: "Ann@acme.example", ...verified };
    const admission = admit(claims, { ...rules, trustEmail: trusted }, null);
    if (ok) assert.deepEqual(admission, { ok: true, email: "ann@acme.example", name: "", role: null });
    else assert.deepEqual(admission, { ok: false, why: "unverified_email" });
  });

for (const [roleClaim, claims, role] of [
  ["realm_access.roles", { realm_access: { roles: ["admins"] } }, "admin"],
  ["resource_access.overheard.roles", { resource_access: { overheard: { roles: ["admins"] } } }, "admin"],
  ["https://acme.example/roles", { "https://acme.example/roles": ["admins"] }, "admin"],
  ["a.b", { "a.b": ["admins"], a: { b: ["others"] } }, "admin"],
  [
    "urn:zitadel:iam:org:project:roles",
    { "urn:zitadel:iam:org:project:roles": { others: { "1": "d" }, admins: { "1": "d" } } },
    "admin",
  ],
  ["is", { is: { admins: true } }, "admin"],
  ["is", { is: { admins: false } }, null],
  ["is", { is: { others: "admins" } }, null],
  ["groups", { groups: [{ name: "admins" }] }, null],
  ["realm_access.roles", { realm_access: "admins" }, null],
  ["__proto__.roles", { roles: ["admins"] }, null],
] as [string, Claims, string | null][])
  test(`a role's claim is found by its name or its path: ${roleClaim} in ${JSON.stringify(claims)}`, () => {
    const roles = [{ value: "admins", role: "admin" }];
    const admission = admit({ ...ann, ...claims }, { ...rules, roleClaim, roles }, null);
    assert.equal(admission.ok ? admission.role : null, role);
  });

for (const [claims, why, kind] of [
  [{}, "role_claim_missing", "missing"],
  [{ groups: ["others"] }, "no_role", "list of string"],
  [{ groups: [{ name: "admins" }] }, "no_role", "list of object"],
  [{ groups: [] }, "no_role", "list of nothing"],
  [{ groups: null }, "no_role", "null"],
  [{ groups: { others: {} } }, "no_role", "object"],
  [{ groups: "admins,others" }, "no_role", "string"],
] as [Claims, string, string][])
  test(`a claim without a role is told by its kind: ${JSON.stringify(claims)}`, () => {
    const byGroup = { ...rules, roleClaim: "groups", roles: [{ value: "admins", role: "admin" }] };
    assert.deepEqual(admit({ ...ann, ...claims }, byGroup, null), { ok: false, why });
    assert.equal(kindOfRoleClaim({ ...ann, ...claims }, byGroup), kind);
  });

for (const [claims, expected] of [
  [{ emails: ["ann@acme.example"] }, "ann@acme.example"],
  [{ email: ["ann@acme.example"] }, "ann@acme.example"],
  [{ email: "", emails: ["ann@acme.example", ""] }, "ann@acme.example"],
  [{ email: "ann@acme.example", emails: ["boss@acme.example"] }, "ann@acme.example"],
  [{ emails: ["ann@acme.example", "boss@acme.example"] }, "several_emails"],
  [{ email: ["ann@acme.example", "boss@acme.example"] }, "several_emails"],
  [{ emails: [] }, "no_email"],
  [{ emails: [7, { value: "ann@acme.example" }] }, "no_email"],
  [{ emails: "ann@acme.example" }, "no_email"],
  [{ preferred_username: "ann@acme.example", upn: "ann@acme.example" }, "no_email"],
] as [Claims, string][])
  test(`a list with one address names it: ${JSON.stringify(claims)}`, () => {
    const admission = admit({ sub: "ann", email_verified: true, ...claims }, rules, null);
    assert.equal(admission.ok ? admission.email : admission.why, expected);
    const joined = admit(joinedClaims({ sub: "ann" }, { email_verified: true, ...claims }), rules, null);
    assert.deepEqual(joined, admission);
  });

test("an address that reads as another is nobody's", () => {
  for (const email of [
    "bo\u212a@acme.example",
    "Ann <ann@acme.example>",
    "ann@acme.example.",
    "ann@acme.example ",
  ])
    assert.deepEqual(admit({ ...ann, email }, rules, null), { ok: false, why: "unusable_email" });
  for (const email of [undefined, "", null, 7])
    assert.deepEqual(admit({ ...ann, email }, rules, null), { ok: false, why: "no_email" });
});

test("groups that the provider leaves out give nobody a role and take none away", () => {
  const byGroup: AdmissionRules = {
    ...rules,
    ...{
      roleClaim: "groups",
      roles: [
        { value: "admins", role: "admin" },
        { value: "*", role: "viewer" },
      ],
    },
  };
  const address = { sub: "ann", email: "ann@acme.example", email_verified: true };
  for (const hint of [
    { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph.example" } } },
    { hasgroups: true },
  ]) {
    const claims = { ...address, ...hint };
    assert.deepEqual(admit(claims, byGroup, null), { ok: false, why: "groups_left_out" });
    const kept = admit(claims, byGroup, "admin");
    assert.equal(kept.ok && kept.role, "admin");
  }
  const told = admit({ ...address, groups: ["sales"], hasgroups: true }, byGroup, "admin");
  assert.equal(told.ok && told.role, "viewer");
});
