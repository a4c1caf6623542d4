import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The program as it was, in a folder that goes with the process. */
export interface EarlierVersion extends Disposable {
  /** Its commit. */
  commit: string;
  /** Its Node, and what to have it run. */
  node: string;
  program: string;
  folder: string;
}

/** Unpacks what the history has under a tag or a commit, and installs the packages that it was tested with. */
export function unpackVersion(ref: string): EarlierVersion {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const commit = git("rev-parse", "--verify", `${ref}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "overheard-version-"));
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 512e6 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  // Not `ci`, which refuses the lockfile of a version whose packages another npm has locked.
  execFileSync("npm", ["install", "--no-save", "--loglevel=error", ...options], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  return {
    ...{ commit, folder, node: join(folder, "node_modules", ".bin", "node") },
    program: join(folder, "src", "main.ts"),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Its server on this port. */
export const serveAs = ({ node, program, folder }: EarlierVersion, env: Record<string, string>) =>
  spawn(node, [program, "serve"], {
    cwd: folder,
    env: { ...surroundings(), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });

/** One of its commands, to its end; what it prints. */
export const commandAs = (
  { node, program, folder }: EarlierVersion,
  words: readonly string[],
  env: Record<string, string>,
): string =>
  execFileSync(node, [program, ...words], {
    ...{ cwd: folder, env: { ...surroundings(), ...env }, encoding: "utf8" as const },
    stdio: ["ignore", "pipe", 2],
  }).trim();

/** Settings of this machine are not passed on. */
const surroundings = () => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" });

export async function ready(url: string, withinMs = 120_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; ) {
    const ok = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not become ready`);
}
