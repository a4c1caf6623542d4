import { gunzipSync } from "node:zlib";
import sniff from "html-encoding-sniffer";

const unzippedMax = 8 * 1024 * 1024;

/** The text of a file, in the encoding that its first bytes, its headers or its own `<meta>` name. */
export function textOf(body: Uint8Array, contentType: string | undefined): string {
  const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1];
  const encoding = sniff(body, {
    ...(label ? { transportLayerEncodingLabel: label } : {}),
    // Text without a word about its encoding is UTF-8 far more often than what the standard assumes.
    defaultEncoding: isUtf8(body) ? "UTF-8" : "windows-1252",
    xml: /[/+]xml\b/i.test(contentType ?? ""),
  });
  return decoded(body, encoding);
}

function isUtf8(body: Uint8Array): boolean {
  try {
    // The last bytes may be half a character where the body was cut off.
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Encodings that only exist on paper read as UTF-8. */
function decoded(body: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    return new TextDecoder("utf-8").decode(body);
  }
}

/** A file that is a gzip archive itself (`sitemap.xml.gz`), unpacked; any other as it is. Empty where it is broken. */
export function unpacked(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: unzippedMax });
  } catch {
    return new Uint8Array();
  }
}
