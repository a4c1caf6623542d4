import { Problem } from "../../kernel/problem.ts";
import { isPage } from "../foreign-response.ts";
import { OutsideError, type OutsideErrorKind, type OutsideResponse } from "../outside.ts";
import type { BucketFault } from "./bucket.ts";

/** Source: docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html; MinIO, Cloudflare R2, Google and Backblaze have some of their own. */
const byCode: readonly (readonly [RegExp, BucketFault])[] = [
  [/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|Unauthorized)$/, "wrong_key"],
  [/^(RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)$/, "clock_skew"],
  [/^(NoSuchBucket|InvalidBucketName|NotFound)$/, "no_bucket"],
  [/^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocation\w*)$/, "wrong_region"],
  [/^(SecondLevelDomainForbidden|PathStyle\w*)$/, "bucket_in_host"],
  [
    /^(SlowDown\w*|(Request)?Throttl\w*|TooManyRequests\w*|\w+LimitExceeded|ServiceUnavailable|XMinioServerNotInitialized)$/,
    "slow_down",
  ],
  // With 400, though the same request may well be taken: it came too slowly, or not as it was sent.
  [/^RequestTimeout\w*$/, "timeout"],
  [/^(BadDigest|IncompleteBody|XAmzContentSHA256Mismatch|OperationAborted)$/, "server_error"],
  [
    /^(\w*StorageFull|\w*QuotaExceeded|\w*StorageCapExceeded|InsufficientStorage|storage_cap_exceeded)$/,
    "full",
  ],
  [/^(AccessDenied|AccountProblem|AllAccessDisabled|InvalidObjectState)$/, "denied"],
];

const byStatus: Record<number, BucketFault> = {
  ...{ 301: "wrong_region", 307: "wrong_region", 401: "wrong_key", 403: "denied", 404: "no_bucket" },
  ...{ 429: "slow_down", 503: "slow_down", 507: "full" },
};

/** What an answer means; null: the file was taken. */
export function faultOf({ status, body }: Pick<OutsideResponse, "status" | "body">): BucketFault | null {
  const code = wordIn(body, /<Code>\s*(\w{1,60})\s*<\/Code>/);
  // A service that has begun to answer says an error in the body; a page is the answer of something else.
  if (status >= 200 && status < 300 && code === null) return isPage(body) ? "bad_response" : null;
  const entry = code === null ? undefined : byCode.find(([words]) => words.test(code));
  return entry?.[1] ?? byStatus[status] ?? (status >= 500 || status < 300 ? "server_error" : "refused");
}

/** Where the bucket is, as an answer says it; null if it does not. */
export function regionIn({ headers, body }: Pick<OutsideResponse, "headers" | "body">): string | null {
  const region = headers["x-amz-bucket-region"] ?? wordIn(body, /<Region>\s*([a-z0-9-]{1,40})\s*<\/Region>/);
  return region !== null && /^[a-z0-9-]{1,40}$/.test(region) ? region : null;
}

const wordIn = (body: Buffer, word: RegExp): string | null => word.exec(body.toString("utf8"))?.[1] ?? null;

const byError: Record<OutsideErrorKind, BucketFault> = {
  ...{ dns: "unreachable", connection: "unreachable", proxy: "unreachable", cancelled: "unreachable" },
  ...{ tls: "tls", timeout: "timeout", too_large: "bad_response", headers_too_large: "bad_response" },
  ...{ bad_response: "bad_response", too_many_redirects: "wrong_region", redirect_refused: "wrong_region" },
};

/** What a request that brought no answer failed of. Throws what is no failure of the other side. */
export function faultOfError(error: unknown): BucketFault {
  if (error instanceof Problem && error.code === "URL_NOT_ALLOWED") return "not_allowed";
  if (error instanceof OutsideError) return byError[error.kind];
  throw error;
}

/** Whether the same request may succeed in a moment. */
export const passes = (fault: BucketFault): boolean =>
  ["slow_down", "server_error", "timeout", "unreachable"].includes(fault);
