import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, type ClientBase, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "../../kernel/log.ts";
import { type Connected, FairPool } from "../turns/fair-pool.ts";
import {
  type ConnectionWatch,
  LostConnectionError,
  type WatchedConnection,
  watchConnections,
} from "./connection-watch.ts";
import { type SessionSettings, settingStatement } from "./session.ts";

const diskFull = "53100";
const outOfMemory = "53200";
/** In every language of its messages, the name of a piece of memory that its processes share. */
export const sharedMemory = /\/PostgreSQL\.\d+/;
/** In every language of its hints, the setting whose room is used up. */
const roomForLocks = /max_(?:pred_)?locks_per_transaction/;
/** What it may have too little of. Docker gives a container 64 MB of shared memory; PostgreSQL reports that as it does a full disk. */
const lacks = {
  sharedMemory:
    "PostgreSQL has too little shared memory (/dev/shm), so large reads get 503: give its container more (shm_size: 256m), or set max_parallel_workers_per_gather = 0 there",
  locks:
    "PostgreSQL has no room for more locks, so requests get 503: raise max_locks_per_transaction there, and restart it",
  memory: "PostgreSQL is out of memory, so requests get 503: give it more, or lower work_mem there",
};
const readOnly = "25006";
const tooMany = "53300";
/** What a connection says that was not made in time; a busy pool says something else. */
const unanswered = "Connection terminated due to connection timeout";
/** Writes a megabyte that compresses badly, then rolls it back. */
const writeSomething = `
  create temporary table overheard_room on commit drop as
  select string_agg(md5(n::text), '') as room from generate_series(1, 65536) n group by n % 256`;

/** What node-postgres keeps of a connection beyond its published types. */
interface Wire {
  processID: number | null;
  readyForQuery: boolean;
  _queryable: boolean;
  connection: EventEmitter<{ errorMessage: [{ code?: string; message?: string; hint?: string }] }> & {
    stream: Socket;
  };
}

/** What `codeOf` says of an error without a code. */
const unknownCode = "timeout";
const passMs = 500;
const doubtMs = 2_000;
/** Milliseconds in which the server must answer a look, including making a connection for it. */
const lookMs = 2_000;
/** Connections are made anew at most once in so many milliseconds, however many statements a read-only server refuses. */
const leaveMs = 5_000;
/** Milliseconds to wait for connections to close when the pool is closed. */
const closingMs = 1_000;
/** A server that answers with one of these (other than starting or stopping) is there, even if it says no more. */
const sqlState = /^(?!57P0)(?=.*\d)[0-9A-Z]{5}$/;

export interface ServerPoolConfig extends PoolConfig {
  max: number;
  /** Settings of each connection. They are set after it is made, as poolers refuse to be told them with it. */
  session?: SessionSettings;
}

/**
 * A pool that watches its connections: it drops those that will never answer, and while the server cannot be reached it
 * refuses callers at once with an error that `isOutage` knows. `limitMs`: the longest a statement may stay silent, in
 * milliseconds; null: as long as the server says that it is running it.
 */
export class ServerPool extends FairPool {
  readonly #config: PoolConfig;
  readonly #log: Log;
  readonly #connections = new Map<PoolClient, WatchedConnection & { isTaken: boolean; last: boolean }>();
  /** Since when each caller whose turn it is has waited for a connection, the longest first. */
  readonly #waiting = new Map<object, number>();
  readonly #watch: ConnectionWatch;
  readonly #passing: NodeJS.Timeout;
  /** False behind a connection pooler, where process ids are not the server's own. */
  #pidsAreTold = true;
  /** The server said that its disk is full, and has not been seen to write since. */
  #full = false;
  /** What the server has said that it has too little of. */
  readonly #lacking = new Set<keyof typeof lacks>();
  #leftAt = -Infinity;
  /** No connection could be made, and none has been since. */
  #away = false;

  constructor({ session, ...config }: ServerPoolConfig, limitMs: number | null, log: Log) {
    super({ ...config, ...(session ? { onConnect: (client) => setUp(client, session, config) } : {}) });
    this.#config = config;
    this.#log = log;
    // The pool replaces a connection that breaks while idle; without a listener the error would end the process.
    this.on("error", (error) => log.debug({ code: codeOf(error) }, "an idle connection to PostgreSQL broke"));
    this.on("connect", (client) => this.#add(client));
    this.on("acquire", (client) => this.#mark(client, true));
    this.on("release", (_error, client) => this.#mark(client, false));
    this.#watch = watchConnections({
      connections: () => this.#connections.values(),
      waitingSince: () => this.#waiting.values().next().value ?? null,
      look: (pids) => this.#look(pids),
      now: () => performance.now(),
      doubtMs,
      limitMs: limitMs ?? Number.POSITIVE_INFINITY,
      onDrop: (reason) => log.warn({ reason }, "a connection to PostgreSQL that does not answer was dropped"),
      onReachable: (reachable) =>
        log.warn({ reachable }, reachable ? "PostgreSQL answers again" : "PostgreSQL does not answer"),
    });
    this.#passing = setInterval(() => void this.#watch.pass(), passMs).unref();
  }

  protected override refusal(): Error | null {
    return this.#unreached() ?? super.refusal();
  }

  protected override connectNow(callback: Connected): void {
    const unreached = this.#unreached();
    // It may have gone while the caller waited for its turn.
    if (unreached) return void process.nextTick(callback, unreached, undefined, () => undefined);
    const ticket = {};
    this.#waiting.set(ticket, performance.now());
    super.connectNow((error, client, done) => {
      this.#waiting.delete(ticket);
      if (error) this.#missed(error);
      callback(error, client, done);
    });
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const closing = super.end().finally(() => {
      clearInterval(this.#passing);
      // A server that does not hear our goodbye would keep the process from ending.
      setTimeout(() => this.#cutOff(), closingMs).unref();
    });
    if (!callback) return closing;
    void closing.then(callback);
  }

  /** Whether the server could be asked the last time there was doubt. */
  get reachable(): boolean {
    return this.#watch.reachable();
  }

  /** If the server has said that its disk is full, checks whether it can write again; rejects while it cannot. */
  async checkRoom(): Promise<void> {
    if (!this.#full) return;
    const client = await this.connect();
    try {
      await client.query("begin");
      await client.query(writeSomething);
      this.#full = false;
    } finally {
      await client.query("rollback").catch(() => undefined);
      client.release();
    }
  }

  /** Rejects with an outage if the server may not be written to; then the connections are made anew. */
  async checkWritable(): Promise<void> {
    const { rows } = await this.query<{ off: boolean }>(
      "select current_setting('transaction_read_only') = 'off' as off",
    );
    if (rows[0]!.off) return;
    this.#leave();
    throw new LostConnectionError("08006", "PostgreSQL is read-only");
  }

  /** After a switchover, connections may lead to what was the primary: none of them is used again. */
  #leave(): void {
    const at = performance.now();
    if (at - this.#leftAt < leaveMs) return;
    this.#leftAt = at;
    this.#log.warn("PostgreSQL is read-only: connecting anew");
    for (const connection of this.#connections.values()) {
      connection.last = true;
      if (!connection.isTaken) connection.drop(new LostConnectionError("08006", "PostgreSQL is read-only"));
    }
  }

  #lack(what: keyof typeof lacks): void {
    if (this.#lacking.has(what)) return;
    this.#lacking.add(what);
    this.#log.warn(lacks[what]);
  }

  #unreached(): LostConnectionError | null {
    return this.reachable ? null : new LostConnectionError("08001", "PostgreSQL does not answer");
  }

  #missed(error: Error): void {
    const { code } = error as { code?: string };
    const refused = code ? code !== tooMany : error.message === unanswered;
    if (this.#away || !refused) return;
    this.#away = true;
    this.#log.warn(
      { code: codeOf(error) },
      "PostgreSQL is away: requests get 503, jobs wait until it is back",
    );
  }

  #add(client: PoolClient): void {
    if (this.#away) this.#log.warn("PostgreSQL is back");
    this.#away = false;
    const wire = client as unknown as Wire;
    this.#connections.set(client, {
      pid: wire.processID,
      isTaken: false,
      last: false,
      busy: () => !wire.readyForQuery,
      idle() {
        return !this.isTaken;
      },
      bytesRead: () => wire.connection.stream.bytesRead,
      drop: (error) => wire.connection.stream.destroy(error),
    });
    wire.connection.on("errorMessage", ({ code, message = "", hint = "" }) => {
      if (code === diskFull && sharedMemory.test(message)) this.#lack("sharedMemory");
      else this.#full ||= code === diskFull;
      if (code === outOfMemory) this.#lack(roomForLocks.test(hint) ? "locks" : "memory");
      if (code === readOnly) this.#leave();
    });
    client.once("end", () => this.#connections.delete(client));
    // One that breaks between two statements of a transaction, or while closing: the next statement reports it.
    client.on("error", () => undefined);
  }

  #mark(client: PoolClient, isTaken: boolean): void {
    const connection = this.#connections.get(client);
    if (!connection) return;
    connection.isTaken = isTaken;
    // The pool then ends it instead of keeping it.
    if (connection.last && !isTaken) (client as unknown as Wire)._queryable = false;
  }

  #cutOff(): void {
    for (const { drop } of this.#connections.values()) drop(new LostConnectionError("08006", "closed"));
  }

  /** Asks on a separate connection, as one from the pool may be the dead one. */
  async #look(pids: readonly number[]): Promise<ReadonlySet<number>> {
    const client = new Client({
      ...this.#config,
      application_name: "overheard watch",
      connectionTimeoutMillis: lookMs,
      query_timeout: lookMs,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number; own: number }>(
        `select pid, pg_backend_pid() as own from pg_stat_activity
         where pid = pg_backend_pid() or (pid = any($1::int[]) and (state is null or state not like 'idle%'))`,
        [pids],
      );
      const own = rows.find(({ pid, own }) => pid === own)?.own;
      this.#pidsAreTold &&= own === (client as unknown as Wire).processID;
      return this.#pidsAreTold ? new Set(rows.map(({ pid }) => pid)) : new Set(pids);
    } catch (error) {
      if (!sqlState.test(codeOf(error))) throw error;
      this.#log.warn({ code: codeOf(error) }, "PostgreSQL cannot say what it works on");
      return new Set(pids);
    } finally {
      (client as unknown as Wire).connection.stream.destroy();
    }
  }
}

/** Throws LostConnectionError if the server does not answer. The pool knows nothing of the connection yet, so it is closed here. */
async function setUp(
  client: ClientBase,
  session: SessionSettings,
  { connectionTimeoutMillis: query_timeout }: PoolConfig,
): Promise<void> {
  try {
    await client.query({ ...settingStatement(session), ...(query_timeout ? { query_timeout } : {}) });
  } catch (error) {
    (client as unknown as Wire).connection.stream.destroy();
    if (codeOf(error) !== unknownCode) throw error;
    throw new LostConnectionError("08006", "a new connection does not answer");
  }
}

/** SQLSTATE or system code; a connection to several addresses fails with several errors. */
export function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  return code ?? errors?.[0]?.code ?? unknownCode;
}
