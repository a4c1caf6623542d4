import { dayIn } from "../days/day.ts";
import type { BriefFacts } from "./facts.ts";

/** The day of the newest answer in the project's time zone: "17 May 2025". */
export const dayOf = ({ measuredAt, project }: Pick<BriefFacts, "measuredAt" | "project">): string =>
  dayIn(measuredAt, project.timezone);
