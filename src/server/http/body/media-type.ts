import type { IncomingMessage } from "node:http";

/** Names of UTF-8 and of what is part of it. */
const inUtf8: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

/**
 * The type of a body, in lower case and without its parameters; null if it is not one plain UTF-8 body: no type or
 * several, another character set, a content encoding. Whoever reads a body decides by this alone.
 */
export function mediaTypeOf({ headers, rawHeaders }: IncomingMessage): string | null {
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  if (named.length !== 1) return null;
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return null;
  const [type, ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charsets = parameters
    .filter((parameter) => parameter.startsWith("charset="))
    .map((parameter) => parameter.slice("charset=".length).replaceAll('"', ""));
  return charsets.every((charset) => inUtf8.has(charset)) && type ? type : null;
}
