import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { bucket } from "./bucket-examples.ts";
import { BucketView, bucketView } from "./bucket-view.ts";
import { findBucket } from "./buckets.ts";

export const getBucket = action({
  name: "get_bucket",
  http: "GET /v1/bucket",
  summary: "Read where the organization's rows and figures go every night, and whether they arrive.",
  description:
    "For admins. Credentials are never shown, except for the last four characters of the key's id.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  problems: ["BUCKET_NOT_FOUND"],
  input: Type.Object({}),
  output: BucketView,
  example: () => ({ answers: { Bucket: { summary: "A bucket", data: bucket } } }),
}).run(async ({ db, caller }) => {
  const bucket = await findBucket(db, caller.organizationId);
  if (!bucket) throw new Problem("BUCKET_NOT_FOUND");
  return bucketView(bucket);
});
