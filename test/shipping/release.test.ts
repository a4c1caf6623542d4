import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { releaseFaults } from "../../scripts/release/check-release.ts";
import { checkSums, signSums, writeSums } from "../../scripts/release/checksums.ts";

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "overheard-release-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function repository(t: TestContext, version: string, changelog: string) {
  const root = folderFor(t);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
      ...{ cwd: root, stdio: "pipe" as const },
    });
  git("init", "--quiet");
  for (const file of ["package.json", "package-lock.json"])
    writeFileSync(join(root, file), JSON.stringify({ version }));
  writeFileSync(join(root, "CHANGELOG.md"), changelog);
  git("add", ".");
  git("commit", "--quiet", "--message", "all");
  return { root, git };
}

test("a version is released if package and changelog are of it and all is committed", (t) => {
  const { root, git } = repository(
    t,
    "1.2.0",
    "# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- New.\n\n## 1.1.0\n",
  );
  assert.deepEqual(releaseFaults(root, "1.2.0"), []);
  git("tag", "v1.2.0");
  assert.deepEqual(releaseFaults(root, "1.2.0"), []);
  appendFileSync(join(root, "CHANGELOG.md"), "more\n");
  assert.match(releaseFaults(root, "1.2.0").join(), /not committed/);
  git("commit", "--quiet", "--all", "--message", "more");
  assert.match(
    releaseFaults(root, "1.2.0").join(),
    /^v1\.2\.0 is there, on [0-9a-f]{9}: a version is released once/,
  );
});

for (const [what, version, changelog, said] of [
  ["is none", "1.2", "## 1.2\n\n- New.\n", [/1\.2 is not a version/]],
  [
    "is another than the package's",
    "1.3.0",
    "## 1.3.0\n\n- New.\n",
    [/^package\.json is of/, /^package-lock/],
  ],
  ["is not in the changelog", "1.2.0", "## Unreleased\n\n- New.\n", [/begins with "Unreleased"/]],
  ["has nothing in the changelog", "1.2.0", "## 1.2.0\n\n## 1.1.0\n\n- Old.\n", [/says nothing of 1\.2\.0/]],
] as const)
  test(`a version that ${what} is not released`, (t) => {
    const { root } = repository(t, "1.2.0", `# Changelog\n\n${changelog}`);
    const faults = releaseFaults(root, version);
    assert.equal(faults.length, said.length, faults.join());
    for (const [index, words] of said.entries()) assert.match(faults[index]!, words);
  });

test("signed checksums hold for the files that were signed, by the key that signed them, and for nothing else", {
  skip: spawnSync("ssh-keygen", ["-?"]).error ? "ssh-keygen is not here: install OpenSSH's client" : false,
}, async (t) => {
  const folder = folderFor(t);
  const made = (name: string) => {
    const key = join(folder, name);
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key]);
    writeFileSync(join(folder, `${name}-signers`), `overheard ${readFileSync(`${key}.pub`, "utf8")}`);
    return key;
  };
  const holds = (signers: string) => {
    try {
      execFileSync("sh", ["-c", checkSums(signers, "overheard")], { cwd: folder, stdio: "pipe" });
      return true;
    } catch {
      return false;
    }
  };
  const [key] = [made("ours"), made("theirs")];
  writeFileSync(join(folder, "overheard.tgz"), "package");
  await writeSums(folder, ["overheard.tgz"]);
  signSums(folder, key);
  assert.equal(holds("ours-signers"), true);
  assert.equal(holds("theirs-signers"), false);
  writeFileSync(join(folder, "overheard.tgz"), "another");
  assert.equal(holds("ours-signers"), false);
  await writeSums(folder, ["overheard.tgz"]);
  assert.equal(holds("ours-signers"), false);
});
