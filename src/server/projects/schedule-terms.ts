import type { Warning } from "../api/context.ts";

/** For a scheduled project with no prompts: each of its runs would be a failed report. */
export const nothingToRun: Warning = {
  code: "SCHEDULE_WITHOUT_PROMPTS",
  path: "/schedule",
  message: "The project has no saved prompts, so its scheduled runs fail until it has some.",
};
