import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createLog } from "../../kernel/log.ts";
import { openStore } from "../open.ts";
import { StoreError } from "../store-error.ts";
import { checkDirectory, makePrivate } from "./private-directory.ts";
import { cannotOpen } from "./store-directory.ts";

const log = createLog("silent");
const noRights = process.platform === "win32" ? "Windows has rights of another kind" : false;

function directory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "oh-directory-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const open = (dataDir: string) => openStore({ databaseUrl: null, dataDir }, log);

const oneLine = (words: RegExp) => (error: unknown) =>
  error instanceof StoreError && words.test(error.message) && !error.message.includes("\n");

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

test("a store without its mark is refused, kept as it is, and opens when its owner says that it is whole", async (t) => {
  const dataDir = directory(t);
  await (await open(dataDir))[Symbol.asyncDispose]();
  rmSync(join(dataDir, "store", "overheard-ready"));
  await assert.rejects(
    open(dataDir),
    oneLine(/lacks its file overheard-ready.* make that file .* or restore a backup/),
  );
  assert.deepEqual(readdirSync(dataDir), ["store"]);
  writeFileSync(join(dataDir, "store", "overheard-ready"), "");
  await (await open(dataDir))[Symbol.asyncDispose]();
});

for (const [what, prepare, words] of [
  [
    "a directory of other files",
    (store: string) => [mkdirSync(store), writeFileSync(join(store, "notes"), "")],
    /no store of Overheard's/,
  ],
  ["a file", (store: string) => writeFileSync(store, ""), /is not a directory/],
  [
    "a store of another PostgreSQL",
    (store: string) => [
      mkdirSync(store),
      writeFileSync(join(store, "overheard-ready"), ""),
      writeFileSync(join(store, "PG_VERSION"), "19\n"),
    ],
    /written by PostgreSQL 19/,
  ],
  [
    "a marked store without anything else",
    (store: string) => [mkdirSync(store), writeFileSync(join(store, "overheard-ready"), "")],
    /cannot be opened; restore a backup/,
  ],
] as const) {
  test(`${what} in the store's place is refused with one line, and left alone`, async (t) => {
    const dataDir = directory(t);
    prepare(join(dataDir, "store"));
    await assert.rejects(open(dataDir), oneLine(words));
    assert.deepEqual(readdirSync(dataDir), ["store"]);
  });
}

test("a data directory that others could read is closed, with all that lies in it", {
  skip: noRights,
}, async (t) => {
  const dataDir = directory(t);
  const outside = join(directory(t), "elsewhere");
  writeFileSync(outside, "", { mode: 0o644 });
  mkdirSync(join(dataDir, "store", "base"), { recursive: true });
  mkdirSync(join(dataDir, "deep"), { mode: 0o755 });
  writeFileSync(join(dataDir, "secret"), "", { mode: 0o644 });
  writeFileSync(join(dataDir, "deep", "file"), "", { mode: 0o666 });
  symlinkSync(outside, join(dataDir, "link"));
  chmodSync(dataDir, 0o755);
  makePrivate(dataDir);
  assert.deepEqual(
    ["", "deep", "secret", "deep/file"].map((path) => modeOf(join(dataDir, path))),
    ["700", "700", "600", "600"],
  );
  assert.equal(modeOf(outside), "644");
});

test("a folder of other files is refused, and they stay as they are; so is the store itself", {
  skip: noRights,
}, (t) => {
  const home = directory(t);
  chmodSync(home, 0o755);
  writeFileSync(join(home, "run.sh"), "", { mode: 0o755 });
  chmodSync(join(home, "run.sh"), 0o755);
  assert.throws(
    () => makePrivate(home),
    oneLine(/no store and holds other files, such as run\.sh: set OVERHEARD/),
  );
  assert.deepEqual([modeOf(home), modeOf(join(home, "run.sh"))], ["755", "755"]);
  const store = join(directory(t), "store");
  mkdirSync(store);
  writeFileSync(join(store, "PG_VERSION"), "18\n");
  assert.throws(
    () => makePrivate(store),
    oneLine(/is the store itself: set OVERHEARD_DATA_DIR to the folder/),
  );
  const fresh = directory(t);
  writeFileSync(join(fresh, "backup.tar.gz"), "");
  makePrivate(fresh);
});

test("a store whose own directory is open is closed although it lies in a closed one", {
  skip: noRights,
}, async (t) => {
  const dataDir = directory(t);
  mkdirSync(join(dataDir, "store"), { mode: 0o755 });
  makePrivate(dataDir);
  assert.equal(modeOf(join(dataDir, "store")), "700");
});

test("another user's data directory is refused with one line", {
  skip: noRights || (process.geteuid?.() === 0 ? false : "only root can give a directory away"),
}, async (t) => {
  const dataDir = directory(t);
  chownSync(dataDir, 65_534, 65_534);
  await assert.rejects(open(dataDir), oneLine(/belongs to another user \(65534\).*chown -R 0 \//));
  // What is tried beforehand says the same; where folders may be made in it, one of them will do.
  assert.throws(
    () => checkDirectory(dataDir),
    oneLine(/\(65534\).* to a new folder in it \(.*\/overheard\)\.$/),
  );
});

test("a store with a file of another user says whose it is, and not that it is broken", {
  skip: noRights || (process.geteuid?.() === 0 ? false : "only root can give a file away"),
}, (t) => {
  const dataDir = directory(t);
  mkdirSync(join(dataDir, "store", "base"), { recursive: true });
  assert.match(cannotOpen(dataDir, new Error("?")).message, /restore a backup/);
  chownSync(join(dataDir, "store", "base"), 65_534, 65_534);
  assert.match(
    cannotOpen(dataDir, new Error("?")).message,
    /^\/.*\/store\/base in the data directory belongs to another user, .* chown -R\.$/,
  );
});

test("a directory that more than owner and mode keeps this user out of is said to be so", (t) => {
  const dataDir = directory(t);
  chmodSync(dataDir, 0o755);
  // Stands for the labels of SELinux and the access lists of a NAS.
  const attribute = (change: string) => spawnSync("chattr", [change, dataDir]).status === 0;
  if (!attribute("+i")) return t.skip("chattr cannot be used here");
  try {
    assert.throws(
      () => makePrivate(dataDir),
      oneLine(/\(EPERM\)\. Its owner and mode let this user in.*:Z.*ACL/),
    );
  } finally {
    attribute("-i");
  }
});

test("a data directory below a file is refused with one line", async (t) => {
  const file = join(directory(t), "file");
  writeFileSync(file, "");
  await assert.rejects(open(file), oneLine(/is not a directory/));
  await assert.rejects(open(join(file, "data")), oneLine(/is not a directory/));
});

test("a data directory that its file system does not let be made is said at once", {
  skip: existsSync("/proc/self") ? false : "there is no /proc here",
}, () => {
  assert.throws(() => makePrivate("/proc/nothing/here"), /\/proc\/nothing\/here cannot be created/);
});
