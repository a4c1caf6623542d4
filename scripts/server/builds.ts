import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const hourMs = 3_600_000;
const keptMs = 7 * 24 * hourMs;
const keptMost = 5;
/** The newest and the one before it, from which programs may still run that were started long ago. */
const keptLeast = 2;

/** Puts a build there in one step, unless another process has done so meanwhile. */
export function putInPlace(fresh: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Puts a build there in place of an earlier one; throws where the folder holds anything else. */
export function replaceBuild(fresh: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (["main.js", "thread.js", "mapped-stacks.js"].every((file) => existsSync(join(folder, file))))
    rmSync(folder, { recursive: true });
  renameSync(fresh, folder);
}

/** Of the builds in `dist`, keeps those used in the last week, a few at most, and deletes what builds that broke off left. */
export function deleteOldBuilds(dist: string, now: Date): void {
  const names = readdirSync(dist);
  const age = (name: string) =>
    now.getTime() - (statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const builds = names
    .filter((name) => /^server-\w+$/.test(name))
    .map((name) => ({ name, age: age(name) }))
    .sort((one, other) => one.age - other.age);
  const old = builds.filter(({ age }, at) => at >= keptMost || (at >= keptLeast && age > keptMs));
  const left = names.filter((name) => /^\.server-\d+$/.test(name) && age(name) > hourMs);
  for (const name of [...old.map(({ name }) => name), ...left])
    rmSync(join(dist, name), { recursive: true, force: true });
}
