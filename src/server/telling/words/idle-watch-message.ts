import type { Static } from "typebox";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import { type IdleReason, idleBecause, type Watch, watchKey } from "../../../figures/watching/watch.ts";
import { providerName } from "../../../reader/provider.ts";
import type { Db } from "../../db/db.ts";
import type { EventMessage, StoredEvent } from "../../events/stored-event.ts";
import type { Project } from "../../projects/project.ts";
import { tagsOf } from "../../projects/prompts/prompt-tags.ts";
import { askedLately } from "../../projects/watches/asked-lately.ts";
import { type IdleWatchView, watchFields } from "../../projects/watches/change-view.ts";
import { watchesOf } from "../../projects/watches/watches.ts";

/** What a watch is about that is not there, and what to do about it. */
const missing: Record<IdleReason, (watch: Watch) => { what: string; says: string }> = {
  tag_without_prompts({ tag }) {
    const name = isolateDirection(tag ?? "");
    return {
      what: `the tag ${name}`,
      says: `No prompt that is asked has the tag ${name}. Tag prompts with it again, or change the watch.`,
    };
  },
  assistant_not_asked({ provider }) {
    const name = provider ? providerName(provider) : "";
    return { what: name, says: `${name} is not asked. Ask it again, or change the watch.` };
  },
  competitor_gone({ competitor }) {
    const name = isolateDirection(competitor ?? "");
    return {
      what: name,
      says: `${name} is not a tracked competitor any more. Track it again, or change the watch.`,
    };
  },
};

/** Puts into words that a watch tells nothing; null if it does again, or is gone. */
export async function idleWatchMessage(
  { db, siteUrl }: { db: Db; siteUrl: string },
  { facts }: StoredEvent,
  project: Project,
): Promise<EventMessage | null> {
  const { watch, because } = facts as unknown as { watch: Watch; because: IdleReason };
  const { watches } = await watchesOf(db, project.id);
  if (!watches.some((each) => watchKey(each) === watchKey(watch))) return null;
  const tags = await tagsOf(db, project.id);
  const asks = await askedLately(db, project.id, { watches, tags });
  const competitors = new Set(project.competitors.map(({ name }) => name));
  if (idleBecause(watch, { tags, asks, competitors }) !== because) return null;
  const url = `${siteUrl}/projects/${project.id}/settings`;
  const { what, says } = missing[because](watch);
  const headline = `The watch of ${what} tells nothing`;
  const data: Static<typeof IdleWatchView> = {
    ...{ id: project.id, project_id: project.id, because, watch: watchFields(watch), headline, says, url },
  };
  return {
    ...{ data, title: `${isolateDirection(project.name)}: ${headline}`, says },
    link: { label: "Change the watches", url },
  };
}
