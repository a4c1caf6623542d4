import type { IncomingMessage } from "node:http";
import { Problem } from "../../kernel/problem.ts";
import { collected, hasBody, objectOf } from "./body.ts";
import { mediaFault, mediaTypeOf } from "./media-type.ts";

/** Most bytes of the fields of an account, a page or a client. */
const bytesMax = 32 * 1024;

/**
 * The fields of a JSON object, none without a body: parsed once, for everybody who decides about the request. Throws
 * UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON, VALIDATION_ERROR.
 */
export async function jsonFields(
  request: IncomingMessage,
  most = bytesMax,
): Promise<Record<string, unknown>> {
  if (!hasBody(request)) return {};
  if (mediaTypeOf(request) !== "application/json")
    throw new Problem("UNSUPPORTED_MEDIA_TYPE", { message: mediaFault(request, "application/json") });
  const fields = objectOf(await collected(request, most));
  demandText(fields);
  return fields;
}

/** The fields of a form as browsers send it, in order. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE. */
export async function formPairs(request: IncomingMessage): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== "application/x-www-form-urlencoded")
    throw new Problem("UNSUPPORTED_MEDIA_TYPE", {
      message: mediaFault(request, "application/x-www-form-urlencoded"),
    });
  return new URLSearchParams((await collected(request, bytesMax)).toString("utf8"));
}

const control = /\p{Cc}/u;

/** A password is hashed and not stored, so that it may hold anything. */
const isSecret = (name: string) => /password$/i.test(name) || name === "current" || name === "fresh";

/** Refuses text that no table can store and no name contains, before it is looked up. Throws VALIDATION_ERROR. */
export function demandText(value: unknown): void {
  if (typeof value === "string") {
    if (control.test(value) || !value.isWellFormed())
      throw new Problem("VALIDATION_ERROR", { message: "A parameter holds a control character." });
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      demandText(name);
      if (!isSecret(name) || typeof inside !== "string") demandText(inside);
    }
  }
}
