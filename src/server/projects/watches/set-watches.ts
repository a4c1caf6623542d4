import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { watches } from "../project-examples.ts";
import { lockProject } from "../projects.ts";
import { tagsOf } from "../prompts/prompt-tags.ts";
import { WatchListView } from "./change-view.ts";
import { shownWatches } from "./shown-watches.ts";
import { givenWatches, WatchTermsList } from "./watch-terms.ts";
import { putWatches, watchesOf } from "./watches.ts";

export const setWatches = action({
  name: "set_watches",
  http: "PUT /v1/projects/{projectId}/watches",
  summary: "Replace what a project watches.",
  description:
    "Send the whole list. All watches of a project together make about one false alarm a year at most: the more there are, the surer each has to be.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  on: "project",
  input: Type.Object({ projectId: ProjectId, watches: WatchTermsList }),
  output: WatchListView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "Falls of the appearance rate, and the gap to the nearest competitor",
        value: {
          watches: [
            { metric: "appearance_rate", direction: "down" },
            { metric: "appearance_rate", of: "gap" },
          ],
        },
      },
    },
    answers: { WatchList: { summary: "The usual watches", data: watches } },
  }),
}).run(async ({ caller, db, project, write }, { watches }) => {
  const tags = await tagsOf(db, project.id);
  return write(async (db) => {
    const locked = await lockProject(db, caller, project.id);
    const { watches: before } = await watchesOf(db, project.id);
    await putWatches(db, project.id, givenWatches(watches, locked, tags, before));
    return reply(await shownWatches(db, locked));
  });
});
