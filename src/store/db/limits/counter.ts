import type { Log } from "../../../kernel/log.ts";

/** The state of a window after it was counted up. */
export interface Window {
  count: number;
  /** Milliseconds until it closes. */
  msLeft: number;
}

/** Counts one request on the key's window, opening one of `windowSeconds` where none is open. */
export type Count = (key: string, windowSeconds: number) => Window | Promise<Window>;

/** What counts, with the connection that it may need. */
export interface Counter extends AsyncDisposable {
  count: Count;
  /** Resolves when a request can be counted; rejects where the place cannot be reached. */
  ready(): Promise<void>;
}

/** The server that counts. */
export interface ValkeyPlace {
  valkeyUrl: string;
  log: Log;
  /** How long to wait for a server that is still starting; 10 s. */
  startMs?: number;
}
