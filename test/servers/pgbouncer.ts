import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { listening } from "../postgres.ts";
import { freePort } from "../server-process.ts";
import { havePackages } from "./debian-packages.ts";

/** Debian's PgBouncer before a PostgreSQL, on loopback, with its defaults but for the mode. */
export interface Pgbouncer extends AsyncDisposable {
  /** The PostgreSQL's address, through it. */
  url: string;
}

/** Why there is none to be had here; `message` is a reason to print. */
export class NoPgbouncer extends Error {
  override name = "NoPgbouncer";
}

const program = "/usr/sbin/pgbouncer";
const startMs = 10_000;

/** Installs Debian's package if it is missing and that is possible. Throws NoPgbouncer. */
export const installPgbouncer = (): void =>
  havePackages("PgBouncer", ["pgbouncer"], () => existsSync(program), NoPgbouncer);

export async function startPgbouncer(
  server: string,
  mode: "session" | "transaction" | "statement",
): Promise<Pgbouncer> {
  const dir = mkdtempSync(join(tmpdir(), "overheard-pgbouncer-"));
  chmodSync(dir, 0o755);
  const { username, password, hostname, port: serverPort } = new URL(server);
  const port = await freePort();
  const file = join(dir, "pgbouncer.ini");
  writeFileSync(join(dir, "users.txt"), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(dir, "users.txt")}
pool_mode = ${mode}
`,
  );
  // It refuses to run as root and gives that up by itself.
  const asRoot = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const child = spawn(program, ["-q", ...asRoot, file], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(dir, { recursive: true });
  };
  for (const deadline = performance.now() + startMs; !(await listening(port)); await delay(20)) {
    if (performance.now() < deadline) continue;
    await stop();
    throw new NoPgbouncer("PgBouncer did not start");
  }
  const url = new URL(server);
  url.port = `${port}`;
  return { url: url.href, [Symbol.asyncDispose]: stop };
}
