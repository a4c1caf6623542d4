/** The route for each step. */
export const routes = {
  connect_engine: "GET /v1/engines",
  run_again: "POST /v1/analyze/project",
  import_answers: "POST /v1/projects/{projectId}/imports",
  add_prompts: "PUT /v1/projects/{projectId}/prompts",
  add_competitors: "PATCH /v1/projects/{projectId}",
  set_domain: "PATCH /v1/projects/{projectId}",
  close_gap: "POST /v1/projects/{projectId}/content-suggestions",
  become_citable: "POST /v1/readiness",
  study_competitor: "GET /v1/projects/{projectId}/competitors/{competitor}",
  raise_samples: "PATCH /v1/projects/{projectId}",
  schedule_runs: "PATCH /v1/projects/{projectId}",
  read_answers: "GET /v1/reports/{reportId}/provider-answer",
} as const;

export type NextActionName = keyof typeof routes;

export const nextActionNames = Object.keys(routes) as NextActionName[];

/** What to do, and why, in figures of this project. */
export interface Step {
  action: NextActionName;
  title: string;
  rationale: string;
  /** The prompts it is about. */
  promptKeys: string[];
}

export const step = (
  action: NextActionName,
  title: string,
  rationale: string,
  promptKeys: string[] = [],
): Step => ({
  action,
  title,
  rationale,
  promptKeys,
});

/** A prompt as titles quote it. */
export const quote = ({ prompt }: { prompt: string }): string => `“${prompt}”`;
