import type { Reach } from "../api/access/reach.ts";
import type { Db } from "../db/db.ts";
import { Problem } from "../kernel/problem.ts";
import { findReport, type Report } from "./reports.ts";

/** Why a report that existed a moment ago cannot be changed: it is gone, or its state forbids it. */
export async function cannotChange(db: Db, reach: Reach, { id }: Report): Promise<Problem> {
  const report = await findReport(db, reach, id);
  if (!report) return new Problem("REPORT_NOT_FOUND");
  return new Problem("REPORT_STATE_CONFLICT", { details: { status: report.status } });
}
