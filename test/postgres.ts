import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./server-process.ts";
import { havePackages } from "./servers/debian-packages.ts";

/** A throw-away PostgreSQL of this machine, on loopback. It ends, and its files go, when this process does. */
export interface Postgres extends AsyncDisposable {
  /** Of its maintenance database, as a superuser. */
  url: string;
  version: string;
  /** Shuts it down, cutting off every connection; `start` brings it back with everything in it. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Why there is no PostgreSQL to be had here; `message` is a reason to print. */
export class NoPostgres extends Error {
  override name = "NoPostgres";
}

const startMs = 30_000;

/** Nothing of it has to outlive a crash of the machine. */
const careless = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=300",
  "log_min_messages=fatal",
];

/**
 * Stops and starts the server at a word on its standard input, and ends it when that pipe closes, which it does however
 * its parent ends (Ctrl-C reaches both).
 */
const keeper = `trap "" INT TERM HUP; dir=$1; shift; "$@" &
while read -r word; do
  case $word in stop) kill -INT $!; wait $! ;; start) "$@" & esac
done
kill -INT $!; wait $!; rm -rf "$dir"`;

/**
 * Starts one, its files in a folder of `below`, installing Debian's package first if it is missing and that is possible.
 * Throws NoPostgres.
 */
export async function startPostgres(below = tmpdir()): Promise<Postgres> {
  const { bin, owner } = postgresHere();
  const dir = mkdtempSync(join(below, "overheard-postgres-"));
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const [data, log, passwordFile] = [join(dir, "data"), join(dir, "log"), join(dir, "password")];
  const password = randomBytes(18).toString("base64url");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);

  const init = ["-D", data, "-U", "overheard", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8"];
  execFileSync(join(bin, "initdb"), [...init, "--locale=C", "--no-sync"], {
    ...owner,
    cwd: dir,
    stdio: ["ignore", "ignore", "pipe"],
  });

  const port = await freePort();
  return keep({ bin, owner, dir, data, log, port, password });
}

/** Runs the server of a data directory until this process ends. */
async function keep(place: {
  bin: string;
  owner: { uid: number; gid: number } | undefined;
  dir: string;
  data: string;
  log: string;
  port: number;
  password: string;
}): Promise<Postgres> {
  const { bin, owner, dir, data, log, port, password } = place;
  const settings = [
    ...careless,
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${dir}`,
  ];
  const server = [join(bin, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const output = openSync(log, "a");
  const child = spawn("sh", ["-c", keeper, "sh", dir, ...server], {
    ...owner,
    cwd: dir,
    stdio: ["pipe", output, output],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();

  const url = `postgresql://overheard:${password}@127.0.0.1:${port}/postgres`;
  const end = async () => {
    child.ref();
    child.stdin?.end();
    await ended;
  };
  try {
    return {
      url,
      version: await answering(url),
      async stop() {
        child.stdin?.write("stop\n");
        while (await listening(port)) await delay(20);
      },
      async start() {
        child.stdin?.write("start\n");
        await answering(url);
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    const said = readFileSync(log, "utf8").trim().split("\n").at(-1);
    await end();
    throw new NoPostgres(`PostgreSQL did not start: ${said}`, { cause: error });
  }
}

/** Its binaries, installed where they are missing, and the account to run them as where this process is root's. */
export function postgresHere(): { bin: string; owner: { uid: number; gid: number } | undefined } {
  havePackages("PostgreSQL", ["postgresql"], () => findBinaries() !== undefined, NoPostgres);
  return { bin: findBinaries()!, owner: process.getuid?.() === 0 ? accountOf("postgres") : undefined };
}

/** The folder of initdb and postgres: on PATH, or the newest where Debian keeps them. */
function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = listed(debian)
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => b - a);
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, `${version}`, "bin")),
  ];
  const found = folders.find(
    (folder) => executable(join(folder, "initdb")) && executable(join(folder, "postgres")),
  );
  // On the PATH there may be links to a few of them only.
  return found && dirname(realpathSync(join(found, "postgres")));
}

/** PostgreSQL refuses to run as root; Debian's package makes this account. */
function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN);
  const [uid, gid] = [id("-u"), id("-g")];
  if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  throw new NoPostgres(`PostgreSQL does not run as root, and there is no account ${name} to run it as`);
}

async function answering(url: string): Promise<string> {
  const deadline = performance.now() + startMs;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query("show server_version");
      await client.end();
      return rows[0].server_version;
    } catch (error) {
      await client.end().catch(() => {});
      if (performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}

/** Whether anybody listens on this port of the loopback address. */
export function listening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
