import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { readConfig } from "../../config.ts";
import { lockDataDir } from "../db/embedded/lock.ts";
import { createLog } from "../kernel/log.ts";
import { serveControl } from "../operator/control.ts";
import type { Operations } from "../operator/operations.ts";
import { backup } from "./backup.ts";

test("a backup that the server wrote into a folder of its own is told as that", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "overheard-"));
  t.after(() => rmSync(root, { recursive: true }));
  const config = readConfig({ OVERHEARD_DATA_DIR: join(root, "data") });
  await using lock = await lockDataDir(config.dataDir);
  const operations: Partial<Operations> = { backup: async () => 5_000_000 };
  serveControl(lock, operations as Operations, createLog("silent"));
  const io = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough(), env: {} };
  const file = join(root, "backup.tar.gz");
  await assert.rejects(backup(config, { file }, io), {
    name: "CommandError",
    message: `The server has written ${file} where this command does not see it: some of its folders are its own. Name a file in ${config.dataDir}, which both see.`,
  });
});
