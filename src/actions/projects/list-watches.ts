import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { WatchListView } from "../events/views/change-view.ts";
import { projectId } from "../examples/northwind.ts";
import { watches } from "../examples/projects.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { shownWatches } from "./steps/shown-watches.ts";

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
