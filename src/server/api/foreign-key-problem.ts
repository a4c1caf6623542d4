import type { ProblemCode } from "../kernel/problem.ts";

/** SQLSTATE foreign_key_violation: the row's parent has been deleted since it was looked up. */
const foreignKeyViolation = "23503";

/** The last columns of a reference, and what they refer to. A constraint is named after its table and columns. */
const parents: readonly (readonly [RegExp, ProblemCode])[] = [
  [/_report_id_fkey$/, "REPORT_NOT_FOUND"],
  [/_project_id_fkey$/, "PROJECT_NOT_FOUND"],
  [/_crawl_record_id_fkey$/, "CRAWL_RECORD_NOT_FOUND"],
  [/^projects_in_workspace$/, "WORKSPACE_NOT_FOUND"],
];

/** What no longer exists, if a write failed because of that; undefined for any other error. */
export function foreignKeyProblem(error: unknown): ProblemCode | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (code !== foreignKeyViolation || typeof constraint !== "string") return undefined;
  return parents.find(([name]) => name.test(constraint))?.[1];
}
