import { gunzipSync } from "node:zlib";

const unpackedMax = 4 * 1024 * 1024;

/** A file that is a gzip archive itself (`sitemap.xml.gz`), unpacked; any other as it is. Empty where it is broken. */
export function unpacked(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: unpackedMax });
  } catch {
    return new Uint8Array();
  }
}
