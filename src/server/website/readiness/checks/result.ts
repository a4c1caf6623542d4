import type { Readiness } from "./checks.ts";

/** What a readiness check found and what it looked at, stored as found. */
export interface ReadinessResult extends Readiness {
  finalUrl: string;
  /** RFC 3339. */
  fetchedAt: string;
  crawlRecordId: string | null;
  pagesCrawled: number;
}
