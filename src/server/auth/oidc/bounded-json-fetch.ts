import type { Log } from "../../kernel/log.ts";
import { foreignResponse, logBeginning, logFailure } from "../../outbound/foreign-response.ts";

const bytesMax = 256 * 1024;
const from = "identity provider";

/**
 * A fetch for a provider's endpoints: no redirect is followed, five seconds, 256 KiB of body. Rejects like the network, and with a
 * RangeError for a longer answer. What a provider does not answer by the standard is noted.
 */
export function boundedJsonFetch(network: typeof fetch, log: Log, timeoutMs = 5_000): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await network(input, { ...init, redirect: "manual", signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > bytesMax) throw new RangeError("the provider's answer is too long");
      chunks.push(chunk);
    }
    const { status, headers } = response;
    const body = Buffer.concat(chunks);
    const type = headers.get("content-type");
    const { headers: requestHeaders, body: form } = init ?? {};
    const came = foreignResponse(
      { status, type, body },
      { headers: new Headers(requestHeaders), ...(form ? { form: String(form) } : {}) },
    );
    if (status < 400 && !type?.includes("html")) logBeginning(log, { from }, came);
    else logFailure(log, { from }, came, "an answer was none of OpenID Connect's");
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : body, { status, headers });
  };
}
