import { spawnSync } from "node:child_process";

/** Why something cannot be had here; `message` is a reason to print. */
type Missing = new (message: string) => Error;

/** Another test may be installing. */
const patient = ["-o", "DPkg::Lock::Timeout=300"];

/** Installs Debian's packages where `isThere` does not find what they bring. Throws `Missing` if that is not possible. */
export function havePackages(
  name: string,
  packages: readonly string[],
  isThere: () => boolean,
  Missing: Missing,
): void {
  if (isThere()) return;
  if (process.getuid?.() !== 0) throw new Missing(`${name} is not installed, and only root can install it`);
  if (spawnSync("apt-get", ["--version"]).status !== 0)
    throw new Missing(`${name} is not installed, and there is no apt-get`);
  process.stderr.write(`installing Debian's packages ${packages.join(", ")}\n`);
  // Run level 1 keeps them from starting servers of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const output = { env, stdio: ["ignore", 2, 2] as ["ignore", number, number] };
  spawnSync("apt-get", [...patient, "update", "-q"], output);
  spawnSync("apt-get", [...patient, "install", "-q", "-y", "--no-install-recommends", ...packages], output);
  if (!isThere()) throw new Missing(`${name} is not installed, and apt-get could not install it`);
}
