import { importAnswers } from "../actions/reports/import-answers.ts";
import type { Ports } from "../kernel/context.ts";
import { asOwner, firstIssue } from "./as-owner.ts";
import { rowAt } from "./import-row.ts";
import { CommandError } from "./io.ts";
import type { Imported, Operations } from "./operations.ts";

/** The operator's import, in the name of the project's owner. */
export function createImport(ports: Ports): Operations["importAnswers"] {
  return async ({ projectId, rows }) => {
    const outcome = await asOwner(ports, importAnswers, { projectId, rows });
    if (outcome.ok) {
      const { id, headline } = outcome.data as Imported;
      return { id, headline, warnings: outcome.warnings };
    }
    const { path, message } = firstIssue(outcome.problem);
    throw new CommandError(path === null ? message : `${rowAt(path)}${message}`);
  };
}
