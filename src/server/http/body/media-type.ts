import type { IncomingMessage } from "node:http";

/** Names of UTF-8 and of what is part of it. */
const inUtf8: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

/**
 * The type of a body, in lower case and without its parameters; null if it is not one plain UTF-8 body: no type or
 * several, another character set, an encoding. Whoever reads a body decides by this alone.
 */
export function mediaTypeOf(request: IncomingMessage): string | null {
  const [header, ...more] = typesOf(request);
  if (header === undefined || more.length > 0 || isEncoded(request)) return null;
  const { type, charsets } = partsOf(header);
  return charsets.every((charset) => inUtf8.has(charset)) && type ? type : null;
}

/** The first thing that keeps a body from being read as this type, for whoever sent it. */
export function mediaFault(request: IncomingMessage, expected: string): string {
  const header = `\`Content-Type: ${expected}\``;
  const [contentType, ...more] = typesOf(request);
  if (isEncoded(request))
    return "Send the body as it is, without a content encoding or transfer encoding such as gzip.";
  if (contentType === undefined) return `The body has no type: send the header ${header}.`;
  if (more.length > 0) return `The body has several types: send the header ${header} once.`;
  const { type, charsets } = partsOf(contentType);
  if (type === expected) {
    const charset = charsets.find((each) => !inUtf8.has(each));
    if (charset !== undefined)
      return `The body must be in UTF-8: send the header ${header} without a charset.`;
  }
  if (expected === "application/json" && Object.hasOwn(kinds, type))
    return `${kinds[type]} is not taken here: send JSON, with the header ${header}.`;
  return `The body has another type: send the header ${header}.`;
}

/** Bodies that no other header makes JSON of. A form is what curl says of any body. */
const kinds: Readonly<Record<string, string>> = {
  "text/csv": "CSV",
  "multipart/form-data": "A form",
  "application/xml": "XML",
  "text/xml": "XML",
};

/** Different types of a body; one that is said twice, or that a proxy has joined to itself, is one. */
function typesOf({ rawHeaders }: IncomingMessage): string[] {
  const values = rawHeaders
    .filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "content-type")
    .map((value) => value.trim().toLowerCase());
  return [...new Set(values.map((value) => /^([^,]+)(?:,\s*\1)+$/.exec(value)?.[1] ?? value))].filter(
    Boolean,
  );
}

function isEncoded({ headers }: IncomingMessage): boolean {
  const content = (headers["content-encoding"] ?? "").trim().toLowerCase();
  const transfer = (headers["transfer-encoding"] ?? "chunked").trim().toLowerCase();
  return (content !== "" && content !== "identity") || transfer !== "chunked";
}

function partsOf(header: string): { type: string; charsets: string[] } {
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim());
  const charsets = parameters.flatMap((parameter) => {
    const [, charset] = /^charset\s*=\s*(.*)$/.exec(parameter) ?? [];
    return charset === undefined ? [] : [charset.replaceAll('"', "")];
  });
  return { type, charsets };
}
