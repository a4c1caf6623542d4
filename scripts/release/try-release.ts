/**
 * Makes a release as a dry run from a clone of what is committed here, without the image, and checks it as whoever downloads it
 * does: the signature, the sums, and what the package says of itself. Ends with an error if something is wrong.
 */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkSums } from "./checksums.ts";

const root = resolve(import.meta.dirname, "../..");
const place = mkdtempSync(join(tmpdir(), "overheard-release-"));
const clone = join(place, "clone");
const version = "9.8.7";
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=Release", "-c", "user.email=release@example.com", ...words], {
    ...{ cwd: clone, encoding: "utf8" as const },
  }).trim();
const faults: string[] = [];
try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  appendFileSync(join(clone, ".git", "info", "exclude"), "node_modules\n");
  const refused = release();
  if (refused.code === 0) faults.push("a version that package.json does not have was released");
  change("package.json", (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  change("package-lock.json", (text) =>
    text.replaceAll(/(?<="name": "overheard",\n\s+"version": ")[^"]+/g, version),
  );
  change("CHANGELOG.md", (text) => text.replace(/^## Unreleased$/m, `## ${version}`));
  git("commit", "--quiet", "--all", "--message", `Release ${version}`);
  const key = join(place, "key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", key]);
  const made = release("--key", key);
  console.log(made.said);
  if (made.code !== 0) faults.push("the release was not made");
  else check(key);
  if (git("tag", "--list", `v${version}`) !== "") faults.push("a dry run tagged the commit");
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.log(`MISSED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function release(...options: string[]): { code: number; said: string } {
  const words = ["scripts/release/release.ts", version, "--dry-run", "--no-image", ...options];
  try {
    return { code: 0, said: execFileSync(process.execPath, words, { cwd: clone, encoding: "utf8" }) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, said: `${stdout}${stderr}` };
  }
}

function check(key: string): void {
  const folder = join(clone, "dist", "release");
  const signers = join(place, "signers");
  writeFileSync(signers, `overheard ${readFileSync(`${key}.pub`, "utf8")}`);
  const holds = () => {
    try {
      execFileSync("sh", ["-c", checkSums(signers, "overheard")], { cwd: folder, stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  if (!holds()) faults.push("the checksums and their signature do not hold");
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (!tarball) return void faults.push("there is no package");
  const described = execFileSync("tar", ["-xzOf", join(folder, tarball), "package/package.json"], {
    encoding: "utf8",
  });
  if (JSON.parse(described).version !== version) faults.push("the package is of another version");
  appendFileSync(join(folder, tarball), "x");
  if (holds()) faults.push("a changed package passes for the one that was signed");
}

function change(file: string, to: (text: string) => string): void {
  const path = join(clone, file);
  writeFileSync(path, to(readFileSync(path, "utf8")));
}
