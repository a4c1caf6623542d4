import { Problem } from "../../kernel/problem.ts";
import { collected } from "../rest/body/body.ts";
import type { Exchange } from "../rest/exchange.ts";

const bytesMax = 32 * 1024;

/** The fields of a form as browsers send it. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE. */
export async function formOf({ request }: Exchange): Promise<URLSearchParams> {
  const [type] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  if (type?.trim() !== "application/x-www-form-urlencoded") {
    throw new Problem("UNSUPPORTED_MEDIA_TYPE", { message: "The body must be a URL-encoded form." });
  }
  return new URLSearchParams((await collected(request, bytesMax)).toString("utf8"));
}
