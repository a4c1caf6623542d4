import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { spendIn } from "../../src/server/accounts/spending/spend.ts";
import { EngineError } from "../../src/server/engines/engine.ts";
import { createVault } from "../../src/server/kernel/secret/vault.ts";
import { always, failing, hanging, slow } from "../fake-engines.ts";
import { postOf } from "../fixtures/draft-texts.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";
import { join } from "./joining.ts";

interface Saved {
  provider: string;
  last_four: string;
  active: boolean;
}

interface Listed {
  provider: string;
  configured: boolean;
  credentials: string | null;
  unavailable_reason: string | null;
}

interface Report {
  id: string;
  status: string;
  failure: { code: string; message: string } | null;
  jobs: { done: number; failed: number };
  surfaces: string[];
}

const asSession = async (member: Member, method: string, path: string, body?: unknown) =>
  member.call<Saved>(method, path, body, { token: await member.session() });

const save = (member: Member, apiKey: string, provider = "chatgpt") =>
  asSession(member, "PUT", `/v1/engines/${provider}/credentials`, { apiKey });

const remove = (member: Member, provider = "chatgpt") =>
  asSession(member, "DELETE", `/v1/engines/${provider}/credentials`);

const listed = async (member: Member) =>
  (
    await member.call<Saved[]>("GET", "/v1/engines/credentials", undefined, {
      token: await member.session(),
    })
  ).data;

const engineOf = async (member: Member, provider = "chatgpt") =>
  (await member.call<Listed[]>("GET", "/v1/engines")).data.find((one) => one.provider === provider)!;

const keysAsked = ({ engines }: TestApp, prompt: string) =>
  engines.asked.filter((one) => one.prompt === prompt).map(({ apiKey }) => apiKey ?? "server");

async function run(member: Member, projectId: string, wait = 25) {
  return member.call<Report>(...(["POST", "/v1/analyze/project", { projectId }] as const), {
    headers: { prefer: `wait=${wait}` },
  });
}

const newKey = () => `sk-${randomBytes(12).toString("hex")}`;

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, estimateUsd: 0.01, config: { rateLimitScale: 0 } }),
  (app) => {
    test("contract/organizations: two organizations at once are asked with their own keys, a third with the server's", async () => {
      const members = [await app().member(), await app().member(), await app().member()];
      const keys = [newKey(), newKey()];
      for (const [at, key] of keys.entries()) assert.equal((await save(members[at]!, key)).status, 200);
      const prompts = members.map((_, at) => [`best crm for team ${at}?`, `which crm for ${at}?`]);
      const projects = await Promise.all(members.map((one, at) => one.project({ prompts: prompts[at] })));
      const runs = await Promise.all(members.map((one, at) => run(one, projects[at]!.id)));
      await app().settle();
      for (const { status, text } of runs) assert.ok(status < 300, text);
      for (const [at, asked] of prompts.entries())
        for (const prompt of asked)
          assert.deepEqual(keysAsked(app(), prompt), [keys[at] ?? "server"], `organization ${at}`);
    });

    test("contract/organizations: a key is shown by its last four characters alone, to admins, and only to sessions", async () => {
      const [boss, editor] = [await app().member(), await app().member()];
      const key = newKey();
      const { status, data, text } = await save(boss, key);
      assert.equal(status, 200, text);
      assert.deepEqual([data.provider, data.last_four, data.active], ["chatgpt", key.slice(-4), true]);
      const all = await listed(boss);
      assert.deepEqual(
        all.map(({ provider, last_four }) => [provider, last_four]),
        [["chatgpt", key.slice(-4)]],
      );
      const stored = await app()
        .db.selectFrom("engine_credentials")
        .selectAll()
        .where("organization_id", "=", boss.userId)
        .executeTakeFirstOrThrow();
      assert.ok(!JSON.stringify(stored).includes(key));
      assert.ok(app().logged.every((line) => !line.includes(key)));
      const audit = await boss.call<{ action: string; object_id: string }[]>(
        ...(["GET", "/v1/organization/audit-log", undefined] as const),
        { token: await boss.session() },
      );
      assert.ok(!audit.text.includes(key));
      assert.deepEqual(
        [audit.data[0]!.action, audit.data[0]!.object_id],
        ["save_engine_credentials", "chatgpt"],
      );

      const { as } = await join(boss, editor, "editor");
      for (const [method, path, body] of [
        ["GET", "/v1/engines/credentials", undefined],
        ["PUT", "/v1/engines/chatgpt/credentials", { apiKey: newKey() }],
        ["DELETE", "/v1/engines/chatgpt/credentials", undefined],
      ] as const) {
        const refused = await as(method, path, body);
        assert.deepEqual([refused.status, refused.error.code], [403, "INSUFFICIENT_ROLE"], method);
        assert.equal((await boss.call(method, path, body)).error.code, "JWT_REQUIRED", method);
      }
    });

    test("contract/organizations: a key is tried out before it is stored, and a vendor's words are not passed on", async () => {
      const me = await app().member();
      const good = newKey();
      await save(me, good);
      const secretive = new EngineError("bad_key", { cause: new Error("your account xyz-secret is closed") });
      for (const [answering, expected] of [
        [
          () => {
            throw secretive;
          },
          [400, "VALIDATION_ERROR", "refused"],
        ],
        [failing("refused"), [400, "VALIDATION_ERROR", "no_answer"]],
        [failing("unavailable"), [502, "ENGINE_UPSTREAM_ERROR", "unavailable"]],
        [failing("rate_limited"), [502, "ENGINE_UPSTREAM_ERROR", "rate_limited"]],
      ] as const) {
        const key = newKey();
        app().engines.sayTo(key, answering);
        const { status, error, text } = await save(me, key);
        const details = error.details as { reason?: string; issues?: { code: string }[] };
        assert.deepEqual([status, error.code, details.reason ?? details.issues?.[0]?.code], expected);
        assert.ok(!text.includes("xyz-secret") && !text.includes(key));
        assert.equal((await listed(me))[0]!.last_four, good.slice(-4), "the one before stays");
      }
      for (const [provider, apiKey, path] of [
        ["chatgpt", "short", "/apiKey"],
        ["chatgpt", "with a space in the key", "/apiKey"],
        ["sandbox", newKey(), "/provider"],
        ["nobody", newKey(), "/provider"],
      ]) {
        const { status, error } = await save(me, apiKey!, provider);
        const [issue] = (error.details as { issues: { path: string }[] }).issues;
        assert.deepEqual([status, issue!.path], [400, path]);
      }
    });

    test("contract/organizations: the list of engines says whose key one is asked with", async () => {
      const me = await app().member();
      assert.equal((await engineOf(me)).credentials, "server");
      assert.deepEqual(
        [(await engineOf(me, "claude")).configured, (await engineOf(me, "claude")).credentials],
        [false, null],
      );
      await save(me, newKey(), "claude");
      assert.deepEqual(
        [(await engineOf(me, "claude")).configured, (await engineOf(me, "claude")).credentials],
        [true, "organization"],
      );
      const other = await app().member();
      assert.equal((await engineOf(other, "claude")).configured, false);
      const project = await me.project({ prompts: ["a crm by claude?"] });
      const { data } = await run(me, project.id);
      await app().settle();
      assert.equal((await me.call<Report>("GET", `/v1/reports/${data.id}`)).data.status, "completed");
      assert.equal((await remove(me, "claude")).status, 200);
      assert.equal((await remove(me, "claude")).error.code, "ENGINE_CREDENTIALS_NOT_FOUND");
      assert.equal((await engineOf(me, "claude")).configured, false);
    });

    test("one organization that its vendor slows down holds up no other", async () => {
      const [slowed, other] = [await app().member(), await app().member()];
      const [bad, good] = [newKey(), newKey()];
      for (const [one, key] of [
        [slowed, bad],
        [other, good],
      ] as const)
        await save(one, key);
      app().engines.sayTo(bad, () => {
        throw new EngineError("rate_limited", { retryAfterMs: 10 * 60_000 });
      });
      const prompts = Array.from({ length: 20 }, (_, at) => `crm ${at}?`);
      const held = await slowed.project({ prompts });
      const free = await other.project({ prompts });
      const { data: waiting } = await run(slowed, held.id, 0);
      await app().settle();
      const { data: done } = await run(other, free.id);
      await app().settle();
      assert.equal((await other.call<Report>("GET", `/v1/reports/${done.id}`)).data.status, "completed");
      const { data: report } = await slowed.call<Report>("GET", `/v1/reports/${waiting.id}`);
      assert.equal(report.status, "processing");
      await slowed.call("POST", `/v1/reports/${waiting.id}/cancel`);
      // They are due in ten minutes.
      await sql`delete from jobs.job where name = 'own.chatgpt'`.execute(app().db);
    });

    test("a key that is replaced while a run asks with it is used for what is still to ask", async () => {
      const me = await app().member();
      const [old, fresh] = [newKey(), newKey()];
      await save(me, old);
      let refuse: (error: Error) => void = () => {};
      const asked = new Promise<void>((reached) => {
        app().engines.sayTo(old, () => {
          reached();
          return new Promise((_, reject) => {
            refuse = reject;
          });
        });
      });
      const project = await me.project({ prompts: ["which crm in between?"] });
      const { data } = await run(me, project.id, 0);
      await asked;
      assert.equal((await save(me, fresh)).status, 200);
      refuse(new EngineError("bad_key"));
      await app().settle();
      assert.equal((await me.call<Report>("GET", `/v1/reports/${data.id}`)).data.status, "completed");
      assert.deepEqual(keysAsked(app(), "which crm in between?"), [old, fresh]);
      assert.equal((await listed(me))[0]!.active, true);
    });

    test("a key that is deleted while a run asks with it fails what is still to ask, and the report is partial", async () => {
      const me = await app().member();
      const key = newKey();
      await save(me, key);
      const held = hanging();
      app().engines.sayTo(key, ({ prompt }, signal) =>
        prompt === "first?"
          ? held({ prompt } as never, signal)
          : Promise.reject(new EngineError("rate_limited", { retryAfterMs: 50 })),
      );
      const project = await me.project({ prompts: ["first?", "second?", "third?"] });
      const { data } = await run(me, project.id, 0);
      while (held.waiting() === 0) await slow(5)({} as never, new AbortController().signal);
      assert.equal((await remove(me)).status, 200);
      held.release("Acme.");
      const read = async () => (await me.call<Report>("GET", `/v1/reports/${data.id}`)).data;
      for (let looks = 0; looks < 400 && (await read()).status === "processing"; looks++) {
        await app().settle();
        await slow(10)({} as never, new AbortController().signal);
      }
      assert.equal((await read()).status, "partial");
      const failed = await app()
        .db.selectFrom("asks")
        .select(["prompt", "error_code"])
        .where("report_id", "=", data.id)
        .where("status", "=", "failed")
        .orderBy("prompt")
        .execute();
      assert.deepEqual(
        failed.map(({ prompt, error_code }) => [prompt, error_code]),
        [
          ["second?", "no_credentials"],
          ["third?", "no_credentials"],
        ],
      );
      assert.deepEqual(
        app()
          .engines.asked.filter(({ prompt }) => prompt === "second?")
          .every(({ apiKey }) => apiKey === key),
        true,
      );
    });

    test("a key that the vendor refuses, or that another secret encrypted, is not active, and a run says why it failed", async () => {
      const me = await app().member();
      const key = newKey();
      await save(me, key);
      app().engines.sayTo(key, failing("bad_key"));
      const project = await me.project({ prompts: ["which crm is refused?"] });
      const ended = async () => {
        const { data } = await run(me, project.id);
        await app().settle();
        return (await me.call<Report>("GET", `/v1/reports/${data.id}`)).data;
      };
      const refused = await ended();
      assert.deepEqual([refused.status, refused.failure?.code], ["failed", "ENGINE_KEY_REFUSED"]);
      assert.equal((await listed(me))[0]!.active, false);
      app().engines.sayTo(key, always("Acme."));
      assert.equal((await ended()).status, "completed");
      assert.equal((await listed(me))[0]!.active, true, "the vendor takes it again");

      const sealed = await createVault(randomBytes(32)).seal(`${me.userId} chatgpt`, key);
      await app()
        .db.updateTable("engine_credentials")
        .set({ sealed })
        .where("organization_id", "=", me.userId)
        .execute();
      assert.equal((await listed(me))[0]!.active, false);
      const unread = await ended();
      assert.deepEqual([unread.status, unread.failure?.code], ["failed", "ENGINE_KEY_MISSING"]);
    });

    test("drafts and suggestions are asked for with the organization's own key", async () => {
      const me = await app().member();
      const key = newKey();
      await save(me, key, "claude");
      const project = await me.project({ providers: ["claude"] });
      const before = app().engines.asked.length;
      const { status, text } = await me.call("POST", "/v1/generate-content", {
        ...{ projectId: project.id, topic: "crm for small teams", platform: "linkedin" },
      });
      assert.ok(status < 300, text);
      await app().settle();
      const asked = app().engines.asked.slice(before);
      assert.ok(asked.length > 0);
      assert.ok(asked.every(({ provider, apiKey }) => provider === "claude" && apiKey === key));
    });

    const draft = async (member: Member, projectId: string, wait = 25) =>
      member.call<Report>(
        ...(["POST", "/v1/generate-content"] as const),
        { projectId, topic: "crm for small teams", platform: "linkedin" },
        { headers: { prefer: `wait=${wait}` } },
      );

    test("a key that the vendor refuses for a draft is not active until the vendor takes it again, and the draft says why it failed", async () => {
      const me = await app().member();
      const key = newKey();
      await save(me, key);
      const project = await me.project({ providers: ["chatgpt"] });
      app().engines.sayTo(key, failing("bad_key"));
      const { data } = await draft(me, project.id);
      assert.deepEqual([data.status, data.failure?.code], ["failed", "DRAFT_BAD_KEY"]);
      assert.match(data.failure!.message, /the organization's key/);
      assert.equal((await listed(me))[0]!.active, false);
      app().engines.sayTo(key, always(postOf("crm for small teams")));
      assert.equal((await draft(me, project.id)).data.status, "completed");
      assert.equal((await listed(me))[0]!.active, true);
    });

    test("a draft whose organization deletes its key meanwhile fails, and the server's key is not used; a replaced key is", async () => {
      const me = await app().member();
      const project = await me.project({ providers: ["chatgpt"] });
      const accepted = async (key: string) => {
        await save(me, key);
        const failure = Promise.withResolvers<never>();
        const asked = Promise.withResolvers<void>();
        app().engines.sayTo(key, () => {
          asked.resolve();
          return failure.promise;
        });
        const { data } = await draft(me, project.id, 0);
        await asked.promise;
        return async () => {
          // Saving a key has put a question too, to try it out.
          const first = app().engines.asked.length;
          failure.reject(new EngineError("bad_key"));
          await app().settle();
          const { data: ended } = await me.call<Report>("GET", `/v1/reports/${data.id}`);
          const later = app().engines.asked.slice(first);
          return [ended.status, ended.failure?.code, ...later.map(({ apiKey }) => apiKey ?? "server")];
        };
      };
      const gone = await accepted(newKey());
      assert.equal((await remove(me)).status, 200);
      assert.deepEqual(await gone(), ["failed", "DRAFT_NO_CREDENTIALS"]);

      const replaced = await accepted(newKey());
      const fresh = newKey();
      await save(me, fresh);
      app().engines.sayTo(fresh, always(postOf("crm for small teams")));
      assert.deepEqual(await replaced(), ["completed", undefined, fresh]);
      assert.equal((await listed(me))[0]!.active, true);
    });
  },
);

onAnyStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    config: { rateLimitScale: 0, sharedEngines: false },
  }),
  (app) => {
    test("contract/organizations: where the server lends no engines, an organization without a key is told what to do", async () => {
      const me = await app().member();
      const project = await me.project();
      const { status, error } = await run(me, project.id);
      const [issue] = (error.details as { issues: { code: string; message: string }[] }).issues;
      assert.deepEqual([status, issue!.code], [400, "provider_not_configured"]);
      assert.match(issue!.message, /An admin saves a key with PUT \/v1\/engines\/\{provider\}\/credentials/);
      const drafted = await me.call("POST", "/v1/generate-content", {
        ...{ projectId: project.id, topic: "crm for small teams", platform: "linkedin" },
      });
      assert.equal(drafted.status, 400);
      const { configured, unavailable_reason } = await engineOf(me);
      assert.equal(configured, false);
      assert.match(unavailable_reason ?? "", /Your organization has no key for it/);
      const named = await me.call("PATCH", `/v1/projects/${project.id}`, { providers: ["chatgpt"] });
      assert.equal(named.status, 400);
      assert.deepEqual(app().engines.asked, []);

      const key = newKey();
      assert.equal((await save(me, key)).status, 200);
      const { data } = await run(me, project.id);
      await app().settle();
      assert.equal((await me.call<Report>("GET", `/v1/reports/${data.id}`)).data.status, "completed");
      assert.deepEqual(keysAsked(app(), "best crm?"), [key]);
      await remove(me);
      assert.equal((await run(me, project.id)).status, 400);
    });
  },
);

onAnyStore(
  () => ({
    engines: { chatgpt: always({ text: "Acme.", costUsd: 0.25 }), claude: always("Acme.") },
    estimateUsd: 0.5,
    config: { rateLimitScale: 0, monthlySpendUsd: 0 },
  }),
  (app) => {
    interface Status {
      spending: { organization: { spent_usd: number; reserved_usd: number } };
    }

    test("contract/organizations: what an organization's own key is billed for counts for its bound and not for the server's", async () => {
      const me = await app().member();
      await save(me, newKey());
      const own = await me.project({ providers: ["chatgpt"] });
      const mixed = await me.project({ providers: ["chatgpt", "claude"] });
      const refused = await run(me, mixed.id);
      assert.deepEqual([refused.status, refused.error.details?.bound], [402, "server"]);
      assert.equal(refused.error.details?.required, 0.5, "what the server would pay");
      const { data, status, text } = await run(me, own.id);
      assert.ok(status < 300, text);
      const drafted = await me.call<Report>("POST", "/v1/generate-content", {
        ...{ projectId: own.id, topic: "crm for small teams", platform: "linkedin" },
      });
      assert.ok(drafted.status < 300, drafted.text);
      await app().settle();
      const report = (await me.call<Report>("GET", `/v1/reports/${data.id}`)).data;
      assert.deepEqual([report.status, report.failure], ["completed", null]);
      const cancelled = await me.project({ providers: ["chatgpt"], prompts: ["one?", "two?"] });
      app().engines.say({ chatgpt: hanging() });
      const { data: running } = await run(me, cancelled.id, 0);
      assert.equal((await me.call("POST", `/v1/reports/${running.id}/cancel`)).status, 200);
      await app().settle();
      assert.deepEqual(await spendIn(app().db, new Date()), { reservedUsd: 0, spentUsd: 0 });
      const { organization } = (await me.call<Status>("GET", "/v1/account-status")).data.spending;
      // The trial, the run, and a draft of at least one text.
      assert.ok(organization.spent_usd >= 0.75, JSON.stringify(organization));
      assert.ok(Math.abs(organization.reserved_usd) < 1e-9, JSON.stringify(organization));
    });
  },
);

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    test("contract/organizations: five keys in ten minutes are tried out for a member, and for an organization, one at a time", async () => {
      const [boss, admin] = [await app().member(), await app().member()];
      const { as } = await join(boss, admin, "admin");
      const put = () => as("PUT", "/v1/engines/chatgpt/credentials", { apiKey: newKey() });
      const held = hanging();
      const slowKey = newKey();
      app().engines.sayTo(slowKey, held);
      const first = save(boss, slowKey);
      while (held.waiting() === 0) await slow(5)({} as never, new AbortController().signal);
      const second = await put();
      assert.deepEqual([second.status, second.error.code], [409, "KEY_TRIAL_RUNNING"]);
      assert.ok(Number(second.headers["retry-after"]) > 0);
      held.release("Acme.");
      assert.equal((await first).status, 200);
      assert.equal((await put()).status, 200);
      for (let at = 0; at < 2; at++) assert.equal((await save(boss, newKey())).status, 200);
      // The fourth of one, and the sixth of all.
      const beyond = await save(boss, newKey());
      assert.deepEqual([beyond.status, beyond.error.code], [429, "RATE_LIMITED"]);
      const { reset_seconds, limit } = beyond.error.details as { reset_seconds: number; limit: number };
      assert.equal(limit, 5);
      assert.ok(reset_seconds > 60 && reset_seconds <= 600);
      const other = await app().member();
      for (let at = 0; at < 5; at++) assert.equal((await save(other, newKey())).status, 200);
      assert.equal((await save(other, newKey())).status, 429);
    });

    test("contract/organizations: a key that was tried in vain is in the audit log and the log, without it and the vendor's words", async () => {
      const me = await app().member();
      const key = newKey();
      app().engines.sayTo(key, () => {
        throw new EngineError("bad_key", { cause: new Error("account xyz-secret is closed") });
      });
      assert.equal((await save(me, key)).status, 400);
      const audit = await me.call<{ action: string; object_id: string; details: unknown }[]>(
        ...(["GET", "/v1/organization/audit-log", undefined] as const),
        { token: await me.session() },
      );
      const [entry] = audit.data;
      assert.deepEqual(
        [entry!.action, entry!.object_id, entry!.details],
        ["save_engine_credentials", "chatgpt", { failed: true, reason: "bad_key" }],
      );
      const line = app().logged.find((one) => one.includes("a key was tried in vain"));
      assert.match(line ?? "", /"reason":"bad_key"/);
      for (const text of [audit.text, ...app().logged])
        assert.ok(!text.includes(key) && !text.includes("xyz-secret"), text);
    });
  },
);
