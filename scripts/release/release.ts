/**
 * Makes a release of what is committed: `npm run release -- 1.2.3 --key ~/.ssh/release`. Checks version and changelog, builds
 * the npm package and the container image into dist/release, writes and signs their checksums, and tags the commit.
 * `--dry-run` does not tag, `--no-image` leaves the image out. Pushes and publishes nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage, packageFolder } from "../package/package.ts";
import { releaseFaults } from "./check-release.ts";
import { checkSums, signSums, writeSums } from "./checksums.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "dist", "release");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    "no-image": { type: "boolean", default: false },
  },
});
const [version = ""] = positionals;
if (version === "") end(["Name the version: npm run release -- 1.2.3 --key ~/.ssh/release"]);
const { key } = values;
const dry = values["dry-run"];
end([
  ...releaseFaults(root, version),
  ...(key || dry ? [] : ["Name the SSH key that signs the checksums: --key ~/.ssh/release"]),
]);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
buildPackage();
run("npm", ["pack", "--silent", "--pack-destination", folder, packageFolder]);
if (!values["no-image"]) buildImage(join(folder, `overheard-${version}.oci.tar`));
const files = readdirSync(folder);
await writeSums(folder, files);
if (key) signSums(folder, resolve(key));
for (const file of files)
  console.log(`${file.padEnd(32)} ${(statSync(join(folder, file)).size / 1e6).toFixed(1).padStart(7)} MB`);
if (!dry) {
  const there = execFileSync("git", ["tag", "--list", `v${version}`], { cwd: root, encoding: "utf8" });
  if (there === "") run("git", ["tag", "--annotate", `v${version}`, "--message", `Overheard ${version}`]);
}
console.log(`
${dry ? "Nothing is tagged." : `The commit is tagged v${version}.`} What is released is in ${folder}; nothing was pushed.
Whoever has it checks it, with your public key in a file \`signers\`, in a line "overheard ssh-ed25519 …":
  ${checkSums("signers", "overheard")}`);

/** For both architectures with Docker, for this machine's with buildah. */
function buildImage(file: string): void {
  const tag = `overheard:${version}`;
  if (spawnSync("docker", ["buildx", "version"]).status === 0)
    run("docker", [
      ...["buildx", "build", "--platform", "linux/amd64,linux/arm64", "--tag", tag],
      ...["--output", `type=oci,dest=${file}`, root],
    ]);
  else if (spawnSync("buildah", ["--version"]).status === 0) {
    run("buildah", ["build", "--tag", tag, root]);
    run("buildah", ["push", tag, `oci-archive:${file}:${tag}`]);
  } else end(["Neither Docker nor buildah is here to build the image: install one, or add --no-image."]);
}

function run(command: string, words: readonly string[]): void {
  execFileSync(command, words, { cwd: root, stdio: ["ignore", 2, 2] });
}

/** Ends the command if there are reasons to. */
function end(reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  for (const reason of reasons) console.error(reason);
  process.exit(1);
}
