import { type Static, Type } from "typebox";
import { Closed, Nullable, Time, Uuid } from "../../api/schema/schema.ts";
import { WorkspaceKindWord, WorkspaceStatusWord } from "../../api/schema/words.ts";
import type { Workspace } from "./workspace.ts";

export const WorkspaceView = Closed(
  {
    id: Uuid("Id of the workspace."),
    name: Type.String({ description: "Name of the client." }),
    kind: WorkspaceKindWord({ description: "A client, or one you pitch to." }),
    status: WorkspaceStatusWord({
      description: "`archived`: reports stay readable; nothing can be run, drafted or published.",
    }),
    domain: Nullable(Type.String(), { description: "The client's domain." }),
    project_ids: Type.Array(Uuid(), { description: "Its projects, newest first." }),
    created_at: Time("When it was made."),
    updated_at: Time("When it was last changed."),
  },
  { title: "ClientWorkspace", description: "The projects of one client, or of one pitch." },
);

export const workspaceView = (workspace: Workspace): Static<typeof WorkspaceView> => ({
  id: workspace.id,
  name: workspace.name,
  kind: workspace.kind,
  status: workspace.status,
  domain: workspace.domain,
  project_ids: workspace.projectIds,
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});
