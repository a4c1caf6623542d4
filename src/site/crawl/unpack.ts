import { constants, createGunzip } from "node:zlib";

const bytesMax = 4 * 1024 * 1024;

/**
 * Unpacks a file that is itself a gzip archive (`sitemap.xml.gz`), up to 4 MiB; of a truncated or broken one, as much as
 * can be read. Returns any other file unchanged.
 */
export async function unpack(body: Uint8Array): Promise<{ bytes: Uint8Array; cut: boolean }> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { bytes: body, cut: false };
  const chunks: Buffer[] = [];
  let size = 0;
  const archive = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  archive.end(body);
  try {
    for await (const chunk of archive as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) break;
    }
  } catch {
    // Broken from here on.
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), cut: size > bytesMax };
}
