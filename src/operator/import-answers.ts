import { importAnswers } from "../actions/reports/import-answers.ts";
import { scopes } from "../kernel/access/scope.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Ports } from "../kernel/context.ts";
import { canonicalUuid, newId } from "../kernel/id.ts";
import { perform } from "../kernel/perform.ts";
import { findOwnerOf } from "../store/organizations/memberships.ts";
import { rowAt } from "./import-row.ts";
import { CommandError } from "./io.ts";
import type { Imported, Operations } from "./operations.ts";

/** The operator's import: the same action, through the same entrance, in the name of the project's owner. */
export function createImport(ports: Ports): Operations["importAnswers"] {
  return async ({ projectId, rows }) => {
    const uuid = canonicalUuid(projectId);
    const owner = uuid && (await findOwnerOf(ports.services.db, uuid));
    if (!owner) throw new CommandError("There is no project with this id.");
    const caller: Caller = { ...owner, kind: "operator", credentialId: null, scopes };
    const outcome = await perform(
      importAnswers,
      { ...ports, limiter: { take: async () => null } },
      {
        door: "command",
        requestId: newId(),
        authenticate: async () => caller,
        raw: async () => ({ projectId, rows }),
        idempotencyKey: null,
        waitSeconds: null,
        signal: AbortSignal.timeout(120_000),
      },
    );
    if (outcome.ok) {
      const { id, headline } = outcome.data as Imported;
      return { id, headline, warnings: outcome.warnings };
    }
    const [issue] = (outcome.problem.details?.issues ?? []) as { path: string; message: string }[];
    throw new CommandError(issue ? `${rowAt(issue.path)}${issue.message}` : outcome.problem.message);
  };
}
