import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Problem } from "../../kernel/problem.ts";
import type { BucketKeys } from "../../outbound/buckets/bucket.ts";
import { bucketTest } from "./bucket-examples.ts";
import { BucketTestView } from "./bucket-view.ts";
import { findBucket } from "./buckets.ts";

const says = "Overheard can write here.\n";
/** Somebody waits for it. */
const withinMs = 30_000;

export const testBucket = action({
  name: "test_bucket",
  http: "POST /v1/bucket/test",
  summary: "Write a small file into the bucket now, and learn what came of it.",
  description:
    "For admins. The file is `v1/test.txt` in the bucket's folder. It is tried also while the export is off. An answer comes within 30 seconds: a service that gives none by then is the fault `timeout`.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "publish",
  limitShared: true,
  problems: ["BUCKET_NOT_FOUND"],
  input: Type.Object({}),
  output: BucketTestView,
  example: () => ({ answers: { BucketTest: { summary: "It was taken", data: bucketTest } } }),
}).run(async ({ db, caller: { organizationId }, buckets, bucketVault, signal, write }) => {
  const bucket = await findBucket(db, organizationId);
  if (!bucket) throw new Problem("BUCKET_NOT_FOUND");
  const { endpoint, region, name, prefix, sealed } = bucket;
  const keys = (await bucketVault.open(organizationId, sealed)) as BucketKeys | undefined;
  const key = `${prefix === "" ? "" : `${prefix}/`}v1/test.txt`;
  const file = { key, body: Buffer.from(says), mediaType: "text/plain; charset=utf-8" };
  const unreadable = {
    fault: "wrong_key",
    status: null,
    response: null,
    region: null,
    durationMs: 0,
  } as const;
  const { fault, status, response, ...came } = keys
    ? await buckets.putFile({ endpoint, region, bucket: name, ...keys }, file, { signal, withinMs })
    : unreadable;
  return write(async () =>
    reply({ key, fault, status, response, bucket_region: came.region, duration_ms: came.durationMs }),
  );
});
