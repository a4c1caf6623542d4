import htmlEncodingSniffer from "html-encoding-sniffer";

/** Decodes a page by its byte order mark, its Content-Type or its own <meta>; invalid bytes become U+FFFD. */
export function decodedPage(bytes: Uint8Array, contentType: string | null): string {
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  const encoding = htmlEncodingSniffer(bytes, {
    ...(label ? { transportLayerEncodingLabel: label } : {}),
    defaultEncoding: isUtf8(bytes) ? "UTF-8" : "windows-1252",
  });
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // A label that no platform may decode, such as iso-2022-kr.
    return new TextDecoder("utf-8").decode(bytes);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end may be cut inside a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
