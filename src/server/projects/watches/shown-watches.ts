import type { Static } from "typebox";
import { type ChangeFacts, changeSays, changeTitle } from "../../../figures/watching/change-in-words.ts";
import { idleBecause, watchKey } from "../../../figures/watching/watch.ts";
import type { Db } from "../../kernel/db.ts";
import type { Project } from "../project.ts";
import { tagsOf } from "../prompts/prompt-tags.ts";
import { askedLately } from "./asked-lately.ts";
import { openChangeView, type WatchListView, watchFields } from "./change-view.ts";
import { watchesOf } from "./watches.ts";

/** What a project watches, with what has been told and is not over. */
export async function shownWatches(
  db: Db,
  { id, brand, timezone, competitors }: Project,
): Promise<Static<typeof WatchListView>> {
  const { watches, usual, open } = await watchesOf(db, id);
  const tags = await tagsOf(db, id);
  const asks = await askedLately(db, id, { watches, tags });
  const present = { tags, asks, competitors: new Set(competitors.map(({ name }) => name)) };
  return {
    project_id: id,
    usual,
    watches: watches.map((watch) => {
      const change = open.get(watchKey(watch));
      return {
        ...watchFields(watch),
        idle_because: idleBecause(watch, present),
        change: change ? openChangeView(change, wordsOf({ brand, watch, change, timezone })) : null,
      };
    }),
  };
}

const wordsOf = (facts: ChangeFacts) => ({ headline: changeTitle(facts), says: changeSays(facts) });
