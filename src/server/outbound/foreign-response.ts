import type { Log } from "../kernel/log.ts";
import { secretsIn, struckOut } from "../kernel/secret/struck-out.ts";

const beginningBytes = 1_024;

/** What somebody else's server answered, for whoever looks for the cause of a failure. */
export interface ForeignResponse {
  status: number;
  /** In lower case, without parameters; null: it gave none. */
  mediaType: string | null;
  /** Of the decoded body, as far as it was read. */
  bytes: number;
  /** Its first KiB, without the secrets of the request. */
  beginning(): string;
}

/** `secrets`: what the server holds or was sent besides, such as a password that stands in a body. */
export function foreignResponse(
  response: { status: number; type: string | null | undefined; body: Uint8Array },
  request: Parameters<typeof secretsIn>[0],
  secrets: readonly string[] = [],
): ForeignResponse {
  const { status, type, body } = response;
  return {
    status,
    // A type that is none is a text like any other.
    mediaType: /^\s*([\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60})/.exec(type ?? "")?.[1]?.toLowerCase() ?? null,
    bytes: body.byteLength,
    beginning() {
      if (body.byteLength === 0) return "";
      const begins = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, beginningBytes));
      return struckOut(begins.toString("utf8"), [...secretsIn(request), ...secrets]);
    },
  };
}

/** One line that says what kind of response came, and at debug another with how it begins. */
export function logFailure(
  log: Log,
  facts: Record<string, unknown>,
  response: ForeignResponse | null,
  message: string,
): void {
  const { status = null, mediaType = null, bytes = null } = response ?? {};
  log.warn({ ...facts, status, media_type: mediaType, bytes }, message);
  if (response) logBeginning(log, facts, response);
}

export function logBeginning(log: Log, facts: Record<string, unknown>, response: ForeignResponse): void {
  if (!log.isLevelEnabled("debug")) return;
  log.debug(
    { ...facts, status: response.status, foreign: response.beginning() },
    "a response began like this",
  );
}

/** Whether a body is a web page, as the address of something else than was meant answers with. */
export const isPage = (body: Buffer): boolean => /^\s*<(?:!doctype|html)\b/i.test(body.toString("utf8"));
