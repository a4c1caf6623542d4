import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate file system, which can be full while the others are not. */
export interface SmallDisk extends Disposable {
  directory: string;
  /** Takes what is free but for so many megabytes. */
  fill(leaveMb: number): void;
  /** Gives back what was taken. */
  free(): void;
}

const probe = "d=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs $d && umount $d; s=$?; rmdir $d; exit $s";

/** The reason why there can be none here, for the options of a test. */
export const noSmallDisk = (): string | false =>
  spawnSync("sh", ["-c", probe]).status === 0
    ? false
    : "a small tmpfs cannot be mounted here: that takes root";

export function smallDisk(megabytes: number, { files }: { files?: number } = {}): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), "overheard-small-"));
  execFileSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `mode=0755,size=${megabytes}m${files ? `,nr_inodes=${files}` : ""}`,
    "tmpfs",
    directory,
  ]);
  const filler = join(directory, "others");
  return {
    directory,
    fill(leaveMb) {
      const { bavail, bsize } = statfsSync(directory);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveMb * 1024 * 1024)));
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // A store that has ended itself leaves its files open.
      execFileSync("umount", ["-l", directory]);
      rmdirSync(directory);
    },
  };
}
