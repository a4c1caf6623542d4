import { Pool, type PoolClient, type PoolConfig } from "pg";
import { Problem } from "../../kernel/problem.ts";
import { isVisitor, workingFor } from "../../kernel/turns/on-behalf.ts";
import { createTurns } from "../../kernel/turns/turns.ts";

export type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Work that is no organization's, which may have every connection. */
const everybody = "";
/**
 * With this many callers of one owner waiting for a connection, the next is refused at once. Whoever is refused comes again at once, which
 * costs everybody more than one who waits.
 */
const waitingMost = 10_000;
/** Who waits in vain behind so many requests of its own has made too many; otherwise the store is to blame. */
const aheadMost = 10;
/** Seconds after which to come again. */
const retrySeconds = 2;

/** Milliseconds that a caller waits where the pool is told nothing else. */
const usualWaitMs = 15_000;

/** A caller's turn did not come; its SQLSTATE, too many connections, makes it an outage. */
class NoTurnError extends Error {
  override name = "NoTurnError";
  code = "53300";
}

/**
 * A pool that organizations and visitors share: none of them has all connections at once, so that another's request finds one, and where
 * all are taken they go round. However many visitors there are, they have every third turn. A pool of one connection goes round alone.
 */
export class FairPool extends Pool {
  readonly #turns;
  readonly #owners = new WeakMap<PoolClient, string>();
  /** Milliseconds that a caller waits for its turn. */
  readonly #waitMs: number;
  /** Connections that one organization or visitor may have. */
  readonly #most: number;

  constructor(config: PoolConfig & { max: number }) {
    super(config);
    const { max, connectionTimeoutMillis = usualWaitMs } = config;
    this.#waitMs = connectionTimeoutMillis;
    this.#most = shareOf(max);
    this.#turns = createTurns(max, (owner) => (owner === everybody ? max : this.#most));
    this.on("release", (_error, client) => this.#returned(client));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    }
    const owner = workingFor() ?? everybody;
    const ahead = this.#turns.waiting(owner);
    const refusal = this.refusal();
    if (refusal) {
      process.nextTick(callback, refusal, undefined, nothing);
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    let began = false;
    const go = () => {
      began = true;
      clearTimeout(timer);
      this.connectNow((error, client, done) => {
        if (client) this.#owners.set(client, owner);
        else this.#turns.end(owner);
        callback(error, client, done);
      });
    };
    const leave = this.#turns.take(owner, go, !isVisitor(owner));
    if (began) return;
    timer = setTimeout(() => {
      if (!leave()) return;
      const tooMany = owner !== everybody && ahead >= aheadMost;
      callback(
        tooMany ? tooManyOf(this.#most) : new NoTurnError("no connection was free in time"),
        undefined,
        nothing,
      );
    }, this.#waitMs).unref();
  }

  /** Why a caller gets no connection and does not wait for one; null if it may wait. */
  protected refusal(): Error | null {
    const owner = workingFor() ?? everybody;
    if (this.#turns.waiting(owner) < waitingMost) return null;
    return owner === everybody ? new NoTurnError("too many wait for a connection") : tooManyOf(this.#most);
  }

  /** Takes a connection when it is the caller's turn: an idle one, or a new one. */
  protected connectNow(callback: Connected): void {
    super.connect(callback);
  }

  #returned(client: PoolClient): void {
    const owner = this.#owners.get(client);
    if (owner === undefined) return;
    this.#owners.delete(client);
    // The pool has it back when this has been said to everybody.
    process.nextTick(() => this.#turns.end(owner));
  }
}

const tooManyOf = (limit: number): Problem =>
  new Problem("RATE_LIMITED", {
    message: "Too many of your requests are under way. Retry after the given delay.",
    details: { bucket: "connections", limit, reset_seconds: retrySeconds },
    retryAfterSeconds: retrySeconds,
  });

const nothing = (): void => undefined;

/** Connections that one owner may have of so many. */
const shareOf = (max: number): number => Math.max(1, Math.floor((max * 3) / 5));
