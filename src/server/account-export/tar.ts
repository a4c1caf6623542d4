import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

export interface ArchivedFile {
  /** Path in the archive: ASCII, at most 100 characters after a slash among the first 155, or in all. */
  path: string;
  text: string;
}

const block = 512;

/** The bytes of a tar archive (POSIX ustar), with one file in memory at a time. */
export async function* tarOf(files: AsyncIterable<ArchivedFile>, now: Date): AsyncGenerator<Buffer> {
  for await (const { path, text } of files) {
    const bytes = Buffer.from(text, "utf8");
    yield headerOf(path, bytes.length, now);
    yield bytes;
    yield Buffer.alloc((block - (bytes.length % block)) % block);
  }
  yield Buffer.alloc(2 * block);
}

/** The same compressed, as fast as it is read; if that ends early, so does the making. */
export async function* gzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip();
  const compression = pipeline(Readable.from(bytes, { objectMode: false }), gzip);
  // The reader below is told of the failure.
  compression.catch(() => undefined);
  for await (const piece of gzip) yield piece as Buffer;
}

function headerOf(path: string, size: number, now: Date): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const { prefix, name } = inHeader(path);
  header.write(name, 0, 100, "ascii");
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(now.getTime() / 1000), 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345, 155, "ascii");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** A path of more than 100 characters is split at a slash. Throws RangeError where none fits. */
function inHeader(path: string): { prefix: string; name: string } {
  if (path.length <= 100) return { prefix: "", name: path };
  const at = path.lastIndexOf("/", 155);
  const [prefix, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
  if (prefix === "" || name === "" || name.length > 100)
    throw new RangeError("A path is too long for a tar archive.");
  return { prefix, name };
}
