import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { anyStore } from "../../../../../test/stores.ts";
import { memberOf, ownIssuer } from "../../../accounts/users.ts";
import { createLimiter } from "../../../db/limits/limits.ts";
import { limitClasses } from "../../../kernel/limit.ts";
import { createLog } from "../../../kernel/log.ts";
import { createVault } from "../../../kernel/secret/vault.ts";
import { listAudit } from "../../../organizations/audit-log/audit-log.ts";
import type { Mail } from "../../../outbound/mail/mail.ts";
import { createIdentity } from "../identity.ts";

const email = "ann@a.example";
const password = "correct horse battery";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) <b>hostile</b> Firefox/140.0";

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 120_000 }, body);

  on(
    "how attempts to sign in end is logged, counted, in the organization's log and told to the owner",
    async (t) => {
      const { db } = await store.open(t);
      const lines: string[] = [];
      const letters: Mail[] = [];
      const counted: string[] = [];
      const identity = createIdentity({
        ...{ db, secret: "a secret of at least thirty-two characters", vault: createVault(Buffer.alloc(32)) },
        log: createLog("info", { write: (line) => void lines.push(line) }),
        limiter: createLimiter({ rules: { ...limitClasses }, scale: 1, place: "memory" }),
        config: {
          ...{ siteUrl: "https://site.example", baseUrl: "https://api.example" },
          ...{ signUp: "closed", passwords: true, oidc: null },
        },
        sendMail: async (mail) => void letters.push(mail),
        observeSignIn: ({ way, outcome }) => void counted.push(`${way} ${outcome}`),
      });
      const subject = await identity.createUser(email, password);
      const { organizationId } = await memberOf(db, { issuer: ownIssuer, subject, email }, null, new Date());
      let visitor = 0;
      const cookies = new Map<string, string>();
      const attempt = (email: string, password: string) =>
        identity.signIn.withPassword({ email, password, from: `203.0.113.${++visitor}`, cookie: "" });
      // As a phone's keyboard puts it.
      await identity.handler({
        ...{ method: "POST", path: "/sign-in/email", from: `203.0.113.${++visitor}` },
        fields: { email: `${email} `, password: "wrong password" },
        headers: new Headers({ origin: "https://site.example" }),
      });
      await attempt("stranger@s.example", password);
      for (let guess = 0; guess < 10; guess += 1) await attempt(email, "wrong password");
      assert.deepEqual([...new Set(counted)].sort(), [
        "password locked",
        "password unknown_account",
        "password wrong_password",
      ]);
      assert.equal(counted.length, 12);
      const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a sign-in ended");
      const { way, outcome, account, source } = told[0]!;
      assert.deepEqual(
        [way, outcome, account, source],
        ["password", "wrong_password", subject, "203.0.113.1"],
      );
      assert.equal(told[1].account, null);
      assert.ok(!lines.join().includes("@"), "no address is in the log");

      await identity.resetPassword(email, password);
      const post = async (path: string, body: object) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const headers = {
          origin: "https://site.example",
          "user-agent": firefox,
        };
        const response = await identity.handler({
          ...{ method: "POST", path, fields: { ...body }, from: "198.51.100.7" },
          headers: new Headers({ ...headers, cookie }),
        });
        assert.equal(response.status, 200, await response.clone().text());
        for (const set of response.headers.getSetCookie()) {
          const [name = "", value = ""] = set.split(";")[0]!.split(/=(.*)/);
          cookies.set(name, value);
        }
      };
      await post("/sign-in/email", { email, password });
      await post("/sign-in/email", { email, password });
      await post("/change-password", { currentPassword: password, newPassword: "another horse battery" });
      assert.deepEqual(
        letters.map(({ to, subject }) => [to, subject]),
        [
          [email, "A new browser signed in to Overheard"],
          [email, "Your Overheard account was changed"],
        ],
      );
      assert.match(letters[0]!.text, /Firefox on Linux, address 198\.51\.100\.7\./);
      assert.match(letters[1]!.text, /The password was changed\. Firefox on Linux/);
      assert.ok(!letters.some(({ text }) => text.includes("hostile")));

      await identity.issueToken(email);
      assert.equal(counted.at(-1), "command signed_in");
      const log = await listAudit(db, organizationId, { limit: 100 });
      const actions = log.map(({ action, details, source }) => [
        action,
        Object.values(details ?? {}).at(-1),
        source,
      ]);
      assert.deepEqual(actions.reverse(), [
        ["sign_in_refused", "wrong_password", "203.0.113.1"],
        ["sign_in_refused", "locked", "203.0.113.12"],
        ["sign_in", "signed_in", "198.51.100.7"],
        ["sign_in", "signed_in", "198.51.100.7"],
        ["change_credentials", "password", "198.51.100.7"],
        ["sign_in", "signed_in", null],
      ]);
    },
  );
}
