/** One call that passed through `perform`. */
export interface Observed {
  action: string;
  door: string;
  status: number;
  seconds: number;
}
