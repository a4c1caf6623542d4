import { mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod, link } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { newId } from "../../kernel/id.ts";
import { StoreError } from "../store-error.ts";
import { codeOf } from "./error-code.ts";
import { makePrivate } from "./private-directory.ts";
import { processStart } from "./process-start.ts";
import { cannotOpen } from "./store-directory.ts";

/** Who holds a data directory, as its lock file says. */
export interface Holder {
  pid: number;
  /** Path of the local socket on which the holder listens while it lives. */
  socket: string;
  /** Tells this process from a later one with the same number; null if the system does not say. */
  started: string | null;
}

/** The exclusive right to use a data directory. */
export interface DataLock extends AsyncDisposable {
  readonly holder: Holder;
  /** Listens on the socket; add a `connection` listener to answer there. */
  readonly server: Server;
}

/** The longest Unix socket path that every system allows (macOS: 104 bytes including the terminator). */
const longestSocketPath = 103;
const privatePrefix = "overheard-socket-";
const takeoverPatienceMs = 10_000;

const lockPath = (dataDir: string) => join(dataDir, "lock");

/**
 * Takes the data directory for this process, making it if it is missing; a lock left by a dead process
 * is taken over. Throws StoreError if a living process holds it, if the lock cannot be read, or if the
 * directory is no place for secrets.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  makePrivate(dataDir);
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.on("error", () => {}).once("close", () => connections.delete(connection));
    // No listener: a command that holds the store only briefly answers no questions.
    if (server.listenerCount("connection") === 1) connection.end();
  });
  const socket = await listen(server, dataDir).catch((error) => {
    throw error instanceof StoreError ? error : cannotOpen(dataDir, error);
  });
  const close = async () => {
    for (const connection of connections) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
    removeSocket(socket);
  };
  const holder: Holder = { pid: process.pid, socket, started: processStart(process.pid) };
  try {
    await claim(dataDir, holder);
  } catch (error) {
    await close();
    throw error instanceof StoreError ? error : cannotOpen(dataDir, error);
  }
  return {
    holder,
    server,
    async [Symbol.asyncDispose]() {
      if (isMine(dataDir, socket)) rmSync(lockPath(dataDir), { force: true });
      await close();
    },
  };
}

/** The living holder of a data directory, or null. Throws StoreError for a lock that cannot be read. */
export async function findHolder(dataDir: string): Promise<Holder | null> {
  const holder = readHolder(dataDir);
  return holder && (await isAlive(holder)) ? holder : null;
}

async function claim(dataDir: string, holder: Holder): Promise<void> {
  const mine = join(dataDir, `lock-${newId()}`);
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    // Linked, so the lock appears with its content or not at all: a crash leaves no half of it.
    await link(mine, lockPath(dataDir)).catch((error) => {
      if (codeOf(error) === "EEXIST") throw error;
      // A file system without hard links.
      writeFileSync(lockPath(dataDir), JSON.stringify(holder), { mode: 0o600, flag: "wx" });
    });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    await takeOver(dataDir, mine);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Replaces a dead holder's lock; if several processes try, they take turns to check and replace it. */
async function takeOver(dataDir: string, mine: string): Promise<void> {
  const turn = join(dataDir, "lock.takeover");
  const turnAgeMs = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (turnAgeMs > takeoverPatienceMs) rmSync(turn, { force: true });
  try {
    writeFileSync(turn, "", { flag: "wx" });
  } catch {
    throw new StoreError(
      `Another process is starting on the data directory ${dataDir}; try again in a moment.`,
    );
  }
  try {
    const holder = readHolder(dataDir);
    if (holder && (await isAlive(holder))) throw inUse(dataDir, holder);
    renameSync(mine, lockPath(dataDir));
    if (holder) removeSocket(holder.socket);
  } finally {
    rmSync(turn, { force: true });
  }
}

export function inUse(dataDir: string, holder: Holder): StoreError {
  return new StoreError(
    `The data directory ${dataDir} is in use by process ${holder.pid}. Stop that process, or set OVERHEARD_DATA_DIR to another directory.`,
  );
}

function isMine(dataDir: string, socket: string): boolean {
  try {
    return readHolder(dataDir)?.socket === socket;
  } catch {
    return false;
  }
}

function readHolder(dataDir: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(lockPath(dataDir), "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    if (codeOf(error) === "EACCES") throw notOurs(dataDir);
    throw unreadable(dataDir);
  }
  try {
    const { pid, socket, started } = JSON.parse(text);
    if (Number.isInteger(pid) && pid > 0 && typeof socket === "string") return { pid, socket, started };
  } catch {}
  throw unreadable(dataDir);
}

const notOurs = (dataDir: string): StoreError =>
  new StoreError(
    `This user may not read what is in the data directory ${dataDir}: run this as the user that runs Overheard there, or give the directory to this one (chown -R).`,
  );

function unreadable(dataDir: string): StoreError {
  return new StoreError(
    `The lock file ${lockPath(dataDir)} cannot be read. If no other process uses this data directory, delete that file and start again.`,
  );
}

async function isAlive(holder: Holder): Promise<boolean> {
  // A socket that answers is proof, even of a process in another container that shares the directory.
  if (await answers(holder.socket)) return true;
  return holder.started !== null && processStart(holder.pid) === holder.started;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once("connect", () => resolve(true)).once("error", () => resolve(false));
    probe.once("connect", () => probe.destroy());
  });
}

/** Starts listening beside the lock, or in a private directory if that path is too long for a socket. */
async function listen(server: Server, dataDir: string): Promise<string> {
  const name = `control-${process.pid}-${newId().slice(-6)}.sock`;
  if (process.platform === "win32") return bind(server, `\\\\.\\pipe\\overheard-${newId()}`);
  const beside = join(dataDir, name);
  if (Buffer.byteLength(beside) <= longestSocketPath) {
    try {
      return await bind(server, beside);
    } catch (error) {
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EINVAL"].includes(codeOf(error))) throw error;
    }
  }
  return bind(server, join(privateDirectory(dataDir), "control.sock"));
}

function privateDirectory(dataDir: string): string {
  try {
    return mkdtempSync(join(tmpdir(), privatePrefix));
  } catch (error) {
    throw new StoreError(
      `A local socket has no place: the path of the data directory ${dataDir} is too long for one, or its file system takes none, and ${tmpdir()} cannot be written to (${codeOf(error)}). Set OVERHEARD_DATA_DIR to a shorter path, or TMPDIR to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

async function bind(server: Server, path: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
  if (process.platform !== "win32") await chmod(path, 0o600);
  server.unref();
  return path;
}

function removeSocket(socket: string): void {
  if (process.platform === "win32") return;
  rmSync(socket, { force: true });
  if (!basename(dirname(socket)).startsWith(privatePrefix)) return;
  try {
    rmdirSync(dirname(socket));
  } catch {}
}
