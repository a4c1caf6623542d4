import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { secretPath, serverSecret } from "./server-secret.ts";

test("a secret's file that is empty, cut off or unreadable is said to be, and another is not made", (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "oh-secret-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const path = secretPath(dataDir);
  for (const content of ["", "\n", "abc\n"]) {
    writeFileSync(path, content);
    assert.throws(() => serverSecret({ secret: null, dataDir }), /secret is empty or cut off\. Put it back/);
    assert.equal(readFileSync(path, "utf8"), content);
  }
  rmSync(path);
  mkdirSync(path);
  assert.throws(() => serverSecret({ secret: null, dataDir }), /secret cannot be read\. Give that file/);
  rmSync(path, { recursive: true });
  const made = serverSecret({ secret: null, dataDir });
  assert.equal(serverSecret({ secret: null, dataDir }), made);
});
