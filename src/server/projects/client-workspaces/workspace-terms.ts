import { Type } from "typebox";
import { WorkspaceKindWord, WorkspaceStatusWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { domainFault, hostOf, isBlank, Name } from "../project-terms.ts";

/** The fields that POST and PATCH /client-workspaces share. */
export const workspaceFields = {
  name: Name("Name of the client."),
  kind: WorkspaceKindWord({ description: "A client, or one you pitch to." }),
  status: WorkspaceStatusWord({
    description: "`archived`: reports stay readable; nothing can be run, drafted or published.",
  }),
  domain: Type.String({
    minLength: 1,
    maxLength: 253,
    description: "The client's domain, such as `acme.example`.",
  }),
};

/** The rules that no schema can express. Throws a 400 that names every invalid field. */
export function checkWorkspaceTerms(terms: { name?: string; domain?: string | null }): void {
  const issues: Issue[] = [];
  if (terms.name !== undefined && isBlank(terms.name))
    issues.push({
      in: "body",
      path: "/name",
      code: "blank",
      message: "This name has no visible characters.",
    });
  if (terms.domain && hostOf(terms.domain) === null)
    issues.push({
      in: "body",
      path: "/domain",
      code: "bad_format",
      message: domainFault(terms.domain),
    });
  if (issues.length > 0) throw invalid(issues);
}
