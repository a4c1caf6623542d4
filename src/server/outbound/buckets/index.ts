import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { foreignResponse } from "../foreign-response.ts";
import type { Outside } from "../outside.ts";
import {
  type BucketAccess,
  type BucketFile,
  type BucketOutcome,
  type Buckets,
  bucketPlace,
} from "./bucket.ts";
import { faultOf, faultOfError, passes, regionIn } from "./refusals.ts";

/** A part of a few MiB through a slow line. */
const attemptMs = 60_000;
/** What is read of an answer. */
const bytesMax = 4_096;
/** Before the second and the third attempt. Source: the standard mode of AWS's own clients. */
const pausesMs = [100, 1_000];

/** Writes files through the outbound guard. */
export function createBuckets(
  outside: Outside,
  {
    now,
    pause = (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
  }: { now(): Date; pause?: (ms: number, signal?: AbortSignal) => Promise<unknown> },
): Buckets {
  return {
    async check(endpoint, bucket) {
      const isInHost = endpoint.includes(bucketPlace);
      const { origin } = await outside.check(endpoint.replace(bucketPlace, bucket), { encrypted: true });
      return isInHost ? origin.replace(`//${bucket.toLowerCase()}.`, `//${bucketPlace}.`) : origin;
    },
    async putFile(
      access,
      file,
      { signal, withinMs = Number.POSITIVE_INFINITY, goOn = async () => true } = {},
    ) {
      const began = performance.now();
      const remaining = () => withinMs - (performance.now() - began);
      for (let attempt = 0; ; attempt++) {
        const timeoutMs = Math.max(1, Math.min(attemptMs, Math.ceil(remaining())));
        const outcome = await putOnce(outside, access, file, { now: now(), timeoutMs, signal });
        const pauseMs = pausesMs[attempt];
        if (outcome.fault === null || !passes(outcome.fault) || pauseMs === undefined || signal?.aborted)
          return outcome;
        if (remaining() <= pauseMs) return outcome;
        await pause(pauseMs, signal).catch(() => undefined);
        if (!(await goOn())) return outcome;
      }
    },
  };
}

async function putOnce(
  outside: Outside,
  access: BucketAccess,
  { key, body, mediaType }: BucketFile,
  { now, timeoutMs, signal }: { now: Date; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<BucketOutcome> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = access;
  // The bucket stands in the path, which nearly every service takes: a name with dots has no certificate as a host.
  const root = endpoint.includes(bucketPlace)
    ? endpoint.replace(bucketPlace, bucket)
    : `${endpoint}/${bucket}`;
  // Written as it is signed, so that no service has to decide how it was meant.
  const url = `${root}/${key.split("/").map(encodeURIComponent).join("/")}`;
  // Loaded at the first file, which the start need not wait for.
  const { AwsV4Signer } = await import("aws4fetch");
  const signed = await new AwsV4Signer({
    ...{ method: "PUT", url, accessKeyId, secretAccessKey, region, service: "s3" },
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ""),
    headers: { "x-amz-content-sha256": await sha256(body) },
  }).sign();
  const headers: Record<string, string> = {
    ...Object.fromEntries(signed.headers),
    "content-type": mediaType,
    // Buckets with Object Lock take nothing without it. Some services refuse the newer headers for the same.
    "content-md5": createHash("md5").update(body).digest("base64"),
  };
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const response = await outside.fetch({
      ...{ url, method: "PUT", headers, body, encrypted: true, timeoutMs, bytesMax, whenTooLarge: "cut" },
      ...(signal ? { signal } : {}),
    });
    const { status } = response;
    const fault = faultOf(response);
    const foreign = foreignResponse(
      { status, type: response.headers["content-type"], body: response.body },
      // The words of a signature are those of the service's own answers: only what stands after them is ours.
      { url, headers: [] },
      [accessKeyId, secretAccessKey, ...(headers.authorization?.match(/[0-9a-f]{64}/g) ?? [])],
    );
    return {
      ...{ fault, status, durationMs: durationMs(), response: foreign.beginning() },
      region: fault === "wrong_region" ? regionIn(response) : null,
    };
  } catch (error) {
    const none = { status: null, response: null, region: null };
    return { ...none, fault: faultOfError(error), durationMs: durationMs() };
  }
}

/** Off the event loop: a part has some MiB. */
const sha256 = async (body: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>)).toString("hex");
