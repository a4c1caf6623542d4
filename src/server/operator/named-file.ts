import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
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
 * of a device, or of a link such as /dev/stdout.
 */
export function checkPlace(file: string): void {
  let there: ReturnType<typeof lstatSync> | undefined;
  try {
    statSync(dirname(file));
    there = lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotWrite(file, error);
  }
  if (there?.isDirectory()) throw new CommandError(`${file} is a folder: name a file in it.`, 2);
  if (there?.isSymbolicLink())
    throw new CommandError(`${file} is a link: name the file that it leads to, or another one.`, 2);
  if (there && !there.isFile())
    throw new CommandError(`${file} is no file but a device or a pipe: name a file.`, 2);
}
