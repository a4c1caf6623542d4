import { existsSync, rmSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { secretFits } from "../auth/secret-mark.ts";
import { secretPath } from "../auth/server-secret.ts";
import { lockDataDir } from "../db/embedded/lock.ts";
import { blank, openEmbeddedStore, startPglite } from "../db/embedded/open-embedded.ts";
import { markMade, storeDir } from "../db/embedded/store-directory.ts";
import { migrate } from "../db/migrate.ts";
import { type Connection, copyRows, digest, foreignTable, prepare } from "../db/moving/copy.ts";
import { dropMove, type Move, markMove, moveOf, movingLock } from "../db/moving/marks.ts";
import { arrive, arrivingDir, depart, departure, hasArrived, takeBack } from "../db/moving/notes.ts";
import { openServer, openUnmigratedStore } from "../db/open.ts";
import { limits } from "../db/server/open-server.ts";
import { settingStatement, unhurriedSession } from "../db/server/session.ts";
import type { Store } from "../db/store.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { contentsOf, saidContents } from "./backup-file.ts";
import { CommandError } from "./io.ts";

interface Terms {
  databaseUrl: string;
  dataDir: string;
  secret: string | null;
  previousSecret: string | null;
}

interface Around {
  makeQueue(store: Store): Promise<void>;
  say(line: string): void;
}

const log = createLog("warn");

/** Host and database, without user and password. */
function shownPlace(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host || url.searchParams.get("host")}${url.pathname}` : "DATABASE_URL";
}

/** Embedded → PostgreSQL. What decides is the note in the data directory that the store has gone. */
export async function moveToDatabase(terms: Terms, { makeQueue, say }: Around): Promise<void> {
  const { dataDir, databaseUrl } = terms;
  const note = departure(dataDir);
  if (note === null && !existsSync(storeDir(dataDir)))
    throw new CommandError(`There is no store in ${dataDir}: set OVERHEARD_DATA_DIR to the one that has it.`);
  if (note !== null) return await finishMove(terms, note, say);
  // Nothing is written to the database before it is known that the store may go.
  await using source = await openEmbeddedStore(dataDir);
  await migrate(source.db);
  await refuseOtherSecret(source, terms, `${secretPath(dataDir)} holds it, if it was made by the server`);
  await using opened = await openAlone(terms, async (target) => {
    if ((await moveIn(target))?.state !== "arriving") await refuseFilled(target);
  });
  const { server } = opened;
  const id = newId();
  await markMove(server.db, { id, state: "arriving" }, dataDir);
  await fill({ server, databaseUrl }, source, makeQueue);
  depart(dataDir, { id, to: shownPlace(databaseUrl), at: new Date().toISOString() });
  await dropMove(server.db);
  say(
    `${shownPlace(databaseUrl)} now holds ${saidContents(await contentsOf(server))}, and serves. The old copy stays in ${dataDir}; a server does not start on it.`,
  );
}

/** A move that was interrupted after the store had gone. */
async function finishMove(
  { dataDir, databaseUrl }: Terms,
  note: NonNullable<ReturnType<typeof departure>>,
  say: Around["say"],
): Promise<void> {
  await using server = await openUnmigratedStore({ databaseUrl, dataDir }, log);
  await using _ = await aloneOn(databaseUrl);
  if ((await moveIn(server))?.id !== note.id)
    throw new CommandError(`The store in ${dataDir} was moved to ${note.to} already. ${backAgain}`);
  await dropMove(server.db);
  say(`the store of ${dataDir} is in ${shownPlace(databaseUrl)}, which serves.`);
}

/** Fills an empty server from an embedded store in another directory, such as one that a backup was unpacked to. */
export async function copyToDatabase(
  source: Store,
  terms: Terms,
  { makeQueue, where }: Pick<Around, "makeQueue"> & { where: string },
): Promise<string> {
  const { databaseUrl } = terms;
  await refuseOtherSecret(source, terms, where);
  await using opened = await openAlone(terms, async (target) => {
    if (await moveIn(target))
      throw new CommandError("The database of DATABASE_URL is part of a move: create another one.");
    await refuseFilled(target);
  });
  const { server } = opened;
  await fill({ server, databaseUrl }, source, makeQueue);
  return `${shownPlace(databaseUrl)} now holds ${saidContents(await contentsOf(server))}`;
}

/** All or nothing: until the copy has proved to be one, the server holds what it held before. */
async function fill(
  { server, databaseUrl }: { server: Store; databaseUrl: string },
  source: Store,
  makeQueue: Around["makeQueue"],
): Promise<void> {
  await Promise.all([makeQueue(source), makeQueue(server)]);
  await using there = await connected(databaseUrl);
  await prepare(there.client);
  await there.client.query("begin");
  await fromStore(source, (from) => copyAndCompare(from, there.client));
  await there.client.query("commit");
}

/** PostgreSQL → embedded. What decides is that the new store gets its place in the data directory. */
export async function moveToDirectory(terms: Terms, { makeQueue, say }: Around): Promise<void> {
  const { dataDir, databaseUrl } = terms;
  await using opened = await openAlone(terms);
  const { server } = opened;
  await using _ = await lockDataDir(dataDir);
  const mark = await moveOf(server.db);
  if (mark?.state === "arriving")
    throw new CommandError(
      "This database holds an unfinished copy of another store: there is nothing to move.",
    );
  if (mark && hasArrived(dataDir, mark.id)) {
    await markMove(server.db, { id: mark.id, state: "moved" }, dataDir);
    return say(`the store is in ${dataDir}, which serves without DATABASE_URL.`);
  }
  if (mark?.state === "moved")
    throw new CommandError(`This store was moved to ${mark.data_dir} already. ${backAgain}`);
  if (existsSync(storeDir(dataDir)))
    throw new CommandError(`${dataDir} already holds a store: set OVERHEARD_DATA_DIR to an empty directory.`);
  await refuseOtherSecret(server, terms, "it is the one that its servers are started with");
  const id = newId();
  await markMove(server.db, { id, state: "leaving" }, dataDir);
  await makeQueue(server);
  const directory = arrivingDir(dataDir);
  rmSync(directory, { recursive: true, force: true });
  let contents = "";
  {
    await using target = await startPglite({ dataDir: directory, ...(await blank()) });
    await migrate(target.db);
    await makeQueue(target);
    await using there = await connected(databaseUrl);
    await prepare(there.client);
    await there.client.query("begin isolation level repeatable read read only");
    await fromStore(target, (to) => copyAndCompare(there.client, to));
    await there.client.query("commit");
    contents = saidContents(await contentsOf(target));
  }
  markMade(directory);
  if (terms.secret !== null) writeFileSync(secretPath(dataDir), `${terms.secret}\n`, { mode: 0o600 });
  arrive(dataDir, { id, to: null, at: new Date().toISOString() });
  await markMove(server.db, { id, state: "moved" }, dataDir);
  say(
    `${dataDir} now holds ${contents}, and serves without DATABASE_URL. The old copy stays in ${shownPlace(databaseUrl)}; a server does not start on it.`,
  );
}

/** Goes on with the store that a move has left behind: the server's with DATABASE_URL, otherwise the directory's. */
export async function takeBackStore(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  say: Around["say"],
): Promise<void> {
  if (databaseUrl === null) {
    await using _ = await lockDataDir(dataDir);
    if (departure(dataDir) === null) throw new CommandError(`The store in ${dataDir} was not moved.`);
    takeBack(dataDir);
    return say(`the store in ${dataDir} serves again, as it was when it was moved.`);
  }
  await using server = await openUnmigratedStore({ databaseUrl, dataDir }, log);
  await using _ = await aloneOn(databaseUrl);
  const mark = await moveIn(server);
  if (mark === null) throw new CommandError("The store of DATABASE_URL was not moved.");
  if (mark.state === "arriving")
    throw new CommandError(
      "This database holds an unfinished copy: run `move --to database` again where it began.",
    );
  await dropMove(server.db);
  say(`the store in ${shownPlace(databaseUrl)} serves again, as it was when it was moved.`);
}

const backAgain = "To go on with this old copy, run `move --take-back`.";

async function copyAndCompare(from: Connection, to: Connection): Promise<void> {
  await copyRows(from, to);
  const [here, there] = [await digest(from), await digest(to)];
  const differs = Object.keys(here).find((name) => here[name] !== there[name]);
  if (differs) throw new CommandError(`The copy of the table ${differs} differs: nothing was moved.`);
}

/** The one connection of an embedded store, in a transaction. */
async function fromStore(store: Store, work: (connection: Connection) => Promise<void>): Promise<void> {
  const client = await store.pool.connect();
  try {
    await prepare(client);
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function connected(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl, application_name: "overheard move" });
  client.on("error", () => undefined);
  await client.connect();
  // It only holds a lock, for as long as the move takes.
  await client.query(settingStatement(unhurriedSession));
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

/** Holds the lock of moves, with no server or worker on the store. A server that starts meanwhile is refused by the mark. */
async function aloneOn(databaseUrl: string): Promise<AsyncDisposable> {
  const connection = await connected(databaseUrl);
  try {
    const { rows: locks } = await connection.client.query<{ free: boolean }>(movingLock);
    if (!locks[0]!.free) throw new CommandError("This store is being moved by another command.");
    const { rows: others } = await connection.client.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name ~ '^overheard (worker$|[0-9a-f]{8}-)' and application_name <> all ($1)`,
      [[limits.application_name]],
    );
    if (others.length > 0)
      throw new CommandError("A server or worker uses this database: stop all of them first.");
    return connection;
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

async function refuseOtherSecret(
  store: Store,
  { secret, previousSecret }: Terms,
  where: string,
): Promise<void> {
  const secrets = [secret, previousSecret].flatMap((each) => each ?? []);
  if (await secretFits(store.db, secrets)) return;
  throw new CommandError(
    `OVERHEARD_SECRET is not the secret that the store was used with. Set it to that one, also for the servers afterwards: ${where}.`,
  );
}

/**
 * A server's store with its tables brought up to date, in a database where nobody else has tables, and which no server, worker or
 * other move uses before or meanwhile. `look` may refuse it as it is, before anything is changed.
 */
async function openAlone(
  { databaseUrl, dataDir }: Terms,
  look: (unmigrated: Store) => Promise<void> = async () => undefined,
): Promise<{ server: Store } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  await using unmigrated = await openUnmigratedStore({ databaseUrl, dataDir }, log);
  const foreign = await foreignTable(unmigrated.pool);
  if (foreign)
    throw new CommandError(
      `The database of DATABASE_URL has tables of another program, such as ${foreign}: use a database for Overheard alone, or move them into another schema.`,
    );
  opening.use(await aloneOn(databaseUrl));
  await look(unmigrated);
  const server = opening.use(await openServer(databaseUrl, log));
  const opened = opening.move();
  return { server, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** What somebody who used a store has left in it, in every version's tables. */
const filledByUse = ["users", "projects", "reports", "identity_users"];

/** A database that a server was started on and nobody used is as good as empty. Its tables may be an earlier version's. */
async function refuseFilled(target: Store): Promise<void> {
  for (const table of filledByUse) {
    if (!(await hasTable(target, table))) continue;
    const { rows } = await target.pool.query<{ filled: boolean }>(
      `select exists (select from ${table}) as filled`,
    );
    if (rows[0]!.filled)
      throw new CommandError("The database of DATABASE_URL is not empty: create another one.");
  }
}

const moveIn = async (target: Store): Promise<Move | null> =>
  (await hasTable(target, "store_moves")) ? moveOf(target.db) : null;

async function hasTable({ pool }: Store, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    name,
  ]);
  return rows[0]!.there;
}
