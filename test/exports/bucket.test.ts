import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { after, before, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import type { Static } from "typebox";
import { promptKey } from "../../src/reader/prompt.ts";
import { filesOfAccount } from "../../src/server/account-export/account-files.ts";
import { deleteOrganization } from "../../src/server/deletion/account-deletion.ts";
import type {
  BucketExportView,
  BucketTestView,
  BucketView,
} from "../../src/server/exports/bucket/bucket-view.ts";
import { hurryBucket, switchBucketOff } from "../../src/server/exports/bucket/buckets.ts";
import { claimBucket, renewBucketClaim } from "../../src/server/exports/bucket/claim-buckets.ts";
import { noteExported } from "../../src/server/exports/bucket/exported-reports.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { join } from "../organizations/joining.ts";
import { type Member, onEachStore, type TestApp } from "../start-app.ts";
import { bucketKeys, type FakeBucket, startBucket } from "../vendors/bucket.ts";

type Bucket = Static<typeof BucketView>;
type Tested = Static<typeof BucketTestView>;
type Exported = Static<typeof BucketExportView>;
type Summary = Static<typeof SummaryView>;

interface Manifest {
  schema: string;
  format: string;
  tables: Record<string, { name: string; type: string }[]>;
  files: {
    table: string;
    key: string;
    report_id: string;
    reading: number | null;
    rows: number;
    bytes: number;
  }[];
  removed_reports: string[];
}

const endings: (() => unknown)[] = [];
const end = { after: (work: unknown) => void endings.push(work as () => unknown) };
let lake: FakeBucket;
/** Takes files when it is told to. */
let slow: { host: string; url: string };
const held: (() => void)[] = [];
before(async () => {
  lake = await startBucket(end);
  const server = createServer((request, response) => {
    request.resume().on("end", () => void held.push(() => response.writeHead(200).end()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  end.after(() => server.closeAllConnections());
  end.after(() => new Promise((resolve) => server.close(resolve)));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  slow = { host, url: `http://${host}` };
});
after(async () => {
  for (const end of endings) await end();
});

const clock = { aheadMs: 0 };
const hourMs = 3_600_000;

onEachStore(
  () => ({
    config: { outboundAllow: [lake.host, slow.host], rateLimitScale: 0 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }),
  (app) => {
    const fresh = () => {
      lake.objects.clear();
      lake.put.splice(0);
      lake.instead = undefined;
      lake.aheadMs = clock.aheadMs;
    };
    const asSession = async <D>(me: Member, method: string, path: string, body?: unknown) =>
      me.call<D>(method, path, body, { token: await me.session() });
    const terms = (more: object = {}) => ({
      ...{ endpoint: lake.url, region: "eu-test-1", bucket: "lake", prefix: "client=a/overheard" },
      ...bucketKeys,
      ...more,
    });
    const save = async (me: Member, more: object = {}) => {
      const { status, data, text } = await asSession<Bucket>(me, "PUT", "/v1/bucket", terms(more));
      assert.equal(status, 200, text);
      return data;
    };
    const imported = async (me: Member, projectId: string, answer = "Get Acme, not Bolt.") => {
      const citations = [{ url: "https://acme.example/a" }];
      const rows = [
        { prompt: "one?", provider: "chatgpt", answer, citations },
        { prompt: "=two?", provider: "claude", answer: "Bolt.\nCube." },
      ];
      const { data, text } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
      assert.ok(data?.id, text);
      return data.id;
    };
    const exportNow = async (me: Member, running: TestApp = app()) => {
      const { status, text } = await me.call("POST", "/v1/bucket/export");
      assert.equal(status, 200, text);
      await running.settle();
      return (await me.call<Exported[]>("GET", "/v1/bucket/exports")).data;
    };
    const root = "client=a/overheard/v1/";
    const manifest = (): Manifest =>
      JSON.parse(lake.objects.get(`${root}manifest.json`)!.body.toString("utf8"));
    const linesIn = (key: string) =>
      gunzipSync(lake.objects.get(key)!.body)
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);

    test("contract/bucket: every ended report is written once, and again when it is read again; the manifest is the last file", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const first = await imported(me, projectId);
      await me.call("PATCH", `/v1/projects/${projectId}/tags`, {
        ...{ promptKeys: [promptKey("one?")], add: ["Buying"] },
      });
      await save(me);
      const [exported] = await exportNow(me);
      assert.deepEqual(
        [exported!.fault, exported!.reports, exported!.files, exported!.rows],
        [null, 1, 2, 2],
        JSON.stringify(exported),
      );
      assert.deepEqual(lake.put.slice(-2), [exported!.manifest, `${root}manifest.json`]);
      const { schema, files, tables, removed_reports } = manifest();
      assert.deepEqual([schema, removed_reports], ["overheard.export/1", []]);
      const [rows, figures] = files;
      assert.match(
        rows!.key,
        new RegExp(`^${root}rows/project=${projectId}/date=\\d{4}-\\d\\d-\\d\\d/${first}-001\\.ndjson\\.gz$`),
      );
      assert.match(
        figures!.key,
        new RegExp(`^${root}figures/project=${projectId}/date=[\\d-]+/${first}\\.ndjson\\.gz$`),
      );
      const [one] = linesIn(rows!.key);
      assert.deepEqual(
        Object.keys(one!),
        tables.rows!.map(({ name }) => name),
      );
      assert.deepEqual(
        [
          one!.project_id,
          one!.report_id,
          one!.answer_text,
          one!.brands_named,
          one!.cited_urls,
          one!.prompt_key,
        ],
        [
          projectId,
          first,
          "Get Acme, not Bolt.",
          ["Acme", "Bolt"],
          ["https://acme.example/a"],
          promptKey("one?"),
        ],
      );
      const brands = linesIn(figures!.key);
      assert.deepEqual(
        Object.keys(brands[0]!),
        tables.figures!.map(({ name }) => name),
      );
      const summary = await me.call<{ metrics: Record<string, unknown> }>("GET", `/v1/reports/${first}`);
      const { appearance_rate, appearance_rate_ci, answers } = summary.data.metrics;
      assert.deepEqual(
        [
          brands[0]!.appearance_rate,
          [brands[0]!.appearance_rate_low, brands[0]!.appearance_rate_high],
          brands[0]!.answers,
        ],
        [appearance_rate, appearance_rate_ci, answers],
      );
      assert.deepEqual(
        brands.map(({ brand, is_own_brand, provider }) => [brand, is_own_brand, provider]).slice(0, 3),
        [
          ["Acme", true, null],
          ["Acme", true, "chatgpt"],
          ["Acme", true, "claude"],
        ],
      );

      const { data: full } = await me.call<FullView>("GET", `/v1/reports/${first}?view=full`);
      const [byTag] = full.by_tag;
      assert.deepEqual(
        brands
          .filter(({ tag }) => tag !== null)
          .map((row) => [row.brand, row.tag, row.answers, row.appearance_rate]),
        [["Acme", "Buying", byTag!.answers, byTag!.appearance_rate]],
      );

      const [nothing] = await exportNow(me);
      assert.deepEqual([nothing!.fault, nothing!.reports, manifest().files], [null, 0, []]);

      const second = await imported(me, projectId, "Cube.");
      await me.call("PATCH", `/v1/projects/${projectId}`, { competitors: ["Bolt", "Cube", "Dart"] });
      await app().settle();
      await exportNow(me);
      assert.deepEqual(
        manifest().files.map(({ report_id, reading, key }) => [
          report_id,
          reading,
          lake.put.filter((each) => each === key).length,
        ]),
        [
          [first, 2, 2],
          [first, 2, 2],
          [second, 2, 1],
          [second, 2, 1],
        ],
      );
      assert.equal(linesIn(rows!.key)[0]!.reading, 2);
    });

    test("contract/bucket: a deleted report's files are emptied, and so are those of a deleted project", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { id: other } = await me.project();
      const [first, second] = [await imported(me, projectId), await imported(me, other)];
      await save(me);
      await exportNow(me);
      const keys = manifest().files.map(({ key }) => key);
      await me.call("DELETE", `/v1/reports/${first}`);
      await me.call("DELETE", `/v1/projects/${other}`);
      await app().settle();
      await exportNow(me);
      assert.deepEqual(manifest().removed_reports.sort(), [first, second].sort());
      for (const key of keys) assert.deepEqual(linesIn(key), [], key);
      await exportNow(me);
      assert.deepEqual(manifest().removed_reports, []);
    });

    test("contract/bucket: CSV has the same columns, no formula, and is written anew in the other format", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      await imported(me, projectId, "=1+1; Acme");
      await save(me, { prefix: "" });
      await exportNow(me);
      await save(me, { prefix: "", format: "csv", accessKey: undefined, secretKey: undefined });
      const [exported] = await exportNow(me);
      assert.equal(exported!.reports, 1);
      const { files, tables, format } = JSON.parse(
        lake.objects.get("v1/manifest.json")!.body.toString(),
      ) as Manifest;
      assert.deepEqual([format, files.map(({ key }) => key.slice(-7))], ["csv", [".csv.gz", ".csv.gz"]]);
      const [rows, figures] = files.map(
        ({ key }) =>
          parse(gunzipSync(lake.objects.get(key)!.body), { columns: true }) as Record<string, string>[],
      );
      assert.deepEqual(
        Object.keys(rows![0]!),
        tables.rows!.map(({ name }) => name),
      );
      assert.deepEqual(
        Object.keys(figures![0]!),
        tables.figures!.map(({ name }) => name),
      );
      assert.deepEqual([rows![0]!.answer_text, rows![1]!.prompt], ["'=1+1; Acme", "'=two?"]);
    });

    /** What a program makes of a bucket that knows its manifest alone: tables of SQLite, with the columns and types that it names. */
    function inSqlite(t: TestContext): DatabaseSync {
      const lakeDb = new DatabaseSync(":memory:");
      t.after(() => lakeDb.close());
      const { tables, files, format } = manifest();
      const typeOf = { integer: "integer", boolean: "integer", number: "real" } as Record<string, string>;
      for (const [table, columns] of Object.entries(tables))
        lakeDb.exec(
          `create table "${table}" (${columns.map(({ name, type }) => `"${name}" ${typeOf[type] ?? "text"}`).join(", ")})`,
        );
      for (const { table, key, rows } of files) {
        const text = gunzipSync(lake.objects.get(key)!.body).toString("utf8");
        const read =
          format === "csv"
            ? (parse(text, { columns: true }) as Record<string, unknown>[])
            : text
                .split("\n")
                .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Record<string, unknown>]));
        assert.equal(read.length, rows, key);
        const columns = tables[table]!;
        const insert = lakeDb.prepare(`insert into "${table}" values (${columns.map(() => "?").join(", ")})`);
        const value = (cell: unknown) =>
          cell === null || cell === ""
            ? null
            : typeof cell === "boolean" || cell === "true" || cell === "false"
              ? Number(String(cell) === "true")
              : Array.isArray(cell)
                ? cell.join("; ")
                : (cell as string | number);
        for (const row of read) insert.run(...columns.map(({ name }) => value(row[name])));
      }
      return lakeDb;
    }

    for (const format of ["ndjson", "csv"] as const)
      test(`contract/bucket: a reader that knows the manifest alone counts in ${format} what the app shows, over all answers and over each tag's`, async (t) => {
        fresh();
        const me = await app().member();
        const { id: projectId } = await me.project({ competitors: ["Bolt"] });
        const lines = ["kettle", "lamp", "R&D; desk"];
        const asked = lines.flatMap((line) =>
          [1, 2, 3].map((at) => `which ${line.replace("; ", " ")} ${at}?`),
        );
        const reports: string[] = [];
        for (const second of [0, 1]) {
          const rows = [...asked, "is Acme any good?"].flatMap((prompt, at) =>
            ["chatgpt", "claude", "gemini"].map((provider, each) => ({
              ...{ prompt, provider, answeredAt: `2026-01-${10 + 7 * second}T09:00:00Z` },
              answer: (at + each + second) % 3 === 0 ? "1. Acme\n2. Bolt" : "1. Bolt",
            })),
          );
          const { data } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
          reports.push(data.id);
        }
        for (const [at, line] of lines.entries())
          await me.call("PATCH", `/v1/projects/${projectId}/tags`, {
            ...{ promptKeys: asked.slice(3 * at, 3 * at + 3).map(promptKey), add: [line] },
          });
        await save(me, { format });
        await exportNow(me);
        const lakeDb = inSqlite(t);
        for (const report of reports)
          for (const tag of [null, ...lines]) {
            const where = tag === null ? "" : `?tag=${encodeURIComponent(tag)}`;
            const { data } = await me.call<Summary>("GET", `/v1/reports/${report}${where}`);
            const { answers, mentions, appearance_rate: rate, appearance_rate_ci: ci } = data.metrics;
            const counted = lakeDb
              .prepare(
                `select count(*) as answers, sum(brand_mentioned) as mentions from rows
                where report_id = ? and status = 'ok' and not branded and (? is null or '; ' || tags || '; ' like '%; ' || ? || '; %')`,
              )
              .get(report, tag, tag)!;
            assert.deepEqual({ ...counted }, { answers, mentions }, `${report} ${tag}`);
            const figures = lakeDb
              .prepare(
                `select answers, appearance_rate as rate, appearance_rate_low as low, appearance_rate_high as high from figures
                where report_id = ? and is_own_brand and provider is null and tag is ?`,
              )
              .get(report, tag)!;
            assert.deepEqual(
              { ...figures },
              { answers, rate, low: ci![0], high: ci![1] },
              `${report} ${tag}`,
            );
          }
      });

    test("contract/bucket: a refusal is told by its cause, and nothing counts as exported", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      await imported(me, projectId);
      await save(me);
      const tried = async () => (await me.call<Tested>("POST", "/v1/bucket/test")).data;
      assert.deepEqual([(await tried()).fault, [...lake.objects.keys()]], [null, [`${root}test.txt`]]);
      for (const [more, fault] of [
        [{ accessKey: "AKIANOBODY" }, "wrong_key"],
        [{ secretKey: "not-the-secret" }, "wrong_key"],
        [{ bucket: "pond" }, "no_bucket"],
        [{ region: "us-east-1" }, "wrong_region"],
      ] as const) {
        await save(me, more);
        const { response, ...came } = await tried();
        assert.equal(came.fault, fault);
        for (const secret of Object.values(bucketKeys)) assert.ok(!response?.includes(secret), response!);
        if (fault === "wrong_region") assert.equal(came.bucket_region, "eu-test-1");
      }
      await save(me);
      for (const [refusal, fault] of [
        [{ status: 403, code: "AccessDenied" }, "denied"],
        [{ status: 503, code: "SlowDown" }, "slow_down"],
        [{ status: 507, code: "XMinioStorageFull" }, "full"],
        [{ status: 403, code: "QuotaExceeded" }, "full"],
        [
          { status: 301, code: "PermanentRedirect", headers: { "x-amz-bucket-region": "eu-x" } },
          "wrong_region",
        ],
        [{ status: 500, code: "InternalError" }, "server_error"],
        // Some services begin with 200 and say in the body that it failed.
        [{ status: 200, code: "SlowDown" }, "slow_down"],
        [{ status: 200, code: "Unheard" }, "server_error"],
      ] as const) {
        lake.instead = () => refusal;
        assert.equal((await tried()).fault, fault, refusal.code);
      }
      lake.instead = undefined;
      lake.aheadMs = clock.aheadMs + hourMs;
      assert.equal((await tried()).fault, "clock_skew");
      lake.aheadMs = clock.aheadMs;

      let files = 0;
      lake.instead = () => (++files === 2 ? { status: 403, code: "AccessDenied" } : undefined);
      const [failed] = await exportNow(me);
      assert.deepEqual([failed!.fault, failed!.status, failed!.manifest], ["denied", 403, null]);
      const bucket = (await me.call<Bucket>("GET", "/v1/bucket")).data;
      assert.ok(bucket.failing_since);
      assert.equal(lake.objects.has(`${root}manifest.json`), false);
      lake.instead = undefined;
      clock.aheadMs += 2 * 60_000;
      lake.aheadMs = clock.aheadMs;
      await app().settle();
      assert.equal(manifest().files.length, 2, "it is tried again by itself");
      assert.equal((await me.call<Bucket>("GET", "/v1/bucket")).data.failing_since, null);
    });

    test("contract/bucket: a bucket that takes its files slowly does not hold up those of other organizations", async () => {
      fresh();
      const [first, other] = [await app().member(), await app().member()];
      for (const one of [first, other]) await imported(one, (await one.project()).id);
      await save(first, { endpoint: slow.url });
      await save(other);
      await first.call("POST", "/v1/bucket/export");
      const settled = app().settle();
      for (let looks = 0; held.length === 0 && looks < 2_000; looks += 1) await pause(5);
      await other.call("POST", "/v1/bucket/export");
      for (let looks = 0; !lake.objects.has(`${root}manifest.json`) && looks < 2_000; looks += 1) {
        app().app.services.queue.wake();
        await pause(5);
      }
      assert.equal(lake.objects.has(`${root}manifest.json`), true, "the other's has been written");
      assert.equal(held.length, 1, "and the first file of the slow one is under way");
      const going = setInterval(() => {
        for (const answer of held.splice(0)) answer();
      }, 5);
      await settled;
      clearInterval(going);
      const [exported] = (await first.call<Exported[]>("GET", "/v1/bucket/exports")).data;
      assert.deepEqual([exported!.fault, exported!.files], [null, 2]);
      // It answers no more, and others let days pass.
      await asSession(first, "DELETE", "/v1/bucket");
    });

    test("contract/bucket: what passes is tried again at once", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      await imported(me, projectId);
      await save(me);
      let requests = 0;
      lake.instead = () => (++requests % 2 === 1 ? { status: 503, code: "SlowDown" } : undefined);
      const [exported] = await exportNow(me);
      assert.deepEqual([exported!.fault, exported!.files], [null, 2]);
    });

    test("contract/bucket: it is exported to at its hour, and turned off after five days of failures, until somebody saves it", async () => {
      fresh();
      const me = await app().member();
      await me.project();
      const bucket = await save(me, { hour: 3, timezone: "europe/berlin" });
      assert.equal(bucket.timezone, "Europe/Berlin");
      const due = new Date(bucket.next_export_at!);
      const hourIn = new Intl.DateTimeFormat("en", {
        timeZone: "Europe/Berlin",
        hour: "numeric",
        hourCycle: "h23",
      });
      assert.equal(hourIn.format(due), "03");
      await app().settle();
      assert.deepEqual(lake.put, []);
      const before = clock.aheadMs;
      clock.aheadMs += due.getTime() - (Date.now() + clock.aheadMs) + 1_000;
      lake.aheadMs = clock.aheadMs;
      await app().settle();
      assert.equal(lake.objects.has(`${root}manifest.json`), true);
      lake.instead = () => ({ status: 404, code: "NoSuchBucket" });
      for (let days = 0; days < 25; days++) {
        clock.aheadMs += 7 * hourMs;
        await app().settle();
      }
      const off = (await me.call<Bucket>("GET", "/v1/bucket")).data;
      assert.deepEqual([off.active, off.off_because, off.next_export_at], [false, "failing", null]);
      lake.instead = undefined;
      lake.aheadMs = clock.aheadMs;
      clock.aheadMs = before;
      lake.aheadMs = before;
      assert.equal((await save(me)).active, true);
    });

    test("contract/bucket: credentials are shown to nobody, stored sealed and logged nowhere", async () => {
      fresh();
      const me = await app().member();
      await me.project();
      const saved = await save(me);
      assert.equal(saved.access_key_hint, bucketKeys.accessKey.slice(-4));
      lake.instead = () => ({
        status: 403,
        code: "SignatureDoesNotMatch",
        more: Object.values(bucketKeys).join(" "),
      });
      const exports = await exportNow(me);
      const read = await me.call("GET", "/v1/bucket");
      const audit = await asSession(me, "GET", "/v1/organization/audit-log");
      assert.match(audit.text, /save_bucket/);
      const { rows } =
        await sql`select b.*, e.* from buckets b left join bucket_exports e on e.organization_id = b.organization_id
        where b.organization_id = ${me.userId}`.execute(app().db);
      for (const secret of Object.values(bucketKeys))
        for (const text of [
          JSON.stringify(exports),
          read.text,
          audit.text,
          JSON.stringify(rows),
          ...app().logged,
        ])
          assert.ok(!text.includes(secret), text.slice(0, 300));
      lake.instead = undefined;
      clock.aheadMs += 2 * 60_000;
      lake.aheadMs = clock.aheadMs;
      await app().settle();
    });

    test("contract/bucket: it is for admins, saved with a session alone, and ends with whoever saved it", async () => {
      fresh();
      const owner = await app().member();
      await owner.project();
      const admin = await app().member();
      const { as, memberId } = await join(owner, admin, "admin");
      const saved = await as("PUT", "/v1/bucket", terms());
      assert.equal(saved.status, 200, saved.text);
      assert.equal((await owner.call("PUT", "/v1/bucket", terms())).error.code, "JWT_REQUIRED");
      assert.equal((await owner.call("DELETE", "/v1/bucket")).error.code, "JWT_REQUIRED");
      const { as: asViewer } = await join(owner, await app().member(), "viewer");
      assert.equal((await asViewer("GET", "/v1/bucket")).error.code, "INSUFFICIENT_ROLE");
      const gone = await asSession(owner, "DELETE", `/v1/organization/members/${memberId}`);
      assert.equal(gone.status, 200, gone.text);
      await exportNow(owner);
      const off = (await owner.call<Bucket>("GET", "/v1/bucket")).data;
      assert.deepEqual([off.off_because, lake.put], ["member_gone", []]);
      assert.equal((await asSession(owner, "DELETE", "/v1/bucket")).status, 200);
      for (const [method, path] of [
        ["GET", "/v1/bucket"],
        ["POST", "/v1/bucket/test"],
        ["POST", "/v1/bucket/export"],
      ] as const)
        assert.equal((await owner.call(method, path)).error.code, "BUCKET_NOT_FOUND", path);
    });

    test("contract/bucket: it is in the archive of an account without its key, and is deleted with its organization", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      await imported(me, projectId);
      await save(me);
      await exportNow(me);
      let text = "";
      const user = await app()
        .db.selectFrom("users")
        .selectAll()
        .where("id", "=", me.userId)
        .executeTakeFirstOrThrow();
      for await (const file of filesOfAccount(app().db, user, {
        siteUrl: "https://a.example",
        now: new Date(),
      }))
        text += `${file.path} ${file.text}`;
      assert.ok(text.includes("bucket.jsonl {") && text.includes('"bucket":"lake"'));
      for (const secret of Object.values(bucketKeys)) assert.ok(!text.includes(secret));
      await deleteOrganization(app().db, me.userId, new Date());
      for (const table of ["buckets", "bucket_exports", "exported_reports"] as const)
        assert.deepEqual(
          await app().db.selectFrom(table).selectAll().where("organization_id", "=", me.userId).execute(),
          [],
        );
    });

    test("contract/bucket: two processes never write to one bucket, and what a dead one left is written again", async () => {
      fresh();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const report = await imported(me, projectId);
      await save(me);
      const { db } = app();
      const now = new Date(Date.now() + clock.aheadMs);
      await hurryBucket(db, me.userId, now);
      const dead = await claimBucket(db, now);
      assert.equal(dead?.organizationId, me.userId);
      assert.equal(await claimBucket(db, now), undefined);
      const files = { reportId: report, projectId, date: "2026-01-01", parts: 2 };
      await noteExported(db, me.userId, files);
      await sql`update buckets set claimed_until = clock_timestamp() - interval '1 s'
        where organization_id = ${me.userId}`.execute(db);
      await app().settle();
      assert.equal(await renewBucketClaim(db, dead!), false);
      const keys = manifest().files.map(({ key, rows }) => [key.replace(/.*date=/, ""), rows]);
      assert.deepEqual(keys, [
        [`2026-01-01/${report}-001.ndjson.gz`, 2],
        [`2026-01-01/${report}.ndjson.gz`, 5],
        [`2026-01-01/${report}-002.ndjson.gz`, 0],
      ]);
    });

    test("contract/bucket: a process that still writes to a bucket that was deleted has no claim on the next", async () => {
      fresh();
      const me = await app().member();
      const { db } = app();
      const now = new Date(Date.now() + clock.aheadMs);
      const claim = async () => {
        await save(me);
        await hurryBucket(db, me.userId, now);
        return (await claimBucket(db, now))!;
      };
      const former = await claim();
      await asSession(me, "DELETE", "/v1/bucket");
      const next = await claim();
      assert.equal(await renewBucketClaim(db, former), false);
      assert.equal(await switchBucketOff(db, former, "failing"), false);
      assert.equal(await renewBucketClaim(db, next), true);
      await asSession(me, "DELETE", "/v1/bucket");
    });

    test("contract/bucket: what cannot be a bucket is refused by its field", async () => {
      const me = await app().member();
      for (const [more, path] of [
        [{ endpoint: `${lake.url}/lake` }, "/endpoint"],
        [{ endpoint: "https://lake.s3.eu-central-1.amazonaws.com" }, "/endpoint"],
        [{ endpoint: "https://{bucket}.oss.example/lake" }, "/endpoint"],
        [{ bucket: "a/../b" }, "/bucket"],
        [{ prefix: "../up" }, "/prefix"],
        [{ prefix: "a//b" }, "/prefix"],
        [{ prefix: "a/./b" }, "/prefix"],
        [{ region: "Frankfurt" }, "/region"],
        [{ timezone: "+01:00" }, "/timezone"],
        [{ accessKey: undefined, secretKey: undefined }, "/secretKey"],
        [{ secretKey: undefined }, "/secretKey"],
      ] as const) {
        const { status, error } = await asSession(me, "PUT", "/v1/bucket", terms(more));
        const [issue] = (error.details as { issues: { path: string }[] }).issues;
        assert.deepEqual([status, issue!.path], [400, path]);
      }
      for (const endpoint of [
        "http://s3.example.com",
        "https://10.0.0.1",
        "https://localhost",
        "https://169.254.169.254",
      ]) {
        const { error } = await asSession(me, "PUT", "/v1/bucket", terms({ endpoint }));
        assert.equal(error.code, "URL_NOT_ALLOWED", endpoint);
      }
    });
  },
);
