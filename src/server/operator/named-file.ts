import { lstatSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { isFullDisk } from "../kernel/outage.ts";
import { CommandError } from "./io.ts";

/** Why a file that somebody named cannot be read. */
const reading: Record<string, string> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
  EPERM: "this user may not read it",
  ENAMETOOLONG: "its name is too long",
  ESPIPE: "it is a pipe, which is read only once. Name a file",
};

const writing: Record<string, string> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder does not exist",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is read-only",
  ENAMETOOLONG: "its name is too long",
  EFBIG: "its file system takes no file so large",
};

const because = (words: string | undefined): string => (words ? `: ${words}.` : ".");

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

export const cannotRead = (file: string, error: unknown, exitCode = 1): CommandError =>
  new CommandError(`${file} cannot be read${because(reading[codeOf(error)])}`, exitCode);

export const cannotWrite = (file: string, error: unknown): CommandError =>
  new CommandError(
    `${file} cannot be written${because(isFullDisk(error) ? "its disk is full" : writing[codeOf(error)])}`,
  );

/**
 * Throws CommandError where a file cannot take this name: what is written gets it by a rename, which would put a file in the place
 * of a device, of a link such as /dev/stdout, or of something that nobody meant to lose. An archive whose first file is called as
 * `replaced` says is an earlier one of the same kind, and goes.
 */
export async function checkPlace(file: string, replaced: RegExp): Promise<void> {
  let there: ReturnType<typeof lstatSync> | undefined;
  try {
    statSync(dirname(file));
    there = lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotWrite(file, error);
  }
  if (there === undefined) return;
  if (there.isDirectory()) throw new CommandError(`${file} is a folder: name a file in it.`, 2);
  if (there.isSymbolicLink())
    throw new CommandError(`${file} is a link: name the file that it leads to, or another one.`, 2);
  if (!there.isFile()) throw new CommandError(`${file} is no file but a device or a pipe: name a file.`, 2);
  if (there.size > 0 && !replaced.test((await firstEntry(file)) ?? ""))
    throw new CommandError(
      `There is another file at ${file}, which would be lost: name a new file, or move that one away.`,
      2,
    );
}

/** How what gzip has made begins. */
export const gzipMark = "\x1f\x8b";

/** The first bytes of a file, or that mark and those of what is in it. Throws what reading and unpacking throw. */
export async function firstBytes(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const start = bytes.toString("latin1");
  if (!start.startsWith(gzipMark)) return start;
  const inside = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  return `${gzipMark}${inside.toString("latin1")}`;
}

/** The name of the first file in a tar archive, without ./ before it; null: the file is no such archive, or cannot be read. */
async function firstEntry(file: string): Promise<string | null> {
  const start = (await firstBytes(file).catch(() => "")).replace(gzipMark, "");
  // Source: POSIX ustar, where a name has the first 100 bytes and the mark stands at 257.
  return start.slice(257, 262) === "ustar"
    ? start
        .slice(0, 100)
        .replace(/\0.*$/s, "")
        .replace(/^[./]+/, "")
    : null;
}
