/** When a run may stop asking. Points are percentage points. */
export interface Until {
  /** The 95% interval of the appearance rate over exactly these prompts is at most so wide, from end to end. */
  width?: number | undefined;
  /** A change of the appearance rate since the previous report is shown, or one of so many points is ruled out. */
  change?: number | undefined;
  /** Calls that the run makes at most. */
  atMost?: number | undefined;
}
