/** Where each of the latest folded units came from. It is as long as the longest name, so memory does not grow. */
export interface Trail {
  starts: Int32Array;
  ends: Int32Array;
  mask: number;
  /** Units read so far; unit n is at `n & mask`. */
  count: number;
}
