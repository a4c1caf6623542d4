import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { newId } from "../kernel/id.ts";
import { isFullDisk } from "../kernel/outage.ts";
import { CommandError } from "./io.ts";

export interface ArchivedFile {
  /** Path in the archive: ASCII, at most 100 characters. */
  path: string;
  text: string;
}

const block = 512;

/**
 * Writes files into a tar.gz (POSIX ustar) that only its owner can read, one file in memory at a time; the archive exists
 * only if it is complete. Returns its size in bytes. Throws CommandError if it cannot be written.
 */
export async function writeArchive(
  to: string,
  files: AsyncIterable<ArchivedFile>,
  now: Date,
): Promise<number> {
  const part = `${to}-${newId()}`;
  const file = createWriteStream(part, { mode: 0o600, flags: "wx", flush: true });
  const gzip = createGzip();
  const written = finished(gzip.pipe(file));
  written.catch(() => undefined);
  // `written` reports the failure.
  gzip.on("error", () => undefined);
  file.on("error", (error) => gzip.destroy(error));
  try {
    const put = async (bytes: Buffer) => {
      if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), written]);
    };
    for await (const { path, text } of files) {
      const bytes = Buffer.from(text, "utf8");
      await put(headerOf(path, bytes.length, now));
      await put(bytes);
      await put(Buffer.alloc((block - (bytes.length % block)) % block));
    }
    gzip.end(Buffer.alloc(2 * block));
    await written;
    renameSync(part, to);
    return file.bytesWritten;
  } catch (error) {
    gzip.destroy();
    file.destroy();
    rmSync(part, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined && !isFullDisk(error)) throw error;
    throw new CommandError(`${to} cannot be written${isFullDisk(error) ? ": its disk is full" : ""}.`);
  }
}

function headerOf(path: string, size: number, now: Date): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(path, 0, 100, "ascii");
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(now.getTime() / 1000), 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
