import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { bucketKeys, type FakeBucket, startBucket } from "../../../../test/vendors/bucket.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import type { BucketAccess } from "./bucket.ts";
import { createBuckets } from "./index.ts";

const endings: (() => unknown)[] = [];
let lake: FakeBucket;
let port: string;
before(async () => {
  lake = await startBucket({ after: (work) => void endings.push(work as () => unknown) });
  port = lake.host.split(":")[1]!;
});
after(async () => {
  for (const end of endings) await end();
});
beforeEach(() => {
  lake.objects.clear();
  lake.put.splice(0);
  Object.assign(lake, { instead: undefined, inHost: false, locked: false });
});

const waits: number[] = [];
const buckets = () =>
  createBuckets(
    createOutside({
      allow: [lake.host, `lake.oss.example:${port}`, `oss.example:${port}`],
      proxy: null,
      resolve: async () => ["127.0.0.1"],
    }),
    { now: () => new Date(), pause: async (ms) => void waits.push(ms) },
  );

const access = (endpoint = lake.url): BucketAccess => ({
  ...{ endpoint, region: "eu-test-1", bucket: "lake" },
  ...{ accessKeyId: bucketKeys.accessKey, secretAccessKey: bucketKeys.secretKey },
});
const file = (body: Buffer = Buffer.from("{}")) => ({
  key: "v1/rows/date=2026-11-27/a.gz",
  body,
  mediaType: "application/gzip",
});

test("a service that takes the bucket in the host alone says so, and takes it there", async () => {
  lake.inHost = true;
  const refused = await buckets().putFile(access(), file());
  assert.deepEqual([refused.fault, refused.status], ["bucket_in_host", 403]);
  const endpoint = await buckets().check(`http://{bucket}.oss.example:${port}`, "lake");
  assert.equal(endpoint, `http://{bucket}.oss.example:${port}`);
  const outcome = await buckets().putFile(access(endpoint), file());
  assert.equal(outcome.fault, null, outcome.response ?? "");
  assert.deepEqual(lake.put, ["v1/rows/date=2026-11-27/a.gz"]);
});

test("an address with the bucket in its host is checked as what requests go to", async () => {
  await assert.rejects(buckets().check("https://{bucket}.internal", "lake"), { code: "URL_NOT_ALLOWED" });
});

test("a bucket with a lock takes files, and one of more than five MB comes whole", async () => {
  lake.locked = true;
  const body = Buffer.alloc(7 * 1024 * 1024, "row\n");
  const { fault, response } = await buckets().putFile(access(), file(body));
  assert.equal(fault, null, response ?? "");
  assert.ok(lake.objects.get("v1/rows/date=2026-11-27/a.gz")!.body.equals(body));
});

for (const [status, code, fault, tries] of [
  [400, "RequestTimeout", "timeout", 3],
  [400, "IncompleteBody", "server_error", 3],
  [400, "BadDigest", "server_error", 3],
  [409, "OperationAborted", "server_error", 3],
  [503, "RequestLimitExceeded", "slow_down", 3],
  [403, "RequestInTheFuture", "clock_skew", 1],
  [403, "QuotaExceeded", "full", 1],
  [400, "InvalidRequest", "refused", 1],
] as const)
  test(`${status} ${code} means ${fault}, and is tried ${tries === 1 ? "once" : "again"}`, async () => {
    let requests = 0;
    lake.instead = () => {
      requests += 1;
      return { status, code };
    };
    assert.deepEqual([(await buckets().putFile(access(), file())).fault, requests], [fault, tries]);
  });

test("a service that never answers takes no longer than all attempts may together", {
  timeout: 20_000,
}, async () => {
  let requests = 0;
  lake.instead = () => {
    requests += 1;
    return "hang";
  };
  const { fault, status } = await buckets().putFile(access(), file(), { withinMs: 300 });
  assert.deepEqual([fault, status, requests], ["timeout", null, 1]);
});

test("what passes is tried three times in all, unless somebody else has taken over", async () => {
  let requests = 0;
  lake.instead = () => {
    requests += 1;
    return { status: 503, code: "SlowDown" };
  };
  waits.splice(0);
  assert.equal((await buckets().putFile(access(), file())).fault, "slow_down");
  assert.deepEqual([requests, waits], [3, [100, 1_000]]);
  const { fault } = await buckets().putFile(access(), file(), { goOn: async () => false });
  assert.deepEqual([fault, requests], ["slow_down", 4]);
});
