import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Ending } from "../stores.ts";

export const bucketKeys = {
  accessKey: "AKIAOVERHEARDTESTS",
  secretKey: "wJalr/XUtnFEMI+K7MDENGbPxRfiCYEXAMPLE",
};

interface Stored {
  body: Buffer;
  type: string | undefined;
}

export interface FakeBucket {
  url: string;
  host: string;
  /** What its one bucket, `lake`, holds, by name. */
  objects: Map<string, Stored>;
  /** Names in the order they were written, repetitions included. */
  put: string[];
  /** Decides per request; unset or undefined, it behaves. */
  instead?: ((key: string) => Refusal | "hang" | undefined) | undefined;
  /** Takes the bucket's name in the host alone, as Alibaba Cloud and Tencent Cloud do. */
  inHost: boolean;
  /** Has a default retention, as buckets with Object Lock may. */
  locked: boolean;
  /** The server's clock, ahead of ours by so many milliseconds. */
  aheadMs: number;
}

export interface Refusal {
  status: number;
  code: string;
  headers?: Record<string, string>;
  more?: string;
}

/**
 * A local server that takes objects as Amazon S3 does. It checks each request's signature, hash and time itself, after AWS's description of
 * Signature Version 4, and refuses in the service's own words.
 */
export async function startBucket(t: Ending): Promise<FakeBucket> {
  const bucket: FakeBucket = {
    url: "",
    host: "",
    objects: new Map(),
    put: [],
    aheadMs: 0,
    inHost: false,
    locked: false,
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const [, ...parts] = decodeURIComponent(request.url ?? "").split("/");
    const name = bucket.inHost ? String(request.headers.host).split(".")[0]! : parts.shift()!;
    const key = parts.join("/");
    const instead = bucket.instead?.(key);
    if (instead === "hang") return;
    const refusal =
      instead ??
      refusalOf(request, body, Date.now() + bucket.aheadMs) ??
      missing(name, bucket.inHost) ??
      unsummed(bucket, request, body);
    if (refusal) return refuse(response, refusal);
    bucket.put.push(key);
    bucket.objects.set(key, { body, type: request.headers["content-type"] });
    response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  bucket.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  bucket.url = `http://${bucket.host}`;
  return bucket;
}

const missing = (name: string, isInHost: boolean): Refusal | null =>
  name === "lake"
    ? null
    : isInHost
      ? { status: 403, code: "SecondLevelDomainForbidden" }
      : { status: 404, code: "NoSuchBucket", more: `<BucketName>${name}</BucketName>` };

/** Source: docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html. */
function unsummed({ locked: isLocked }: FakeBucket, request: IncomingMessage, body: Buffer): Refusal | null {
  const md5 = request.headers["content-md5"];
  if (md5 === undefined) return isLocked ? { status: 400, code: "InvalidRequest" } : null;
  const is = createHash("md5").update(body).digest("base64");
  return md5 === is ? null : { status: 400, code: "BadDigest" };
}

function refuse(response: ServerResponse, { status, code, headers = {}, more = "" }: Refusal): void {
  response.writeHead(status, { "content-type": "application/xml", ...headers });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`,
  );
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();

/** Source: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
function refusalOf(request: IncomingMessage, body: Buffer, nowMs: number): Refusal | null {
  // Backblaze refuses them, and Cloudflare some. Source: www.backblaze.com/docs/cloud-storage-s3-compatible-api.
  if (Object.keys(request.headers).some((name) => /^x-amz-(checksum|sdk)/.test(name)))
    return { status: 400, code: "InvalidArgument" };
  const header = (name: string) => String(request.headers[name] ?? "");
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header("authorization"),
    );
  if (!match) return { status: 403, code: "AccessDenied" };
  const [, id, day, region, signedHeaders, signature] = match as unknown as string[];
  if (id !== bucketKeys.accessKey)
    return { status: 403, code: "InvalidAccessKeyId", more: `<AWSAccessKeyId>${id}</AWSAccessKeyId>` };
  if (region !== "eu-test-1") {
    return { status: 400, code: "AuthorizationHeaderMalformed", more: "<Region>eu-test-1</Region>" };
  }
  const date = header("x-amz-date");
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(nowMs - at) <= 15 * 60_000)) return { status: 403, code: "RequestTimeTooSkewed" };
  if (header("x-amz-content-sha256") !== sha256(body))
    return { status: 400, code: "XAmzContentSHA256Mismatch" };
  const names = signedHeaders!.split(";");
  const path = decodeURIComponent(request.url ?? "")
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");
  const canonical = [
    ...[request.method, path, "", ...names.map((name) => `${name}:${header(name).trim()}`), ""],
    ...[signedHeaders, header("x-amz-content-sha256")],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (key, part) => hmac(key, part!),
    `AWS4${bucketKeys.secretKey}`,
  );
  const expected = hmac(key as Buffer, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n"));
  if (!timingSafeEqual(expected, Buffer.from(signature!, "hex")))
    return { status: 403, code: "SignatureDoesNotMatch", more: `<StringToSign>${canonical}</StringToSign>` };
  return null;
}
