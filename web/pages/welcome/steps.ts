import { withTerms } from "../../address.ts";
import type { Project } from "../../api/questions.ts";

export const steps = ["brand", "site", "assistants", "plan", "run"] as const;
export type Step = (typeof steps)[number];

export const isStep = (word: string | undefined): word is Step => steps.some((step) => step === word);

/** Where somebody goes on who comes back without saying where: the first thing that is missing. */
export function stepOf(project: Project | undefined, running: boolean): Step {
  if (!project) return "brand";
  if (running) return "run";
  return project.prompt_count === 0 ? "site" : "assistants";
}

/** The address of a step; a run is told by its report, a reading of the website by its crawl. */
export function addressOf(step: Step, of: { project?: string; crawl?: string; report?: string }): string {
  return withTerms("/welcome", of, { step });
}
