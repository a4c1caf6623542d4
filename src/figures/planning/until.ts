/** When a run may stop asking. Points are percentage points. */
export interface Until {
  /** The 95% interval of the appearance rate over exactly these prompts is at most this wide, end to end. */
  width?: number | undefined;
  /** A change of the appearance rate since the previous report is shown, or one of this many points is ruled out. */
  change?: number | undefined;
  /** The most calls that the run makes. */
  atMost?: number | undefined;
}
