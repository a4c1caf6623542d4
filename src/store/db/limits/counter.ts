import type { Log } from "../../../kernel/log.ts";

/** The state of a window after this count. */
export interface Window {
  count: number;
  /** Milliseconds until it closes. */
  msLeft: number;
}

/** Counts one request in the key's window, opening a window of `windowSeconds` if none is open. */
export type Count = (key: string, windowSeconds: number) => Window | Promise<Window>;

/** A way to count, with the connection it may need. */
export interface Counter extends AsyncDisposable {
  count: Count;
  /** Resolves when requests can be counted; rejects if the server cannot be reached. */
  ready(): Promise<void>;
}

/** The Valkey server that counts. */
export interface ValkeyPlace {
  valkeyUrl: string;
  log: Log;
  /** How long to wait for a server that is still starting, in milliseconds; 10 s by default. */
  startMs?: number;
}
