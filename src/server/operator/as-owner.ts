import type { AnyAction } from "../api/action.ts";
import type { Caller } from "../api/caller.ts";
import type { Ports } from "../api/context.ts";
import { perform } from "../api/perform.ts";
import { canonicalUuid, newId } from "../kernel/id.ts";
import { unlimited } from "../kernel/limit.ts";
import { scopes } from "../kernel/scope.ts";
import { findOwnerOf } from "../organizations/members/memberships.ts";
import { CommandError } from "./io.ts";

const whereIds =
  "The addresses of a project's pages in the web app have its id, and GET /v1/projects lists them all.";
const unknownProject = `This store has no project with the id that --project names. ${whereIds}`;
const noProjectId = `--project takes a project's id, such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13, not its name. ${whereIds}`;

/** The operator does what a project's owner may, through the same entrance as everybody, without a rate limit. */
export async function asOwner(
  ports: Ports,
  action: AnyAction,
  input: { projectId: string } & Record<string, unknown>,
) {
  const uuid = canonicalUuid(input.projectId);
  const owner = uuid && (await findOwnerOf(ports.services.db, uuid));
  if (!owner) throw new CommandError(uuid ? unknownProject : noProjectId);
  const caller: Caller = { ...owner, kind: "operator", credentialId: null, scopes };
  return perform(
    action,
    { ...ports, limiter: unlimited },
    {
      door: "command",
      requestId: newId(),
      authenticate: async () => caller,
      raw: async () => input,
      idempotencyKey: null,
      waitSeconds: null,
      signal: AbortSignal.timeout(120_000),
    },
  );
}

interface Told {
  path: string | null;
  message: string;
}

/** What was wrong with an input, or else the problem's own words; never empty. */
export const issuesOf = (problem: { message: string; details: unknown }): [Told, ...Told[]] => {
  const { issues = [] } = (problem.details ?? {}) as { issues?: Told[] };
  const [first = { path: null, message: problem.message }, ...rest] = issues;
  return [first, ...rest];
};
