/** The state of a window after this count. */
export interface Window {
  count: number;
  /** Milliseconds until it closes. */
  msLeft: number;
}

/** What is counted, and by which limit. */
export interface Counted {
  key: string;
  limitClass: string;
  limit: number;
  windowSeconds: number;
}

/** Counts one request in the key's window, opening a window of `windowSeconds` if none is open. */
export type Count = (request: Counted) => Window | Promise<Window>;

/** A way to count. */
export interface Counter {
  count: Count;
  /** Takes one request back out of the key's window, if that is still open. */
  giveBack(request: Counted): Promise<void>;
}
