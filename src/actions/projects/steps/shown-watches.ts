import type { Static } from "typebox";
import type { Project } from "../../../domain/project/project.ts";
import { promptsTagged } from "../../../domain/project/tag.ts";
import { watchKey } from "../../../domain/project/watch.ts";
import { changeTitle } from "../../../domain/report/watching/change-in-words.ts";
import type { Db } from "../../../kernel/db.ts";
import { tagsOf } from "../../../store/projects/prompt-tags.ts";
import { watchesOf } from "../../../store/reports/watches.ts";
import { openChangeView, type WatchListView, watchFields } from "../../events/views/change-view.ts";

/** What a project watches, with what has been told and is not over. */
export async function shownWatches(
  db: Db,
  { id, brand, timezone, competitors }: Project,
): Promise<Static<typeof WatchListView>> {
  const { watches, usual, told } = await watchesOf(db, id);
  const tags = await tagsOf(db, id);
  const names = new Set(competitors.map(({ name }) => name));
  return {
    project_id: id,
    usual,
    watches: watches.map((watch) => {
      const change = told[watchKey(watch)];
      const { tag, competitor } = watch;
      const isGone = competitor !== null && !names.has(competitor);
      const isEmpty = tag !== null && !promptsTagged(tags, tag);
      return {
        ...watchFields(watch),
        idle_because: isEmpty ? "tag_without_prompts" : isGone ? "competitor_gone" : null,
        change:
          change && !change.over
            ? openChangeView(change, changeTitle({ brand, watch, change, timezone }))
            : null,
      };
    }),
  };
}
