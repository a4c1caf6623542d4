import type { BriefFacts } from "./facts.ts";

/** The day of the newest answer in the project's time zone: "17 May 2025". */
export const dayOf = ({ measuredAt, project }: Pick<BriefFacts, "measuredAt" | "project">): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: project.timezone }).format(
    new Date(measuredAt),
  );
