import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Problem } from "../../kernel/problem.ts";
import { bucket } from "./bucket-examples.ts";
import { BucketView, bucketView } from "./bucket-view.ts";
import { hurryBucket } from "./buckets.ts";

export const exportToBucket = action({
  name: "export_to_bucket",
  http: "POST /v1/bucket/export",
  summary: "Export to the bucket now instead of at night; `GET /v1/bucket/exports` shows what came of it.",
  description: "For admins. It waits while the export is off.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "publish",
  limitShared: true,
  problems: ["BUCKET_NOT_FOUND"],
  input: Type.Object({}),
  output: BucketView,
  example: () => ({ answers: { Bucket: { summary: "A bucket", data: bucket } } }),
}).run(async ({ caller, now, queue, write }) => {
  const replied = await write(async (db) => {
    const due = await hurryBucket(db, caller.organizationId, now());
    if (!due) throw new Problem("BUCKET_NOT_FOUND");
    return reply(bucketView(due));
  });
  queue.wake();
  return replied;
});
