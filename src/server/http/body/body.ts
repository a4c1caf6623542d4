import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnyAction } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { JsonError, type JsonFault, parseJson } from "./json.ts";
import { itemsOf, linesOf, rowParser } from "./json-rows.ts";
import { mediaFault, mediaTypeOf } from "./media-type.ts";

/** Most bytes of a body, unless the action says otherwise. */
export const bodyBytesMax = 256 * 1024;

export const bytesMaxOf = (action: AnyAction | null): number => action?.body?.maxBytes ?? bodyBytesMax;

export const declaredLength = (request: IncomingMessage): number =>
  Number(request.headers["content-length"] ?? 0);

const isChunked = (request: IncomingMessage): boolean => request.headers["transfer-encoding"] !== undefined;

export const hasBody = (request: IncomingMessage): boolean =>
  declaredLength(request) > 0 || isChunked(request);

/**
 * The body as fields of the input; an absent body has none. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE,
 * INVALID_JSON, or REQUEST_TIMEOUT if the rest never came.
 */
export async function bodyFields(
  action: AnyAction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Record<string, unknown>> {
  if (!hasBody(request)) return {};
  const form = formOf(request, action);
  const max = bytesMaxOf(action);
  if (declaredLength(request) > max) throw tooLarge(max);
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await collected(request, max);
  if (action.body) {
    const most = rowsMax(action);
    const rows = await (form === "lines" ? parsedLines(bytes, most) : parsedItems(bytes, most));
    giveBack(bytes);
    return { [action.body.field]: rows };
  }
  return objectOf(bytes);
}

/** The one JSON object that these bytes are. Throws INVALID_JSON. */
export function objectOf(bytes: Buffer): Record<string, unknown> {
  const value = parsed(decoded(bytes));
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  const isTwice = typeof value === "string" && /^\s*\{/.test(value);
  throw new Problem("INVALID_JSON", {
    message: isTwice
      ? "The body is a text that holds JSON: it was encoded twice. Send the object itself."
      : "The body is valid JSON but not an object: begin it with { and end it with }.",
    details: { reason: "not_an_object" },
  });
}

const megabyte = 1024 * 1024;

/** A large body has been parsed into other objects; its memory is given back at once. */
function giveBack({ buffer, byteLength }: Buffer): void {
  const whole = byteLength > megabyte && buffer.byteLength === byteLength;
  if (whole && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const tooLarge = (max: number): Problem =>
  new Problem("PAYLOAD_TOO_LARGE", { details: { limit_bytes: max } });

const jsonType = /^application\/(?:json|[\w!#$&^.-]+\+json)$/;

/** Whether the body is one JSON text or JSON Lines. Throws UNSUPPORTED_MEDIA_TYPE for anything else. */
function formOf(request: IncomingMessage, action: AnyAction): "json" | "lines" {
  const type = mediaTypeOf(request);
  if (type !== null && jsonType.test(type)) return "json";
  if (action.body && type === "application/x-ndjson") return "lines";
  throw new Problem("UNSUPPORTED_MEDIA_TYPE", { message: mediaFault(request, "application/json") });
}

/** The bytes of the body, counted as they arrive: never stores more than `max`. Throws PAYLOAD_TOO_LARGE. */
export function collected(request: IncomingMessage, max: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const keep = isChunked(request) ? keepChunks() : keepIn(Math.min(declaredLength(request), max));
    let size = 0;
    const settle = (done: () => void) => {
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      done();
    };
    const onData = (chunk: Buffer) => {
      if (size + chunk.length <= max) keep.add(chunk, size);
      size += chunk.length;
      if (size <= max) return;
      request.pause();
      settle(() => reject(tooLarge(max)));
    };
    const onEnd = () => settle(() => resolve(keep.whole(size)));
    const onClose = () => settle(() => reject(new Problem("REQUEST_TIMEOUT")));
    if (request.destroyed) return onClose();
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function keepChunks() {
  const chunks: Buffer[] = [];
  return {
    add: (chunk: Buffer, _at: number) => void chunks.push(chunk),
    whole: (size: number) => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)),
  };
}

/** If the length is known, the body is assembled as it arrives and is in memory only once. */
function keepIn(length: number) {
  const bytes = Buffer.allocUnsafeSlow(length);
  return {
    add: (chunk: Buffer, at: number) => void chunk.copy(bytes, at),
    whole: (size: number) => bytes.subarray(0, size),
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Strict UTF-8, without a leading byte order mark. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem("INVALID_JSON", { message: encodingFault(bytes), details: { reason: "not_utf8" } });
  }
}

/** What bytes that are not UTF-8 probably are. */
export function encodingFault(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0x1f && second === 0x8b) || (first === 0x78 && second > 0x80))
    return "The body is compressed: send it as it is.";
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16
    ? "The body is in UTF-16: send it in UTF-8."
    : "The body is not in UTF-8: encode it so, or write letters beyond ASCII as \\u00e9.";
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw jsonProblem(error);
  }
}

const wrongJson: Record<JsonFault["reason"], string> = {
  syntax: "is not valid JSON",
  duplicate_key: "has a key twice in one object",
  too_deep: "is nested too deeply",
  too_many_values: "has too many values",
  number_out_of_range: "has a number that JSON readers do not agree on",
};

/** INVALID_JSON for what `parseJson` throws; any other error as it is. */
export function jsonProblem(error: unknown): unknown {
  if (!(error instanceof JsonError)) return error;
  return new Problem("INVALID_JSON", {
    message: jsonFaultSaid(error, "The body"),
    details: { ...error.fault },
  });
}

/** What is wrong, and what to write, of `what` that is not the JSON it should be. */
export const jsonFaultSaid = ({ fault: { reason, position }, hint }: JsonError, what: string): string =>
  `${what} ${wrongJson[reason]}${position === null ? "" : ` at character ${position + 1}`}${hint === null ? "" : `: ${hint}`}.`;

const rowsMax = (action: AnyAction): number =>
  action.input.properties[action.body!.field].maxItems ?? Infinity;

async function parsedItems(bytes: Buffer, max: number): Promise<unknown> {
  const items = await itemsOf(bytes, max).catch((error) => {
    throw jsonProblem(error);
  });
  return items ?? parsed(decoded(bytes));
}

/** Most lines that an error names. */
const linesNamed = 10;

type LineFault = { line: number } & (JsonFault | { reason: "not_utf8" });

/** One value per non-blank line. Throws INVALID_JSON that names the lines that do not parse by their numbers, from 1. */
async function parsedLines(bytes: Buffer, max: number): Promise<unknown[]> {
  const rows: unknown[] = [];
  const faults: LineFault[] = [];
  const parse = rowParser();
  let first: string | null = null;
  for await (const [line, text] of linesOf(bytes)) {
    if (text === null) {
      faults.push({ line, reason: "not_utf8" });
      first ??= `Line ${line}: ${encodingFault(bytes)}`;
    } else {
      try {
        rows.push(await parse(text));
      } catch (error) {
        if (!(error instanceof JsonError)) throw error;
        faults.push({ line, ...error.fault });
        first ??= jsonFaultSaid(error, `Line ${line}`);
        if (error.fault.reason === "too_many_values") break;
      }
    }
    if (rows.length > max || faults.length === linesNamed) break;
  }
  if (first === null) return rows;
  throw new Problem("INVALID_JSON", { message: first, details: { ...faults[0], lines: faults } });
}
