import type { Operation } from "./operations.ts";

export interface Drawn {
  operation: Operation;
  path: string;
  body: string | Uint8Array | undefined;
  headers: Record<string, string>;
  /** With which of the fuzzer's tokens; nobody's for a wrong one. */
  as: "key" | "session" | "nobody";
}

/** What requests are drawn from. */
export interface Drawing {
  operations: readonly Operation[];
  /** Ids of the fuzzer's own things by the names of parameters, and its local site's address as `url`. */
  own: Readonly<Record<string, string>>;
  /** A project that is somebody else's. */
  foreign: string;
}

/**
 * A request, valid, nearly valid or hostile: the same one, but for ids, for a seed and a number, in whatever order they are
 * sent. Null if the lot falls on a deletion that is left out, as what is deleted cannot be found by requests after it.
 */
export function draw({ operations, own, foreign }: Drawing, seed: number, number: number): Drawn | null {
  const random = generator(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const chance = (p: number): boolean => random() < p;

  const operation = pick(operations);
  if (operation.method === "DELETE" && !chance(0.02)) return null;
  const { url: path, body, type } = requestFor();
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": type };
  if (operation.method === "POST" && chance(0.1))
    headers["idempotency-key"] = pick(["a", "b", "c d", "x".repeat(300)]);
  // A call that waits for a run costs time and finds nothing that others do not.
  if (chance(0.95)) headers.prefer = "wait=0";
  return { operation, path, body, headers, as: chance(0.02) ? "nobody" : chance(0.3) ? "session" : "key" };

  /** The operation's own example with our ids, changed in one place, in several, or not at all. */
  function requestFor(): {
    url: string;
    body: string | Uint8Array | undefined;
    type: string;
  } {
    const query = new URLSearchParams();
    let path = operation.path;
    for (const { name, in: place, example } of operation.parameters) {
      const known = own[name] ?? example;
      const value = chance(0.25) ? hostile() : known;
      if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(text(value)));
      else if (place === "query" && chance(0.5)) query.append(name, text(value));
    }
    if (chance(0.05)) query.append(text(hostile()).slice(0, 40), text(hostile()));
    const url = `/v1${path}${query.size > 0 ? `?${query}` : ""}`;
    if (operation.body === undefined || (operation.method === "GET" && chance(0.9)))
      return { url, body: undefined, type: "" };
    const type = chance(0.97)
      ? "application/json"
      : pick(["text/plain", "application/xml", "application/json; charset=utf-16"]);
    if (chance(0.03))
      return {
        url,
        body: pick(["", "{", "[]", "null", '{"a":1,"a":2}', "\u0000", '"\\ud800"', "[".repeat(500)]),
        type,
      };
    let body = withOwnIds(structuredClone(operation.body));
    for (let changes = pick([0, 0, 1, 1, 2, 4]); changes > 0; changes -= 1) body = changed(body);
    return { url, body: JSON.stringify(body), type };
  }

  function withOwnIds(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "string" && own[name] !== undefined)
        (value as Record<string, unknown>)[name] = own[name];
      else if (typeof inner === "string" && /^https?:/.test(inner))
        (value as Record<string, unknown>)[name] = own.url;
      else withOwnIds(inner);
    }
    return value;
  }

  /** The value with one node replaced, dropped, repeated or added. */
  function changed(value: unknown): unknown {
    if (typeof value !== "object" || value === null || chance(0.15)) return hostile();
    const names = Object.keys(value);
    if (names.length === 0 || chance(0.1)) {
      if (Array.isArray(value)) return [...value, hostile()];
      return { ...value, [text(hostile()).slice(0, 30)]: hostile() };
    }
    const name = pick(names);
    const made = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    if (chance(0.2)) {
      if (Array.isArray(made)) return [...made, ...made].slice(0, 3_000);
      delete made[name];
      return made;
    }
    made[name] = changed(made[name]);
    return made;
  }

  function hostile(): unknown {
    return pick<() => unknown>([
      () => null,
      () => true,
      () => pick([0, -1, 1.5, 1e308, -0, 2 ** 53, 999_999_999]),
      () =>
        pick([
          "",
          " ",
          "\u0000",
          "\ud800",
          "a\u0000b",
          "\u200b",
          "x".repeat(600),
          "é".repeat(121),
          "%00",
          "../..",
          "{}",
        ]),
      () =>
        pick([
          "' or 1=1 --",
          "<script>alert(1)</script>",
          "#{7*7}",
          "{{7*7}}",
          "file:///etc/passwd",
          "http://127.0.0.1:1/",
          "javascript:1",
        ]),
      () =>
        pick([
          "2026-02-30T00:00:00Z",
          "2026-01-01",
          "9999-12-31T23:59:59Z",
          "00000000-0000-0000-0000-000000000000",
        ]),
      () =>
        pick(["__proto__", "constructor", "toString", "C++", ".NET", "A(B", "*", "北京", "\u202e", "👩‍👩‍👧"]),
      () => [],
      () => ({}),
      () => ({ __proto__: null, constructor: { prototype: { x: 1 } } }),
      () => Array.from({ length: pick([1, 21, 501]) }, () => "p"),
      () => nested(pick([5, 31, 40])),
      () => own[pick(Object.keys(own))],
      () => foreign,
    ])();
  }

  function nested(depth: number): unknown {
    let value: unknown = 1;
    for (let at = 0; at < depth; at += 1) value = chance(0.5) ? [value] : { a: value };
    return value;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : (JSON.stringify(value) ?? "");
}

/** Mulberry32: the same numbers for the same seed. */
function generator(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
