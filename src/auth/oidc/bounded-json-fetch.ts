const bytesMax = 256 * 1024;

/**
 * A fetch for a provider's endpoints: no redirects, five seconds, 256 KiB of body. Rejects like the network, and with a
 * RangeError for a longer answer.
 */
export function boundedJsonFetch(network: typeof fetch, timeoutMs = 5_000): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await network(input, { ...init, redirect: "error", signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > bytesMax) throw new RangeError("the provider's answer is too long");
      chunks.push(chunk);
    }
    const { status, headers } = response;
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
  };
}
