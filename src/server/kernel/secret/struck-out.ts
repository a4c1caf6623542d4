/** Shorter pieces of a secret say nothing of it, and are in ordinary words. */
const pieceLength = 4;
const struck = "[secret]";

/** Fields of a response whose values are secrets by their names, up to where the text ends. */
const secretFields =
  /(["']?[\w-]{0,40}(?:token|secret|password|assertion|api_?key|cookie)(?:_value)?["']?\s{0,8}[:=]\s{0,8}\[?\s{0,8}["']?)[^"'&\s,;}<]{1,4096}/gi;
/** A JSON Web Token, or the beginning of one. */
const tokens = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;

/** The text without these secrets, as a whole or in pieces of four characters, plain, percent-encoded or in base64. */
export function struckOut(text: string, secrets: Iterable<string>): string {
  const pieces = new Set<string>();
  for (const secret of secrets)
    for (const form of formsOf(secret))
      for (let at = 0; at + pieceLength <= form.length; at += 1) pieces.add(form.slice(at, at + pieceLength));
  const unnamed = text.replace(secretFields, `$1${struck}`).replace(tokens, struck);
  let output = "";
  let end = 0;
  for (let at = 0; at < unnamed.length; ) {
    if (!pieces.has(unnamed.slice(at, at + pieceLength))) {
      at += 1;
      continue;
    }
    let to = at + pieceLength;
    while (pieces.has(unnamed.slice(to - pieceLength + 1, to + 1))) to += 1;
    output += unnamed.slice(end, at) + struck;
    at = end = to;
  }
  const maskedText = output + unnamed.slice(end);
  return repeatsOtherwise(maskedText, secrets) ? withheld : maskedText;
}

const withheld = "[withheld: it repeats a secret in another spelling]";
/** Letters and digits of a secret in another spelling that are no chance any more. */
const bareLength = 8;

/** Whether the text has a piece of a secret in another case, escaped, taken apart, turned round or in hexadecimal. */
function repeatsOtherwise(text: string, secrets: Iterable<string>): boolean {
  const spelt = [bare(text), bare(unescaped(text))];
  for (const secret of secrets) {
    const plain = bare(secret);
    const forms = [plain, [...plain].reverse().join(""), Buffer.from(secret).toString("hex")];
    for (const form of forms)
      for (let at = 0; at + bareLength <= form.length; at += 1)
        if (spelt.some((one) => one.includes(form.slice(at, at + bareLength)))) return true;
  }
  return false;
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** What JSON, addresses and HTML write for a character. */
const unescaped = (text: string): string =>
  text.replace(
    /\\u([0-9a-f]{4})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});/gi,
    (all, json, percent, hex, number) => {
      const code = number ? Number(number) : Number.parseInt(json ?? percent ?? hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );

function formsOf(secret: string): string[] {
  if (secret.length < pieceLength) return [];
  const bytes = Buffer.from(secret);
  // What base64 makes of it depends on where in a group of three its first byte falls.
  const encoded = [0, 1, 2].map((before) => Buffer.concat([Buffer.alloc(before), bytes]).toString("base64"));
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret), ...encoded.map(middle)];
}

/** Without the ends, which depend on what surrounds the secret. */
const middle = (text: string): string => text.slice(4, -4);

const telling = /auth|key|token|secret|cookie|password|assertion|code/i;

/** The secrets that a request carries in its address, headers and form. */
export function secretsIn(request: {
  url?: string;
  headers?: Iterable<[string, string]>;
  form?: string;
}): string[] {
  const secrets: string[] = [];
  for (const [name, value] of request.headers ?? [])
    if (telling.test(name)) secrets.push(...credentialsIn(value));
  const url = URL.parse(request.url ?? "");
  if (url) secrets.push(url.password, unescaped(url.password), ...valuesIn(url.searchParams));
  if (request.form) secrets.push(...valuesIn(new URLSearchParams(request.form)));
  return secrets.filter((secret) => secret !== "");
}

function credentialsIn(header: string): string[] {
  const [, scheme = "", credentials = header] = /^(\w+)\s+(\S.*)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "basic") return [credentials];
  const [, ...password] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  return [credentials, password.join(":")];
}

const valuesIn = (fields: URLSearchParams): string[] =>
  [...fields].flatMap(([name, value]) => (telling.test(name) ? [value] : []));
