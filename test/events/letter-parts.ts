/** The parts of a letter as it arrived: each header by its name in lower case, and the text of each media type, decoded. */
export function letterParts(source: string): { headers: Map<string, string>; text: string; html: string } {
  const [head, body] = split(source);
  const headers = headersOf(head);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1);
  const of = (type: string): string => {
    for (const part of parts) {
      const [head, body] = split(part.replace(/^\r\n/, ""));
      const headers = headersOf(head);
      if (headers.get("content-type")?.startsWith(type))
        return decoded(body, headers.get("content-transfer-encoding"));
    }
    return "";
  };
  return { headers, text: of("text/plain"), html: of("text/html") };
}

function split(source: string): [head: string, body: string] {
  const at = source.indexOf("\r\n\r\n");
  return [source.slice(0, at), source.slice(at + 4)];
}

const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
