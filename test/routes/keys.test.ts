import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { issuesOf } from "../doors.ts";
import { type Member, onAnyStore } from "../start-app.ts";

interface Key {
  id: string;
  name: string | null;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  key?: string;
}

const hourMs = 3_600_000;

onAnyStore(
  () => ({}),
  (app) => {
    const create = async (me: Member, body?: unknown, headers?: Record<string, string>) =>
      me.call<Key>("POST", "/v1/keys", body, { token: await me.session(), ...(headers ? { headers } : {}) });
    const list = async (me: Member) =>
      me.call<Key[]>("GET", "/v1/keys", undefined, { token: await me.session() });
    const remove = async (me: Member, id: string) =>
      me.call("DELETE", `/v1/keys/${id}`, undefined, { token: await me.session() });

    test("contract/keys: POST /keys is 201 with the secret, which starts with the prefix and works as a bearer", async () => {
      const me = await app().member();
      const { status, data, headers } = await create(me, { name: "CI" });
      assert.equal(status, 201);
      assert.match(data.key!, /^oh_[0-9A-Za-z]{36}$/);
      assert.equal(data.prefix, data.key!.slice(0, 9));
      assert.equal(headers["cache-control"], "no-store");
      assert.equal((await me.call("GET", "/v1/projects", undefined, { token: data.key! })).status, 200);
    });

    for (const [what, body, headers] of [
      ["no body", undefined, undefined],
      ["an empty body", "", { "content-length": "0" }],
      ["an empty object", {}, undefined],
    ] as const) {
      test(`contract/keys: POST /keys takes ${what}`, async () => {
        const me = await app().member();
        const { status, data } = await create(me, body, headers);
        assert.deepEqual([status, data.name, data.expires_at, data.last_used_at], [201, null, null, null]);
      });
    }

    test("contract/keys: a key's name is optional, 1 to 100 characters and need not be its own", async () => {
      const me = await app().member();
      for (const name of ["CI", "CI", "é".repeat(100)])
        assert.equal((await create(me, { name })).data.name, name);
      assert.deepEqual(issuesOf(await create(me, { name: "" })), ["body /name too_short"]);
      assert.deepEqual(issuesOf(await create(me, { name: "x".repeat(101) })), ["body /name too_long"]);
      assert.deepEqual(issuesOf(await create(me, { name: 7 })), ["body /name wrong_type"]);
      assert.deepEqual(issuesOf(await create(me, { name: null })), ["body /name wrong_type"]);
    });

    test("contract/keys: a key's expiry is a time to come, null or absent", async () => {
      const me = await app().member();
      const inAnHour = new Date(Date.now() + hourMs);
      const shifted = inAnHour.toISOString().replace(/\.\d+Z$/, "+00:00");
      assert.equal(
        (await create(me, { expires_at: inAnHour.toISOString() })).data.expires_at,
        inAnHour.toISOString(),
      );
      assert.equal((await create(me, { expires_at: shifted })).status, 201);
      assert.equal((await create(me, { expires_at: null })).data.expires_at, null);
    });

    for (const [expires_at, code] of [
      ["tomorrow", "bad_format"],
      ["2999-01-01", "bad_format"],
      ["2999-01-01T00:00:00", "bad_format"],
      ["2999-02-30T00:00:00Z", "bad_format"],
      ["2999-01-01T24:00:00Z", "bad_format"],
      ["2999-01-01T00:00:60Z", "bad_format"],
      ["", "bad_format"],
      [4102444800, "wrong_type"],
      ["2001-01-01T00:00:00Z", "not_in_the_future"],
    ] as const) {
      test(`contract/keys: POST /keys refuses the expiry ${JSON.stringify(expires_at)}`, async () => {
        const me = await app().member();
        assert.deepEqual(issuesOf(await create(me, { expires_at })), [`body /expires_at ${code}`]);
      });
    }

    test("contract/keys: the secret is shown once: not in the list, the log or the store, nor by a repeated request", async () => {
      const me = await app().member();
      const { data } = await create(me, { name: "once" }, { "idempotency-key": "make-it-once" });
      const secret = data.key!;
      const again = await create(me, { name: "once" }, { "idempotency-key": "make-it-once" });
      assert.deepEqual([again.status, again.error.code], [409, "SECRET_ALREADY_SHOWN"]);
      assert.deepEqual(again.error.details, { id: data.id });
      await me.call("GET", "/v1/projects", undefined, { token: secret });
      const { text } = await list(me);
      const { rows } = await sql<{ all: string }>`
        select concat(
          (select string_agg(k::text, '') from api_keys k), (select string_agg(r::text, '') from replays r)) as all`.execute(
        app().db,
      );
      for (const place of [text, again.text, rows[0]!.all, app().logged.join("")])
        assert.ok(!place.includes(secret));
      assert.ok(!rows[0]!.all.includes(Buffer.from(secret).toString("hex")));
    });

    test("contract/keys, contract/projects: GET /keys lists prefix, name, created, last used and expiry of each key, newest first", async () => {
      const me = await app().member();
      const made = [await create(me, { name: "first" }), await create(me, { name: "second" })];
      const { status, data, headers } = await list(me);
      assert.equal(status, 200);
      assert.equal(headers["cache-control"], "no-store");
      assert.deepEqual(
        data.slice(0, 2),
        made.reverse().map(({ data: { key: _, ...shown } }) => shown),
      );
      assert.deepEqual(Object.keys(data[0]!), [
        "id",
        "name",
        "prefix",
        "created_at",
        "last_used_at",
        "expires_at",
        "member_id",
        "scopes",
      ]);
      assert.equal(data.length, 3, "and the key that the member came with");
    });

    test("contract/keys: DELETE /keys/{keyId} ends a key at once", async () => {
      const me = await app().member();
      const { data } = await create(me);
      const token = data.key!;
      assert.equal((await me.call("GET", "/v1/projects", undefined, { token })).status, 200);
      const deleted = await remove(me, data.id.toUpperCase());
      assert.deepEqual([deleted.status, deleted.data], [200, { id: data.id, deleted: true }]);
      const { status, error } = await me.call("GET", "/v1/projects", undefined, { token });
      assert.deepEqual([status, error.details?.reason], [401, "invalid"]);
      assert.deepEqual((await remove(me, data.id)).error.code, "KEY_NOT_FOUND");
    });

    test("contract/keys: another's key cannot be deleted and goes on working", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const { data } = await create(other);
      assert.equal((await remove(me, data.id)).status, 404);
      assert.equal((await other.call("GET", "/v1/projects", undefined, { token: data.key! })).status, 200);
    });

    for (const id of ["nonsense", "%00", "0", `${randomUUID()}x`, randomUUID()]) {
      test(`contract/keys: DELETE /keys/${id.slice(0, 12)} is 404, never 400`, async () => {
        const me = await app().member();
        const { status, error } = await remove(me, id);
        if (id === "%00") assert.ok(status === 404 || status === 400, "a NUL is no part of an address");
        else assert.deepEqual([status, error.code], [404, "KEY_NOT_FOUND"]);
      });
    }

    test("contract/authentication: an API key is not accepted on the routes for keys, and changes nothing there", async () => {
      const me = await app().member();
      const { data: before } = await list(me);
      for (const [method, path] of [
        ["POST", "/v1/keys"],
        ["GET", "/v1/keys"],
        ["DELETE", `/v1/keys/${before[0]!.id}`],
      ] as const) {
        const { status, error, headers } = await me.call(method, path);
        assert.deepEqual([status, error.code], [401, "JWT_REQUIRED"], method);
        assert.match(
          headers["www-authenticate"] ?? "",
          /error="invalid_token", error_description="session JWT required"/,
        );
      }
      assert.deepEqual(
        (await list(me)).data.map(({ id }) => id),
        before.map(({ id }) => id),
      );
    });

    test("contract/keys: a user has at most ten keys, expired ones included; those of others do not count", async () => {
      const me = await app().member();
      for (let made = 1; made < 10; made += 1) assert.equal((await create(me)).status, 201);
      const { status, error } = await create(me);
      assert.deepEqual([status, error.code], [409, "KEY_LIMIT_REACHED"]);
      assert.deepEqual(error.details, { limit: 10, used: 10 });
      assert.equal((await create(await app().member())).status, 201);
      await remove(me, (await list(me)).data[0]!.id);
      assert.equal((await create(me)).status, 201);
    });

    test("contract/keys: twenty keys made at once end as ten", async () => {
      const me = await app().member();
      await me.session();
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(me)));
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 201).length, 9);
      assert.equal(statuses.filter((status) => status === 409).length, 11);
      assert.equal((await list(me)).data.length, 10);
    });

    test("contract/keys: the time of the last use is recorded", async () => {
      const me = await app().member();
      const { data } = await create(me);
      const usedOf = async () => (await list(me)).data.find(({ id }) => id === data.id)?.last_used_at;
      assert.equal(await usedOf(), null);
      await me.call("GET", "/v1/projects", undefined, { token: data.key! });
      let used = await usedOf();
      for (let looks = 0; !used && looks < 800; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        used = await usedOf();
      }
      assert.ok(Math.abs(Date.parse(used ?? "") - Date.now()) < 60_000);
    });
  },
);

let time = Date.now();

onAnyStore(
  () => ({ now: () => new Date(time) }),
  (app) => {
    test("contract/keys: a key stops working when its time has come, and is still listed", async () => {
      time = Date.now();
      const me = await app().member();
      const token = await me.session();
      const { data } = await me.call<Key>(
        "POST",
        "/v1/keys",
        { expires_at: new Date(time + 60_000).toISOString() },
        { token },
      );
      const key = data.key!;
      assert.equal((await me.call("GET", "/v1/projects", undefined, { token: key })).status, 200);
      time += 60_000;
      const { status, error, headers } = await me.call("GET", "/v1/projects", undefined, { token: key });
      assert.deepEqual([status, error.details?.reason], [401, "expired"]);
      assert.match(headers["www-authenticate"] ?? "", /^Bearer realm="api", error="invalid_token"/);
      const { data: keys } = await me.call<Key[]>("GET", "/v1/keys", undefined, { token });
      assert.ok(keys.some(({ id }) => id === data.id));
    });
  },
);
