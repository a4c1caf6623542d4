/** Where each of the last folded units came from; as long as the longest name, so memory does not grow. */
export interface Trail {
  starts: Int32Array;
  ends: Int32Array;
  mask: number;
  /** Units walked so far; unit n is at `n & mask`. */
  count: number;
}
