import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../server-process.ts";
import { havePackages } from "./debian-packages.ts";

/** A throw-away Valkey or Redis of this machine, on loopback, that keeps nothing. It ends when this process does. */
export interface Valkey extends AsyncDisposable {
  url: string;
}

/** Why there is no Valkey to be had here; `message` is a reason to print. */
export class NoValkey extends Error {
  override name = "NoValkey";
}

const names = ["valkey-server", "redis-server"];
const startMs = 10_000;

/** Ends the server when the pipe of its standard input closes, which it does however its parent ends. */
const keeper = 'trap "" INT TERM HUP; dir=$1; shift; "$@" & read -r _; kill -KILL $!; wait $!; rm -rf "$dir"';

/** The server's program, or undefined if there is none. */
export function findValkey(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

/** The program, installed as Debian's package if it is missing and that is possible. Throws NoValkey. */
export function installValkey(): string {
  havePackages("Valkey", ["redis-server"], () => findValkey() !== undefined, NoValkey);
  return findValkey()!;
}

/** Starts one on a free port, or on `port` as one that comes back. */
export async function startValkey(port?: number): Promise<Valkey> {
  const program = findValkey();
  if (!program) throw new NoValkey("Valkey is not installed");
  const chosen = port ?? (await freePort());
  const dir = mkdtempSync(join(tmpdir(), "overheard-valkey-"));
  const settings = [
    "--bind",
    "127.0.0.1",
    "--port",
    `${chosen}`,
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    dir,
  ];
  const child = spawn("sh", ["-c", keeper, "sh", dir, program, ...settings], {
    cwd: dir,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    await ended;
  };
  const deadline = performance.now() + startMs;
  while (!(await answers(chosen))) {
    if (performance.now() > deadline) {
      await stop();
      throw new NoValkey("Valkey did not start");
    }
    await delay(20);
  }
  return { url: `valkey://127.0.0.1:${chosen}`, [Symbol.asyncDispose]: stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const end = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    socket.once("data", (bytes) => end(bytes.toString().startsWith("+PONG")));
    socket.once("error", () => end(false));
  });
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
