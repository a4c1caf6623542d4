import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ArchivedFile, tarOf } from "../account-export/tar.ts";
import { newId } from "../kernel/id.ts";
import { isFullDisk } from "../kernel/outage.ts";
import { cannotWrite, checkPlace } from "./named-file.ts";

/** The file that an account's export begins with. */
const inExport = /^account\.jsonl$/;

/**
 * Writes files into a tar.gz (POSIX ustar) that only its owner can read, one file in memory at a time; the archive exists
 * only if it is complete. Returns its size in bytes. Throws CommandError if it cannot be written.
 */
export async function writeArchive(
  to: string,
  files: AsyncIterable<ArchivedFile>,
  now: Date,
): Promise<number> {
  await checkPlace(to, inExport);
  const part = `${to}-${newId()}`;
  const file = createWriteStream(part, { mode: 0o600, flags: "wx", flush: true });
  const gzip = createGzip();
  const completion = finished(gzip.pipe(file));
  completion.catch(() => undefined);
  // `completion` reports the failure.
  gzip.on("error", () => undefined);
  file.on("error", (error) => gzip.destroy(error));
  try {
    const write = async (bytes: Buffer) => {
      if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), completion]);
    };
    for await (const bytes of tarOf(files, now)) await write(bytes);
    gzip.end();
    await completion;
    renameSync(part, to);
    return file.bytesWritten;
  } catch (error) {
    gzip.destroy();
    file.destroy();
    rmSync(part, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined && !isFullDisk(error)) throw error;
    throw cannotWrite(to, error);
  }
}
