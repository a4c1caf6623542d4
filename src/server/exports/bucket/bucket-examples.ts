import type { Static } from "typebox";
import { earlier, later, memberId } from "../../api/examples/northwind.ts";
import type { BucketExportView, BucketTestView, BucketView } from "./bucket-view.ts";

export const bucket: Static<typeof BucketView> = {
  ...{ endpoint: "https://s3.eu-central-1.amazonaws.com", region: "eu-central-1" },
  ...{ bucket: "northwind-visibility", prefix: "overheard", format: "ndjson", hour: 3 },
  ...{ timezone: "Europe/Berlin", access_key_hint: "MPLE", user_id: memberId, active: true },
  ...{ off_because: null, failing_since: null, next_export_at: later, created_at: earlier },
};

/** Amazon's own example, which opens nothing. */
export const bucketKeys = {
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

const success = { fault: null, status: 200, response: "" };

export const bucketTest: Static<typeof BucketTestView> = {
  ...{ key: "overheard/v1/test.txt", ...success, bucket_region: null, duration_ms: 92 },
};

const exportId = "019bbf62-3f40-7b5c-8d6e-7f8a9b0c1d2e";

export const bucketExport: Static<typeof BucketExportView> = {
  ...{ id: exportId, created_at: earlier, duration_ms: 1_840, reports: 2, files: 4, rows: 96, bytes: 61_240 },
  ...{ manifest: `overheard/v1/manifests/2026-01-08T09-00-00Z-${exportId}.json`, ...success },
};
