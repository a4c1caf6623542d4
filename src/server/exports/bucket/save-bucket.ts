import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { changesBetween } from "../../organizations/audit-log/audited-changes.ts";
import { lockOrganization } from "../../organizations/organizations.ts";
import type { BucketKeys } from "../../outbound/buckets/bucket.ts";
import { nextNight } from "../../projects/schedule.ts";
import { bucket, bucketKeys } from "./bucket-examples.ts";
import { bucketDefaults, bucketFields, endpointOf, keysMissing, timezoneOf } from "./bucket-terms.ts";
import { BucketView, bucketView } from "./bucket-view.ts";
import { findBucket, saveBucket as save } from "./buckets.ts";

export const saveBucket = action({
  name: "save_bucket",
  http: "PUT /v1/bucket",
  summary: "Have the organization's rows and figures written into an S3-compatible bucket every night.",
  description:
    "For admins. The first export has all reports, each later one what has ended, been read again or been deleted since. The key's id and secret are stored encrypted; leave both out to keep them. Nothing is written before the first night, or before `POST /v1/bucket/export`.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  problems: ["URL_NOT_ALLOWED"],
  input: Type.Object(bucketFields),
  output: BucketView,
  example: () => ({
    bodies: {
      usual: {
        summary: "A bucket of Amazon S3",
        value: {
          ...{ endpoint: bucket.endpoint, region: bucket.region, bucket: bucket.bucket },
          ...{ hour: 3, timezone: "Europe/Berlin", ...bucketKeys },
        },
      },
    },
    answers: { Bucket: { summary: "A bucket", data: bucket } },
  }),
}).run(async (context, { endpoint, bucket: name, accessKey, secretKey, ...options }) => {
  const { caller, buckets, bucketVault: vault, now, settings, write } = context;
  const { organizationId, userId } = caller;
  if ((accessKey === undefined) !== (secretKey === undefined)) throw keysMissing();
  const keys: BucketKeys | null =
    accessKey && secretKey ? { accessKeyId: accessKey, secretAccessKey: secretKey } : null;
  const { region, prefix, format, hour, timezone: zoneName, active } = { ...bucketDefaults, ...options };
  const timezone = timezoneOf(zoneName);
  const origin = await buckets.check(endpointOf(endpoint, name), name);
  const sealedAnew = keys && (await vault.seal(organizationId, keys));
  return write(async (db) => {
    await lockOrganization(db, organizationId);
    const before = await findBucket(db, organizationId, { lock: true });
    const sealed = sealedAnew ?? before?.sealed;
    if (sealed === undefined) throw keysMissing();
    const keyHint = keys ? keys.accessKeyId.slice(-4) : before!.keyHint;
    const dueAt = nextNight({ hour, timezone, id: organizationId, spread: settings.spreadSchedules }, now());
    const saved = await save(
      db,
      {
        ...{ organizationId, userId, endpoint: origin, region, name, prefix, format, hour, timezone },
        ...{ sealed, keyHint, active, dueAt },
      },
      now(),
    );
    const view = bucketView(saved);
    const audited = changesBetween(before ? bucketView(before) : {}, {
      ...view,
      ...(keys ? { access_key: "changed" } : {}),
    });
    return reply(view, { audited });
  });
});
