import { PassThrough, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutsideError } from "../outside.ts";

/** Encodings that we accept and decode. */
export const acceptEncoding = "gzip, br";

/** A body may decompress to at most this many times what was received; small ones are exempt. */
const ratioMax = 100;
const ratioFreeBytes = 64 * 1024;

export interface Bounds {
  bytesMax: number;
  whenTooLarge: "fail" | "cut";
  whenBroken: "fail" | "cut";
}

/**
 * Reads a body to its end or its bound, decoding it on the way; the rest is never read. Throws OutsideError:
 * "too_large" beyond the bound or the ratio, "bad_response" for a body that is not in its declared encoding.
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  { bytesMax, whenTooLarge, whenBroken }: Bounds,
): Promise<{ body: Buffer; cut: boolean }> {
  // A response destroyed before its end emits an error that nobody waits for.
  source.on("error", () => {});
  const decoder = decoderOf(encoding);
  if (!decoder) {
    source.destroy();
    if (whenBroken === "cut") return { body: Buffer.alloc(0), cut: true };
    throw new OutsideError("bad_response");
  }
  let received = 0;
  source.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  // An error on either ends both; the loop below gets it.
  source.on("error", (error) => decoder.destroy(error));
  source.pipe(decoder);

  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > ratioFreeBytes && size > ratioMax * received) throw new OutsideError("too_large");
      if (size <= bytesMax) continue;
      if (whenTooLarge === "fail") throw new OutsideError("too_large");
      return { body: Buffer.concat(chunks).subarray(0, bytesMax), cut: true };
    }
    return { body: Buffer.concat(chunks, size), cut: false };
  } catch (error) {
    if (whenBroken === "cut") return { body: Buffer.concat(chunks).subarray(0, bytesMax), cut: true };
    if (isOfZlib(error)) throw new OutsideError("bad_response", { cause: error });
    throw error;
  } finally {
    source.unpipe(decoder);
    decoder.destroy();
    source.destroy();
  }
}

function decoderOf(encoding: string | undefined): Transform | null {
  // A stream that ends early yields what it has, as in browsers.
  const flush = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase() || "identity") {
    case "identity":
      return new PassThrough();
    case "gzip":
    case "x-gzip":
      return createGunzip(flush);
    case "deflate":
      return createInflate(flush);
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

/** zlib's own messages for corrupt data. */
const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR_(?!STREAM))/.test(String(error.code));
