import { createGzip } from "node:zlib";
import type { ExportedLines, ExportedTable } from "../contents.ts";

/** One file of a table, whole in itself. */
export interface CompressedPart {
  body: Buffer;
  rows: number;
}

/** Compressed bytes from which on the next lines go into another file. */
const partBytes = 4 * 1024 * 1024;

/** A table as files of some MiB, each with its head; at least one. Compressing is off the event loop. */
export async function* compressedParts(
  { head, lines }: ExportedTable,
  bytes = partBytes,
): AsyncGenerator<CompressedPart> {
  let part = newPart(head);
  let whole = 0;
  for await (const some of lines()) {
    await part.add(some);
    // Reading the embedded store answers before any timer or socket gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (part.bytes() < bytes) continue;
    yield await part.end();
    whole += 1;
    part = newPart(head);
  }
  if (whole === 0 || part.rows() > 0) yield await part.end();
}

/** A file of a table without rows. */
export const emptyPart = async (head: string): Promise<CompressedPart> => newPart(head).end();

function newPart(head: string) {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  let [bytes, rows] = [0, 0];
  gzip.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const gzipEnd = new Promise<void>((resolve, reject) => gzip.once("end", resolve).once("error", reject));
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())));
  const headWrite = head === "" ? Promise.resolve() : write(head);
  return {
    bytes: () => bytes,
    rows: () => rows,
    async add(lines: ExportedLines) {
      await headWrite;
      await write(lines.text);
      rows += lines.rows;
    },
    async end(): Promise<CompressedPart> {
      await headWrite;
      gzip.end();
      await gzipEnd;
      return { body: Buffer.concat(chunks), rows };
    },
  };
}
