import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { watches } from "../project-examples.ts";
import { WatchListView } from "./change-view.ts";
import { shownWatches } from "./shown-watches.ts";

export const listWatches = action({
  name: "list_watches",
  http: "GET /v1/projects/{projectId}/watches",
  summary: "List which changes of a project are told, and those that have been told and are not over.",
  description:
    "A project watches its appearance rate and the gap to its nearest competitor until you change that.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: WatchListView,
  example: () => ({
    fields: { projectId },
    answers: { WatchList: { summary: "The usual watches", data: watches } },
  }),
}).run(({ db, project }) => shownWatches(db, project));
