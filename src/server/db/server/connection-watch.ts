/** One connection to the server, as the watch sees it. */
export interface WatchedConnection {
  /** Process id of the server's end. */
  pid: number | null;
  /** A statement was sent and has not been answered. */
  busy(): boolean;
  /** Nobody is using it, and it may be handed out next. */
  idle(): boolean;
  bytesRead(): number;
  /** Ends it; whoever waits for its answer gets this error. */
  drop(error: LostConnectionError): void;
}

/** A connection that was dropped or could not be had; the code's SQLSTATE class makes it an outage. */
export class LostConnectionError extends Error {
  override name = "LostConnectionError";
  code: "08001" | "08006" | "53300";

  constructor(code: "08001" | "08006" | "53300", message: string) {
    super(message);
    this.code = code;
  }
}

export interface WatchParts {
  connections(): Iterable<WatchedConnection>;
  /** Since when the longest-waiting caller has waited for a connection, in milliseconds of `now`; null: nobody waits. */
  waitingSince(): number | null;
  /** Asks the server, on a new connection, which of these processes run a statement; rejects if it cannot be asked. */
  look(pids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Milliseconds of any monotonic clock. */
  now(): number;
  /** Milliseconds of silence after which the server is asked. */
  doubtMs: number;
  /** Milliseconds of silence after which a connection is dropped, whatever the server says. */
  limitMs: number;
  onDrop?(reason: DropReason): void;
  onReachable?(reachable: boolean): void;
}

export type DropReason = "not at work" | "too long" | "unreachable";

export interface ConnectionWatch {
  /** False while the server could not be asked, twice in a row. */
  reachable(): boolean;
  /** One pass; call it every half second or so. Never rejects, and never overlaps itself. */
  pass(): Promise<void>;
}

interface Silence {
  bytesRead: number;
  since: number;
  /** The last look found that the server is not running a statement for it. */
  doubted: boolean;
}

const missesUntilUnreachable = 2;

/**
 * Finds connections that will never answer: a failover, a frozen host or a silent firewall leaves them open. A statement
 * may take long, so silence alone proves nothing. A server that is running no statement for us, or that can no longer
 * be reached, does.
 */
export function watchConnections(parts: WatchParts): ConnectionWatch {
  const { look, now, doubtMs, limitMs, onDrop, onReachable } = parts;
  const silences = new WeakMap<WatchedConnection, Silence>();
  let misses = 0;
  let reachable = true;
  let running: Promise<void> | null = null;

  function isSilent(connection: WatchedConnection): boolean {
    const silence = silences.get(connection);
    const bytesRead = connection.bytesRead();
    if (silence && connection.busy() && silence.bytesRead === bytesRead)
      return now() - silence.since >= doubtMs;
    silences.set(connection, { bytesRead, since: now(), doubted: false });
    return false;
  }

  function setReachable(value: boolean): void {
    if (value !== reachable) onReachable?.(value);
    reachable = value;
  }

  function drop(connection: WatchedConnection, reason: DropReason): void {
    onDrop?.(reason);
    connection.drop(new LostConnectionError("08006", `a connection was given up: ${reason}`));
  }

  /** Idle connections are as old as the one just found dead, and a new one costs little. */
  function dropIdle(reason: DropReason): void {
    for (const connection of [...parts.connections()]) if (connection.idle()) drop(connection, reason);
  }

  function judge(connection: WatchedConnection, working: ReadonlySet<number>): DropReason | null {
    // An answer may have come while we asked.
    if (!isSilent(connection)) return null;
    const silence = silences.get(connection)!;
    if (now() - silence.since >= limitMs) return "too long";
    const works = connection.pid === null || working.has(connection.pid);
    // Its answer may have been on its way when we first asked.
    if (!works && silence.doubted) return "not at work";
    silence.doubted = !works;
    return null;
  }

  async function check(): Promise<void> {
    const silent = [...parts.connections()].filter(isSilent);
    const waitingSince = parts.waitingSince();
    const queueStands = waitingSince !== null && now() - waitingSince >= doubtMs;
    if (silent.length === 0 && !queueStands && reachable) {
      misses = 0;
      return;
    }
    const working = await look(silent.flatMap(({ pid }) => pid ?? [])).catch(() => null);
    if (working === null) {
      misses += 1;
      if (misses < missesUntilUnreachable) return;
      setReachable(false);
      for (const connection of silent) if (isSilent(connection)) drop(connection, "unreachable");
      dropIdle("unreachable");
      return;
    }
    misses = 0;
    setReachable(true);
    const reasons = silent.flatMap((connection) => {
      const reason = judge(connection, working);
      if (reason) drop(connection, reason);
      return reason ?? [];
    });
    if (reasons.includes("not at work")) dropIdle("not at work");
  }

  return {
    reachable: () => reachable,
    pass: () =>
      (running ??= check().finally(() => {
        running = null;
      })),
  };
}
