import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Image } from "./build.ts";

/** What a container engine does for one container: its user, its environment, a read-only root and its volume. */
export interface Container extends AsyncDisposable {
  /** Starts the image's entrypoint with these words. */
  start(...words: string[]): void;
  /** Runs another program in it to its end; what it prints. Throws where it fails. */
  run(program: string, ...words: string[]): string;
  /** Status of this address, once it is 200 or a minute has passed; 0 for none. */
  until(address: string): Promise<number>;
  /** What the started program has printed. */
  said(): string;
  /** Sends SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

/** In its own mount namespace: the root read-only, /data and /tmp not. The program then replaces the shell. */
const enter = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount --rbind /proc "$1/proc"; mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/data"; mount -t tmpfs none "$1/tmp"
mount -o remount,ro,bind "$1"
root=$1; user=$3; shift 3
exec chroot --userspec="$user" "$root" "$@"`;

export function containerOf(image: Image, settings: Record<string, string>): Container {
  const volume = mkdtempSync(join(tmpdir(), "overheard-volume-"));
  const [uid = 0, gid = 0] = image.user.split(":").map(Number);
  chownSync(volume, uid, gid);
  // chroot and mount are looked up outside; inside, programs are named in full.
  const env = { ...image.environment, ...settings };
  const path = (env.PATH ?? "").split(":");
  const words = (program: readonly string[]) => [
    "--mount",
    "/bin/sh",
    "-c",
    `PATH=/usr/sbin:/usr/bin:/sbin:/bin\n${enter}`,
    "sh",
    image.root,
    volume,
    image.user,
    ...program,
  ];
  const found = (name: string) =>
    path.map((folder) => join(folder, name)).find((file) => image.has(file)) ?? name;
  let child: ChildProcess | null = null;
  let ended: Promise<unknown[]> = Promise.resolve([null]);
  let output = "";
  const stop = async () => {
    if (child?.exitCode === null) child.kill("SIGTERM");
    const [code] = await ended;
    return code as number | null;
  };
  return {
    start(...given) {
      child = spawn("/usr/bin/unshare", words([...image.entrypoint, ...given]), {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
      ended = once(child, "close");
    },
    run: (program, ...given) =>
      execFileSync("/usr/bin/unshare", words([found(program), ...given]), { env, encoding: "utf8" }).trim(),
    async until(address) {
      const deadline = performance.now() + 60_000;
      for (;;) {
        const status = await fetch(address).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200 || performance.now() > deadline || child?.exitCode !== null) return status;
        await delay(100);
      }
    },
    said: () => output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(volume, { recursive: true, force: true });
    },
  };
}
