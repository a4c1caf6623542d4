import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Why this version cannot be released from the repository in `root`; one line each, empty if it can. */
export function releaseFaults(root: string, version: string): string[] {
  if (!/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9a-z.]+)?$/.test(version))
    return [`${version} is not a version: write it like 1.2.3 or 1.2.3-rc.1.`];
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const faults: string[] = [];

  for (const file of ["package.json", "package-lock.json"]) {
    const found = JSON.parse(read(file)).version;
    if (found !== version)
      faults.push(
        `${file} is of version ${found}: run npm version --no-git-tag-version ${version}, and commit.`,
      );
  }
  const sections = read("CHANGELOG.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return { heading: heading.trim(), text: lines.join("\n").trim() };
    });
  const [newest] = sections;
  if (newest?.heading.split(" ")[0] !== version)
    faults.push(
      `CHANGELOG.md begins with "${newest?.heading ?? ""}": rename that section to ${version}, and commit.`,
    );
  else if (newest.text === "") faults.push(`CHANGELOG.md says nothing of ${version}.`);
  if (git("status", "--porcelain") !== "")
    faults.push("There are changes that are not committed: commit them, or take them back.");
  const tagged = git("tag", "--list", `v${version}`) !== "" && git("rev-parse", `v${version}^{commit}`);
  if (tagged && tagged !== git("rev-parse", "HEAD"))
    faults.push(`v${version} is there, on ${tagged.slice(0, 9)}: a version is released once.`);
  return faults;
}
