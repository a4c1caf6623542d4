import type { Ports } from "../api/context.ts";
import { importAnswers } from "../runs/imports/import-answers.ts";
import { asOwner, issuesOf } from "./as-owner.ts";
import { rowAt } from "./import-row.ts";
import { CommandError } from "./io.ts";
import type { Imported, Operations } from "./operations.ts";

/** Most mistakes named at once. */
const issuesShown = 10;

/** The operator's import, in the name of the project's owner. */
export function createImport(ports: Ports): Operations["importAnswers"] {
  return async ({ projectId, rows }) => {
    const outcome = await asOwner(ports, importAnswers, { projectId, rows });
    if (outcome.ok) {
      const { id, headline } = outcome.data as Imported;
      return { id, headline, warnings: outcome.warnings };
    }
    const issues = issuesOf(outcome.problem);
    const messages = issues.slice(0, issuesShown).map(({ path, message }) => `${rowAt(path)}${message}`);
    const more = issues.length > messages.length ? [`${issues.length - messages.length} more.`] : [];
    throw new CommandError([...messages, ...more].join("\n"));
  };
}
