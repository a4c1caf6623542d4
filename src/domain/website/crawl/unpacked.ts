import { constants, createGunzip } from "node:zlib";

const bytesMax = 4 * 1024 * 1024;

/**
 * A file that is a gzip archive itself (`sitemap.xml.gz`), unpacked up to 4 MiB; of one that was cut or breaks off, what
 * stands before that. Any other file as it is.
 */
export async function unpacked(body: Uint8Array): Promise<{ bytes: Uint8Array; cut: boolean }> {
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
