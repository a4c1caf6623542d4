import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { packTar as packDirectory } from "modern-tar/fs";
import { insertAccount, ownOf } from "../../../test/fixtures/account.ts";
import { stores } from "../../../test/stores.ts";
import { type Config, readConfig } from "../../config.ts";
import { tarOf } from "../account-export/tar.ts";
import { findConnectorToken } from "../accounts/connectors/connectors.ts";
import { findKey, listKeys } from "../accounts/keys/keys.ts";
import { usersWithEmail } from "../accounts/users.ts";
import { createIdentity } from "../auth/accounts/identity.ts";
import { createKeys } from "../auth/key.ts";
import { createConnectorTokens } from "../auth/oauth/connector-token.ts";
import { secretPath, serverSecret } from "../auth/server-secret.ts";
import { backup } from "../cli/backup.ts";
import { showConfig } from "../cli/config.ts";
import { createConnector } from "../cli/connector.ts";
import { importAnswers } from "../cli/import.ts";
import { createKey } from "../cli/key.ts";
import { planMeasurement } from "../cli/measure.ts";
import { migrate } from "../cli/migrate.ts";
import { setPlan } from "../cli/plan.ts";
import { restore } from "../cli/restore.ts";
import { token } from "../cli/token.ts";
import { createUser, resetPassword } from "../cli/user.ts";
import { lockDataDir } from "../db/embedded/lock.ts";
import { runPglite, storeOver } from "../db/embedded/open-embedded.ts";
import { migrate as bringUpToDate } from "../db/migrate.ts";
import { depart } from "../db/moving/notes.ts";
import { openStore } from "../db/open.ts";
import type { Store } from "../db/store.ts";
import { unlimited } from "../kernel/limit.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { writeArchive } from "./archive-file.ts";
import { secretName, unpackBackup } from "./backup-file.ts";
import { serveControl } from "./control.ts";
import { CommandError, type Io } from "./io.ts";
import { cannotRead } from "./named-file.ts";
import { createOperations } from "./operations.ts";

const root = mkdtempSync(join(tmpdir(), "oh-commands-"));
const dataDir = join(root, "data");
const config = readConfig({ OVERHEARD_DATA_DIR: dataDir, OVERHEARD_PLANS: "on" });
const log = createLog("silent");
const email = "ann@a.example";

after(() => rmSync(root, { recursive: true, force: true }));

/** Runs a command and returns what it wrote. */
async function run<Options>(
  command: (config: Config, options: Options, io: Io) => Promise<void>,
  options: Options,
  given: { config?: Config; stdin?: string; env?: Io["env"] } = {},
): Promise<{ out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  await command(given.config ?? config, options, {
    stdin: Readable.from([given.stdin ?? ""]),
    stdout,
    stderr,
    env: given.env ?? {},
  });
  stdout.end();
  stderr.end();
  return { out: await text(stdout), err: await text(stderr) };
}

const oneLine =
  (says: RegExp, exitCode = 1) =>
  (error: unknown) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.match(error.message, says);
    assert.equal(error.exitCode, exitCode);
    return !error.message.includes("\n");
  };

/** The part of a running server that the command line reaches. */
async function serving(): Promise<Store & { forgotten: string[] }> {
  const store = await openStore(config, log);
  const forgotten: string[] = [];
  const secret = serverSecret(config);
  const operations = createOperations({
    config,
    store,
    identity: createIdentity({
      ...{ db: store.db, log, limiter: unlimited, secret, config, sendMail: null },
      vault: createVault(Buffer.alloc(32)),
    }),
    keys: createKeys({ prefix: config.keyPrefix, secret }),
    newConnectorKey: createConnectorTokens({ keyPrefix: config.keyPrefix, secret }).mintKey,
    now: () => new Date(),
    importAnswers: async () => assert.fail("no import here"),
    planMeasurement: async () => assert.fail("no plan here"),
    forgetOrganization: (id) => void forgotten.push(id),
    examineStore: async () => null,
  });
  serveControl(store.lock!, operations, log);
  return { ...store, forgotten };
}

const ownerOf = async ({ db }: Store, secret: string) =>
  findKey(db, createKeys({ prefix: "oh", secret: serverSecret(config) }).hashOf(secret)!);

/** Makes an account an editor in the organization of the first one; returns its id. */
async function joined(member: string): Promise<string> {
  await using store = await openStore(config, log);
  const [owner] = await usersWithEmail(store.db, "overheard", email);
  const [editor] = await usersWithEmail(store.db, "overheard", member);
  const made = { id: randomUUID(), organization_id: owner!.id, user_id: editor!.id, role: "editor" as const };
  await store.db
    .insertInto("members")
    .values({ ...made, created_at: new Date() })
    .execute();
  return owner!.id;
}

before(async () => {
  await run(migrate, {});
  await run(createUser, { email, passwordStdin: true }, { stdin: "correct horse battery\n" });
});

test("a connector's key is printed alone, with the scopes that were asked for, and refused with others", async () => {
  const given = { email, name: "CI agent", scopes: "visibility:read, visibility:run" };
  const { out } = await run(createConnector, given);
  const key = out.trim();
  assert.match(key, /^oh_mcp_[0-9A-Za-z]{36}$/);
  const tokens = createConnectorTokens({ keyPrefix: "oh", secret: serverSecret(config) });
  {
    await using store = await openStore(config, log);
    const found = await findConnectorToken(store.db, tokens.hashOf(key)!);
    assert.deepEqual(found?.scopes, ["visibility:read", "visibility:run"]);
  }
  await assert.rejects(
    run(createConnector, { ...given, scopes: "everything" }),
    oneLine(/^There is no such scope\. The scopes are/, 2),
  );
  await assert.rejects(run(createConnector, { ...given, name: "" }), oneLine(/1 to 100 characters/, 2));
});

test("for an account in two organizations a key says for which, and is for that one", async () => {
  const both = "both@a.example";
  await run(createUser, { email: both, passwordStdin: true }, { stdin: "correct horse battery\n" });
  const shared = await joined(both);
  await assert.rejects(
    run(createKey, { email: both }),
    oneLine(/several organizations\. Add --organization/, 2),
  );
  await assert.rejects(
    run(createConnector, { email: both, name: "CI", organization: randomUUID() }),
    oneLine(new RegExp(`not in it\\. .*${shared} \\(editor, 2 members\\)`), 2),
  );
  const { out } = await run(createKey, { email: both, organization: shared });
  await using store = await openStore(config, log);
  assert.equal((await ownerOf(store, out.trim()))?.membership.organizationId, shared);
});

test("without a server the commands open the store themselves", async () => {
  assert.equal((await run(migrate, {})).err, "overheard: the store is up to date.\n");
  const { out } = await run(createKey, { email, name: "ci" });
  await using store = await openStore(config, log);
  const found = await ownerOf(store, out.trim());
  assert.equal(found?.membership.email, email);
  assert.deepEqual(
    (await listKeys(store.db, found!.membership)).map(({ name }) => name),
    ["ci"],
  );
});

test("a plan prints what is recommended, other ways below it, and on stderr what it rests on", async () => {
  await using store = await openStore(config, log);
  const way = { prompts: 20, engines: 2, runs: 7, reports: 2, asks: 560, cost_usd: 5.6, power: 0.84 };
  const planned = { ...way, half_width: 0.142, smallest_change: 0.096, reached: false };
  const asked: unknown[] = [];
  const operations = {
    planMeasurement: async (terms: unknown) => {
      asked.push(terms);
      return {
        ...planned,
        assumptions: { from: "recorded", variance: { appearance_rate: 0.5 } },
        alternatives: [{ way: "more_reports", ...planned, runs: 4, cost_usd: null, power: null }],
      };
    },
  } as unknown as ReturnType<typeof createOperations>;
  serveControl(store.lock!, operations, log);
  const { out, err } = await run(planMeasurement, { project: "p1", detect: "10", schedule: "weekly" });
  assert.deepEqual(asked, [{ projectId: "p1", goal: { detect: 10 }, schedule: "weekly" }]);
  assert.deepEqual(out.trimEnd().split("\n"), [
    "              prompts  assistants  runs  reports  calls  cost     level  change seen  chance",
    "recommended   20       2           7     2        560    $5.60    ±14.2  9.6          84%",
    "more reports  20       2           4     2        560    unknown  ±14.2  9.6          –",
  ]);
  assert.match(err, /what is usual/);
  assert.match(err, /one report cannot reach the goal/);
  await assert.rejects(run(planMeasurement, { project: "p1", within: "wide" }), /--within must be a number/);
});

test("a plan says what its report told, and why a budget falls short", async () => {
  await using store = await openStore(config, log);
  const way = { prompts: 20, engines: 2, runs: 2, reports: 1, asks: 80, cost_usd: null, power: null };
  const planned = { ...way, half_width: 0.142, smallest_change: 1, reached: false, alternatives: [] };
  let cells = 40;
  let cost: number | null = null;
  const operations = {
    planMeasurement: async () => ({
      ...{ ...planned, cost_usd: cost },
      assumptions: { from: "own", variance: { appearance_rate: 0.5, cells } },
    }),
  } as unknown as ReturnType<typeof createOperations>;
  serveControl(store.lock!, operations, log);
  const repeated = await run(planMeasurement, { project: "p1", budget: "1" });
  assert.match(
    repeated.err,
    /how the answers of its newest report vary, and answers usually do, at a rate of 50%\./,
  );
  assert.match(repeated.err, /what an answer costs is not known/);
  assert.match(repeated.out, /±14\.2 +none +–/);
  [cells, cost] = [0, 1.6];
  const once = await run(planMeasurement, { project: "p1", budget: "1" });
  assert.match(
    once.err,
    /its newest report, at a rate of 50%; how much answers vary when asked again is the usual/,
  );
  assert.match(once.err, /the budget does not buy the smallest measurement; this is it/);
});

test("an import prints the report's id alone, and on stderr what was passed over and what it says", async () => {
  await using store = await openStore(config, log);
  const operations = {
    importAnswers: async () => ({
      id: "r1",
      headline: "Acme is named.",
      warnings: [
        {
          code: "UNKNOWN_PARAMETER",
          path: "/0/answered_at",
          message: "Ignored.",
          did_you_mean: "answeredAt",
        },
        { code: "ANSWERED_AT_MISSING", path: null, message: "1 of 1 rows has no time." },
      ],
    }),
  } as unknown as ReturnType<typeof createOperations>;
  serveControl(store.lock!, operations, log);
  const file = join(root, "answers.jsonl");
  writeFileSync(file, '{"prompt":"a?"}\n');
  const { out, err } = await run(importAnswers, { file, project: "p1" });
  assert.equal(out, "r1\n");
  assert.equal(
    err,
    [
      "overheard: warning: row 1, answered_at: Ignored. Did you mean answeredAt?",
      "overheard: warning: 1 of 1 rows has no time.",
      "overheard: Acme is named.",
      "",
    ].join("\n"),
  );
});

test("an import of a compressed file says that it is one", async () => {
  const file = join(root, "answers.jsonl.gz");
  writeFileSync(file, Buffer.from([0x1f, 0x8b, 8]));
  await assert.rejects(
    run(importAnswers, { file, project: randomUUID() }),
    oneLine(/is compressed: unpack it first/, 2),
  );
});

test("an import of a workbook says what it is and what to save it as", async () => {
  const file = join(root, "answers.xlsx");
  writeFileSync(file, "PK\x03\x04");
  await assert.rejects(
    run(importAnswers, { file, project: randomUUID() }),
    oneLine(/is a workbook or another zip archive\. .* save the table as CSV in UTF-8/, 2),
  );
});

test("an import of JSON Lines names each line that is not JSON", async () => {
  const file = join(root, "broken.jsonl");
  writeFileSync(file, '{"prompt":"a?"}\n{\n\n{"prompt":"a?","prompt":"b?"}\n');
  await assert.rejects(run(importAnswers, { file, project: "p1" }), {
    message:
      "Line 2 is not valid JSON at character 2: it ends too early: it may be cut off, or a bracket or quotation mark is not closed.\nLine 4 has a key twice in one object at character 16.",
  });
});

test("while a server runs, each command is done in its process, and prints the secret alone", async () => {
  await using store = await serving();
  const password = (await run(createUser, { email: "Bob@b.example" })).out;
  assert.match(password, /^[\w-]{20}\n$/);
  const key = (await run(createKey, { email: "bob@b.example" })).out;
  assert.match(key, /^oh_[0-9A-Za-z]{36}\n$/);
  const jwt = (await run(token, { email: "bob@b.example" })).out;
  assert.match(jwt, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  assert.match((await run(resetPassword, { email: "bob@b.example" })).out, /^[\w-]{20}\n$/);
  const { out, err } = await run(setPlan, { email: "bob@b.example", plan: "growth" });
  assert.deepEqual([out, err], ["", "overheard: bob@b.example is now on the growth plan.\n"]);
  const { membership } = (await ownerOf(store, key.trim()))!;
  assert.deepEqual([membership.plan, membership.email], ["growth", "bob@b.example"]);
  assert.deepEqual(store.forgotten, [membership.organizationId]);
});

test("a failure in the server's process is one line here, with the same exit code", async () => {
  await using store = await serving();
  const { id } = (await usersWithEmail(store.db, "overheard", email))[0]!;
  for (let n = (await listKeys(store.db, ownOf(id))).length; n < 10; n++) await run(createKey, { email });
  await assert.rejects(run(createKey, { email }), oneLine(/maximum number of keys/));
  await assert.rejects(run(createKey, { email, name: "" }), oneLine(/1 to 100 characters/, 2));
  await assert.rejects(
    run(createKey, { email: "nobody@a.example" }),
    oneLine(/no account with this email address/),
  );
  await assert.rejects(run(createUser, { email }), oneLine(/an account with this address already/));
  await assert.rejects(
    run(setPlan, { email, plan: "gold" }),
    oneLine(/There is no such plan\. The plans are free, starter/, 2),
  );
  await assert.rejects(
    run(createUser, { email: "c@c.example", passwordStdin: true }, { stdin: "" }),
    oneLine(/stdin holds no password/, 2),
  );
  await assert.rejects(
    run(createUser, { email: "c@c.example", passwordStdin: true }, { stdin: "short\n" }),
    oneLine(/8 to 128 characters/),
  );
});

test("a server survives whatever is said on its socket", async () => {
  await using store = await serving();
  for (const line of [
    "",
    "{",
    "null",
    "[]",
    '{"operation":"constructor"}',
    '{"operation":"createKey"}',
    "x".repeat(100_000),
  ]) {
    const socket = connect(store.lock!.holder.socket);
    socket.end(`${line}\n`);
    await text(socket);
  }
  connect(store.lock!.holder.socket).destroy();
  assert.match((await run(token, { email })).out, /\./);
});

test("a command waits for another that has the store at the same moment", async () => {
  const lock = await lockDataDir(dataDir);
  const waiting = run(token, { email });
  await delay(300);
  await lock[Symbol.asyncDispose]();
  assert.match((await waiting).out, /\./);
});

test("a backup made beside a running server is restored with equal counts, and with its keys", async () => {
  const file = join(root, "backup.tar.gz");
  const store = await serving();
  const { err } = await run(backup, { file });
  assert.match(
    err,
    /backup\.tar\.gz: \d+\.\d MB, 3 users, 0 projects, 0 reports, 0 asks \(tables of 00\d\d-[a-z-]+\)\. It contains secrets/,
  );
  assert.equal(statSync(file).mode & 0o077, 0);
  await assert.rejects(
    run(restore, { file, force: true }),
    oneLine(new RegExp(`in use by process ${process.pid}`)),
  );
  const before = await listKeys(store.db, ownOf((await usersWithEmail(store.db, "overheard", email))[0]!.id));
  await store[Symbol.asyncDispose]();

  const elsewhere = readConfig({ OVERHEARD_DATA_DIR: join(root, "elsewhere") });
  assert.match((await run(restore, { file }, { config: elsewhere })).err, /now holds 3 users, 0 projects/);
  assert.equal(serverSecret(elsewhere), serverSecret(config));
  await using restored = await openStore(elsewhere, log);
  const [user] = await usersWithEmail(restored.db, "overheard", email);
  assert.deepEqual(await listKeys(restored.db, ownOf(user!.id)), before);
});

test("a restore over a store needs --force, and a damaged file leaves the store as it was", async () => {
  const file = join(root, "backup.tar.gz");
  await assert.rejects(run(restore, { file }), oneLine(/already holds a store; add --force/));
  const [cut, other] = [join(root, "cut.tar.gz"), join(root, "other.tar.gz")];
  writeFileSync(cut, readFileSync(file).subarray(0, 100_000));
  writeFileSync(other, "not a tar at all");
  for (const damaged of [cut, other]) {
    await assert.rejects(run(restore, { file: damaged, force: true }), oneLine(/is not a readable backup/));
  }
  const home = join(root, "a-home");
  mkdirSync(join(home, "store"), { recursive: true });
  writeFileSync(join(home, "store", "PG_VERSION"), "18\n");
  const tgz = async (name: string, folder: string) => {
    await pipeline(packDirectory(folder), createGzip(), createWriteStream(join(root, name)));
    return join(root, name);
  };
  const [dump, exported, sources] = ["a-dump", "an-export", "sources"].map((name) => join(root, name));
  for (const [folder, name] of [
    [dump, "toc.dat"],
    [exported, "account.jsonl"],
    [sources, "main.c"],
  ] as const) {
    mkdirSync(folder!);
    writeFileSync(join(folder!, name), "PGDMP");
  }
  const holding = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(root, name), bytes);
    return join(root, name);
  };
  for (const [odd, words] of [
    [dump!, /was written by pg_dump, from a PostgreSQL server: restore it there with pg_restore/],
    [holding("a.sql.gz", gzipSync("--\n-- PostgreSQL database dump\n")), /restore it there with psql/],
    [holding("a.dump", "PGDMP\x01"), /restore it there with pg_restore/],
    [holding("a.zip", "PK\x03\x04"), /is a zip archive, such as a workbook/],
    [holding("twice.gz", gzipSync(readFileSync(file))), /compressed in another way/],
    [holding("nothing", ""), /is empty: it is no backup/],
    [await tgz("home.tar.gz", home), /is a copy of a data directory, not a backup: unpack it/],
    [await tgz("export.tar.gz", exported!), /is the export of one account/],
    [await tgz("sources.tar.gz", sources!), /is not a readable backup/],
    [sources!, /is a folder: name the file/],
    [join(root, "nowhere", "else"), /cannot be read: there is no such file\.$/],
    ["-", /name it\.$/],
  ] as [string, RegExp][])
    await assert.rejects(
      run(restore, { file: odd, force: true }),
      (error: CommandError) => words.test(error.message) && !error.message.includes("\n"),
      odd,
    );
  const unpacked = join(root, "with-a-directory");
  await unpackBackup(file, unpacked);
  rmSync(join(unpacked, secretName));
  mkdirSync(join(unpacked, secretName));
  const odd = join(root, "odd.tar.gz");
  await pipeline(packDirectory(unpacked), createGzip(), createWriteStream(odd));
  await assert.rejects(run(restore, { file: odd, force: true }), oneLine(/is not a readable backup/));
  assert.ok(existsSync(secretPath(dataDir)));
  await assert.rejects(run(restore, { file: join(root, "nowhere"), force: true }), oneLine(/cannot be read/));
  await run(createUser, { email: "late@a.example" });
  const unzipped = holding("unzipped.tar", gunzipSync(readFileSync(file)));
  depart(dataDir, { id: randomUUID(), to: "a server", at: new Date().toISOString() });
  assert.match((await run(restore, { file: unzipped, force: true })).err, /now holds 3 users/);
  const others = readConfig({
    ...{ OVERHEARD_DATA_DIR: join(root, "others") },
    OVERHEARD_SECRET: "x".repeat(32),
  });
  assert.match(
    (await run(restore, { file }, { config: others })).err,
    /now holds 3 users.*\n.*OVERHEARD_SECRET is not the secret .* Unset it: the backup brought the right one/,
  );
  assert.ok(existsSync(secretPath(others.dataDir)));
  await using store = await openStore(config, log);
  assert.deepEqual(await usersWithEmail(store.db, "overheard", "late@a.example"), []);
});

test("a backup goes nowhere but into a file", async () => {
  const pipe = join(root, "pipe.sock");
  const device = createServer().listen(pipe);
  await once(device, "listening");
  // As /dev/stdout is one.
  const link = join(root, "a-link");
  symlinkSync(join(root, "a-file"), link);
  for (const [file, words] of [
    [root, /is a folder: name a file in it/],
    [pipe, /is no file but a device or a pipe/],
    [link, /is a link: name the file that it leads to/],
    [join(root, "nowhere", "b.tar.gz"), /cannot be written: its folder does not exist\.$/],
    ["-", /a backup goes into a file/],
  ] as [string, RegExp][])
    await assert.rejects(run(backup, { file }), words);
  assert.ok(statSync(pipe).isSocket());
  assert.ok(lstatSync(link).isSymbolicLink());
  const readOnce = Object.assign(new Error("read"), { code: "ESPIPE" });
  assert.match(cannotRead("/dev/stdin", readOnce).message, /^\/dev\/stdin cannot be read: it is a pipe/);
  device.close();
});

test("a backup takes the place of an earlier one and of an empty file, and of nothing else", async () => {
  const file = join(root, "nightly.tar.gz");
  writeFileSync(file, "");
  await run(backup, { file });
  await run(backup, { file });
  const earlier = readFileSync(file);
  const exported = join(root, "of-an-account.tar.gz");
  await pipeline(
    Readable.from(tarOf(Readable.from([{ path: "account.jsonl", text: "{}\n" }]), new Date())),
    createGzip(),
    createWriteStream(exported),
  );
  const written = join(root, "thesis.txt");
  writeFileSync(written, "base ".repeat(200));
  for (const other of [exported, written]) {
    const before = readFileSync(other);
    await assert.rejects(run(backup, { file: other }), oneLine(/another file at .*, which would be lost/, 2));
    assert.deepEqual(readFileSync(other), before);
  }
  await assert.rejects(writeArchive(file, Readable.from([]), new Date()), /another file at/);
  assert.deepEqual(readFileSync(file), earlier);
  await writeArchive(exported, Readable.from([{ path: "account.jsonl", text: "" }]), new Date());
});

test("a backup of before, which PGlite itself wrote, is restored too, and links in one are left out", async () => {
  const [made, file] = [join(root, "of-before"), join(root, "of-before.tar.gz")];
  await using running = await runPglite({ dataDir: made });
  await using store = storeOver(running);
  await bringUpToDate(store.db);
  await insertAccount(store.db);
  const link = {
    header: { name: "../../operator/base/outside", type: "symlink", size: 0, linkname: "/etc" },
  } as const;
  const written = await running.pglite.dumpDataDir("none");
  const entries = await unpackTar(written.stream());
  const whole = await packTar([...entries.map(({ header, data }) => ({ header, body: data })), link]);
  writeFileSync(file, gzipSync(whole));
  const place = readConfig({ OVERHEARD_DATA_DIR: join(root, "after") });
  assert.match((await run(restore, { file }, { config: place })).err, /now holds 1 users/);
  assert.ok(!existsSync(join(root, "after", "store", "base", "outside")));
});

test("what a backup that was killed left behind is gone after the next start", async () => {
  const left = join(dataDir, "store-copy-0");
  mkdirSync(join(left, "base"), { recursive: true });
  await (await openStore(config, log))[Symbol.asyncDispose]();
  assert.ok(!existsSync(left));
});

test("with a PostgreSQL server, backup and restore name its own tools", async () => {
  const server = readConfig({
    DATABASE_URL: "postgres://127.0.0.1:1/x",
    OVERHEARD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
  });
  await assert.rejects(run(backup, { file: "x" }, { config: server }), oneLine(/pg_dump/, 2));
  const file = join(tmpdir(), `oh-${process.pid}.dump`);
  writeFileSync(file, "PGDMP");
  await assert.rejects(run(restore, { file }, { config: server }), oneLine(/pg_restore/, 2));
  rmSync(file);
});

const { skip, open } = stores.find(({ name }) => name === "PostgreSQL")!;

test("with a PostgreSQL server the commands work on it directly", { skip }, async (t) => {
  const { connectionString } = await open(t);
  const server = { ...config, databaseUrl: connectionString, secret: "0123456789abcdefghijklmnopqrstuvwxyz" };
  await run(createUser, { email }, { config: server });
  assert.match((await run(createKey, { email }, { config: server })).out, /^oh_/);
});

test("accounts that an identity provider keeps are not made here", async () => {
  const jwt = { issuer: "https://idp.example", audience: "a", jwksUrl: "https://idp.example/jwks" };
  await assert.rejects(
    run(createUser, { email }, { config: { ...config, jwt } }),
    oneLine(/identity provider https:\/\/idp\.example/),
  );
  await assert.rejects(
    run(createKey, { email }, { config: { ...config, jwt } }),
    oneLine(/Nobody with this email address/),
  );
});

test("the settings are printed one a line, secrets only as set", async () => {
  const env = {
    OVERHEARD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
    DATABASE_URL: "postgres://u:hunter2@h/d",
    PORT: "9000",
  };
  const { out } = await run(showConfig, {}, { env });
  assert.match(out, /^PORT +9000 +port to listen on$/m);
  assert.match(out, /^OVERHEARD_SECRET +\(set\) /m);
  assert.ok(!out.includes("hunter2") && !out.includes("0123456789"));
});
