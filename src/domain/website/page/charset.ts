import htmlEncodingSniffer from "html-encoding-sniffer";

/** A page's bytes as text, by its byte order mark, its Content-Type or its own <meta>; what is broken becomes U+FFFD. */
export function decodedPage(bytes: Uint8Array, contentType: string | null): string {
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  const encoding = htmlEncodingSniffer(bytes, {
    ...(label ? { transportLayerEncodingLabel: label } : {}),
    defaultEncoding: isUtf8(bytes) ? "UTF-8" : "windows-1252",
  });
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // Labels the platform has no decoder for, e.g. x-user-defined.
    return new TextDecoder("utf-8").decode(bytes);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end may have been cut inside a letter.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
