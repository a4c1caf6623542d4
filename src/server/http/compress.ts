import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { Negotiator } from "negotiator";

export type Encoding = "br" | "gzip";

/** Smaller bodies are sent uncompressed. */
export const compressFrom = 1024;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** No program names more encodings than fit into so many characters; to weigh thousands takes milliseconds. */
const lookedAtMax = 256;

/** The encoding the client prefers among those we have; null for none, even if it refuses `identity`. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding || acceptEncoding.length > lookedAtMax) return null;
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const [best] = negotiator.encodings(["br", "gzip", "identity"], { preferred: ["br", "gzip"] });
  return best === "br" || best === "gzip" ? best : null;
}

export const compressed = (body: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotliAsync(body, brotli) : gzipAsync(body);

export const compressor = (encoding: Encoding): Transform =>
  encoding === "br" ? createBrotliCompress(brotli) : createGzip();
