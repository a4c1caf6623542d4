import type { Caller } from "../../api/caller.ts";
import { invalid } from "../../kernel/problem.ts";

/** Throws a 400 if a limited member would put a project if they cannot see it. Which workspace it is, is looked up later. */
export function demandWorkspace({ workspaceIds }: Caller, workspaceId: string | null | undefined): void {
  if (workspaceIds === null || workspaceId) return;
  throw invalid([
    {
      in: "body",
      path: "/workspaceId",
      code: "required",
      message: "You are limited to some client workspaces: name one of them.",
    },
  ]);
}
