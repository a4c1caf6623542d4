import assert from "node:assert/strict";
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { account, command, startServer } from "../server-process.ts";

const skip = process.platform === "win32" ? "Windows has rights of another kind" : false;

test("nothing that the program writes can be read by others, also in a directory that was open", {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "oh-private-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  // No secret of the environment's: the program makes and keeps one.
  const env = { OVERHEARD_DATA_DIR: dataDir, OVERHEARD_SECRET: "" };
  const umask = process.umask(0);
  try {
    await command(["migrate"], env);
    for (const path of [dataDir, join(dataDir, "store")]) chmodSync(path, 0o755);
    const server = await startServer(env);
    try {
      await account(server.url, "private@example.com", env);
      await command(["backup", join(folder, "backup.tar.gz")], env);
      // Only the directory protects PGlite's cache of its catalogue, which it makes with its own rights.
      const open = everythingBelow(folder).filter(
        (path) => (lstatSync(path).mode & 0o077) !== 0 && !path.endsWith("pg_internal.init"),
      );
      assert.deepEqual(open, []);
    } finally {
      await server.stop();
    }
  } finally {
    process.umask(umask);
  }
});

const everythingBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
