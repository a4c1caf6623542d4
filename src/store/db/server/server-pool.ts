import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "../../../kernel/log.ts";
import {
  type ConnectionWatch,
  LostConnectionError,
  type WatchedConnection,
  watchConnections,
} from "./connection-watch.ts";

const diskFull = "53100";
/** A megabyte that does not compress well, rolled back in the end. */
const writeSomething = `
  create temporary table overheard_room on commit drop as
  select string_agg(md5(n::text), '') as room from generate_series(1, 65536) n group by n % 256`;

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** What node-postgres keeps of a connection beyond what its types say. */
interface Wire {
  processID: number | null;
  readyForQuery: boolean;
  connection: EventEmitter<{ errorMessage: [{ code?: string }] }> & { stream: Socket };
}

/** Who waits for a connection beyond this many others is refused at once. */
const waitingMost = 1_000;
const passMs = 500;
const doubtMs = 2_000;
/** Within this the server answers a look, a connection made for it included. */
const lookMs = 2_000;
/** Patience with connections that are being closed, when the pool is. */
const closingMs = 1_000;
/** A server that has answered with one of these (not that it is starting or stopping) is there, though it says no more. */
const sqlState = /^(?!57P0)(?=.*\d)[0-9A-Z]{5}$/;

/**
 * A pool whose connections are watched: those that will not answer any more are dropped, and while the server cannot be
 * reached whoever wants one is refused at once with an error that `isOutage` knows. `limitMs` is the longest a statement
 * may stay without a sign, in milliseconds; null: as long as the server says that it works on it.
 */
export class ServerPool extends Pool {
  readonly #config: PoolConfig;
  readonly #log: Log;
  readonly #connections = new Map<PoolClient, WatchedConnection & { taken: boolean }>();
  /** Since when each of those waits who want a connection, the longest first. */
  readonly #waiting = new Map<object, number>();
  readonly #watch: ConnectionWatch;
  readonly #passing: NodeJS.Timeout;
  /** Behind a pooler of connections the numbers of processes are not the server's own. */
  #pidsAreTold = true;
  /** The server said that its disk is full, and has not been seen to write since. */
  #full = false;

  constructor(config: PoolConfig, limitMs: number | null, log: Log) {
    super(config);
    this.#config = config;
    this.#log = log;
    // A connection that breaks while idle is replaced by the pool; unheard, it would end the process.
    this.on("error", (error) => log.warn({ code: codeOf(error) }, "an idle connection to PostgreSQL broke"));
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

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    }
    const refusal = this.#refusal();
    if (refusal) {
      process.nextTick(callback, refusal, undefined, () => undefined);
      return;
    }
    const ticket = {};
    this.#waiting.set(ticket, performance.now());
    super.connect((error, client, done) => {
      this.#waiting.delete(ticket);
      callback(error, client, done);
    });
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = super.end().finally(() => {
      clearInterval(this.#passing);
      // Whoever does not hear our goodbye would keep the process from ending.
      setTimeout(() => this.#cutOff(), closingMs).unref();
    });
    if (!callback) return ended;
    void ended.then(callback);
  }

  /** Whether the server could be asked when there was last a doubt. */
  get reachable(): boolean {
    return this.#watch.reachable();
  }

  /** Where the server has said that its disk is full, sees whether it can write again; rejects while it cannot. */
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

  #refusal(): LostConnectionError | null {
    if (!this.reachable) return new LostConnectionError("08001", "PostgreSQL does not answer");
    if (this.waitingCount >= waitingMost)
      return new LostConnectionError("08001", "too many wait for a connection");
    return null;
  }

  #add(client: PoolClient): void {
    const wire = client as unknown as Wire;
    this.#connections.set(client, {
      pid: wire.processID,
      taken: false,
      busy: () => !wire.readyForQuery,
      idle() {
        return !this.taken;
      },
      bytesRead: () => wire.connection.stream.bytesRead,
      drop: (error) => wire.connection.stream.destroy(error),
    });
    wire.connection.on("errorMessage", ({ code }) => (this.#full ||= code === diskFull));
    client.once("end", () => this.#connections.delete(client));
    // One that breaks between two statements of a transaction, or while it is closed: the next statement says so.
    client.on("error", () => undefined);
  }

  #mark(client: PoolClient, taken: boolean): void {
    const connection = this.#connections.get(client);
    if (connection) connection.taken = taken;
  }

  #cutOff(): void {
    for (const { drop } of this.#connections.values()) drop(new LostConnectionError("08006", "closed"));
  }

  /** Asks over a connection of its own, as one of the pool's may be the one that is dead. */
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

/** SQLSTATE or system code; a connection to several addresses fails with several errors. */
export function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  return code ?? errors?.[0]?.code ?? "timeout";
}
