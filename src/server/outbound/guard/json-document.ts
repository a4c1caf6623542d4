import type { Log } from "../../kernel/log.ts";
import { foreignResponse, logBeginning } from "../foreign-response.ts";
import type { Outside } from "../outside.ts";

const bytesMax = 64 * 1024;
const timeoutMs = 5_000;

/**
 * Reads a small JSON document at this address, without following redirects. Rejects if it is anything else, which is noted
 * at debug: anybody can name an address.
 */
export async function readJsonDocument(outside: Outside, url: string, log: Log): Promise<unknown> {
  const headers = { accept: "application/json" };
  const {
    status,
    headers: responseHeaders,
    body,
  } = await outside.fetch({
    ...{ url, headers, redirects: 0, bytesMax, timeoutMs },
  });
  const type = (responseHeaders["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (status !== 200 || !/^application\/([\w.-]+\+)?json$/.test(type)) {
    logBeginning(log, { from: "document" }, foreignResponse({ status, type, body }, {}));
    throw new Error(`no JSON document: status ${status}`);
  }
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
}
