/** What is sealed of a bucket. */
export interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where a bucket's name stands in a host, as in `https://{bucket}.oss-cn-shanghai.aliyuncs.com`. */
export const bucketPlace = "{bucket}";

/** A bucket that speaks the protocol of Amazon S3, opened. */
export interface BucketAccess extends BucketKeys {
  /** Origin of the service; with `bucketPlace` in its host where the bucket's name stands there, and not in the path. */
  endpoint: string;
  region: string;
  bucket: string;
}

/** Why a file was not taken, in a word. */
export const bucketFaults = [
  "not_allowed", // the outbound guard refuses the address
  "wrong_key", // no such access key, or not its secret
  "denied", // the key may not write there, or a policy of the bucket refuses it
  "no_bucket",
  "wrong_region",
  "bucket_in_host", // the service takes its name in the host alone
  "clock_skew", // this server's clock and theirs differ too much
  "slow_down",
  "full",
  "refused", // another answer that is no success
  "server_error",
  "timeout",
  "unreachable",
  "tls", // no trusted certificate
  "bad_response",
] as const;
export type BucketFault = (typeof bucketFaults)[number];

/** What came of writing a file. */
export interface BucketOutcome {
  /** Null: it was taken. */
  fault: BucketFault | null;
  status: number | null;
  durationMs: number;
  /** How the answer began, at most 1 KiB, without our secrets: foreign text. */
  response: string | null;
  /** Where the bucket is, if the answer says that it is in another region. */
  region: string | null;
}

export interface BucketFile {
  /** Its name in the bucket, of letters, digits and `-_./=` alone. */
  key: string;
  body: Uint8Array;
  mediaType: string;
}

export interface PutTerms {
  signal?: AbortSignal;
  /** For all attempts together, in milliseconds; by default, each has its own bound. */
  withinMs?: number;
  goOn?: () => Promise<boolean>;
}

/** Writes files into buckets of others. */
export interface Buckets {
  /** The origin that requests will go to. Throws the guard's URL_NOT_ALLOWED for an address to which nothing may be sent. */
  check(endpoint: string, bucket: string): Promise<string>;
  /**
   * Writes one file in place of any before it, in up to three attempts if it may help and `goOn`, asked before each further one, says so.
   * Never rejects for what the other side does.
   */
  putFile(access: BucketAccess, file: BucketFile, terms?: PutTerms): Promise<BucketOutcome>;
}
