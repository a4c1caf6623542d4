import type { Static } from "typebox";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import { type IdleReason, idleBecause, type Watch, watchKey } from "../../../figures/watching/watch.ts";
import type { Db } from "../../db/db.ts";
import type { EventMessage, StoredEvent } from "../../events/stored-event.ts";
import type { Project } from "../../projects/project.ts";
import { tagsOf } from "../../projects/prompts/prompt-tags.ts";
import { type IdleWatchView, watchFields } from "../../projects/watches/change-view.ts";
import { watchesOf } from "../../projects/watches/watches.ts";

/** Puts into words that a watch tells nothing; null if it does again, or is gone. */
export async function idleWatchMessage(
  { db, siteUrl }: { db: Db; siteUrl: string },
  { facts }: StoredEvent,
  project: Project,
): Promise<EventMessage | null> {
  const { watch, because } = facts as unknown as { watch: Watch; because: IdleReason };
  const { watches } = await watchesOf(db, project.id);
  if (!watches.some((each) => watchKey(each) === watchKey(watch))) return null;
  const names = new Set(project.competitors.map(({ name }) => name));
  if (idleBecause(watch, await tagsOf(db, project.id), names) !== because) return null;
  const url = `${siteUrl}/projects/${project.id}/settings`;
  const isOfTag = because === "tag_without_prompts";
  const what = isolateDirection((isOfTag ? watch.tag : watch.competitor) ?? "");
  const headline = `The watch of ${isOfTag ? "the tag " : ""}${what} tells nothing`;
  const says = isOfTag
    ? `No prompt has the tag ${what} any more. Tag prompts with it again, or change the watch.`
    : `${what} is not a tracked competitor any more. Track it again, or change the watch.`;
  const data: Static<typeof IdleWatchView> = {
    ...{ id: project.id, project_id: project.id, because, watch: watchFields(watch), headline, says, url },
  };
  return {
    ...{ data, title: `${isolateDirection(project.name)}: ${headline}`, says },
    link: { label: "Change the watches", url },
  };
}
