import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { tarOf } from "./tar.ts";

async function archiveOf(paths: readonly string[]): Promise<Buffer> {
  const files = async function* () {
    for (const path of paths) yield { path, text: `of ${path}` };
  };
  const pieces: Buffer[] = [];
  for await (const piece of tarOf(files(), new Date("2026-11-22T00:00:00Z"))) pieces.push(piece);
  return Buffer.concat(pieces);
}

test("a path of up to 255 characters is in the archive whole", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "oh-tar-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const paths = [
    "account.jsonl",
    `drafts/${"a".repeat(93)}`,
    `drafts/${"a".repeat(94)}.md`,
    `${"b".repeat(155)}/${"c".repeat(100)}`,
  ];
  writeFileSync(join(folder, "all.tar"), await archiveOf(paths));
  execFileSync("tar", ["-xf", "all.tar"], { cwd: folder });
  for (const path of paths) assert.equal(readFileSync(join(folder, path), "utf8"), `of ${path}`);
});

test("a path that no header holds is refused, not cut", async () => {
  for (const path of ["d".repeat(101), `drafts/${"e".repeat(101)}`, `${"f".repeat(156)}/g`])
    await assert.rejects(archiveOf([path]), RangeError, path);
});
