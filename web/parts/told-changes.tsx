import { partQuery } from "../address.ts";
import { useDays } from "../api/days.ts";
import type { Narrowed } from "../api/part-query.ts";
import { useKnown } from "../api/resource.ts";
import { watchesOf } from "../api/watch-questions.ts";
import { toldOf } from "../figures/told.ts";
import { assistant, overview } from "../words.ts";

interface ToldChangesProps {
  projectId: string;
  narrowed: Narrowed;
}

/** The changes that destinations have been told of and that are not over: of the part that a page is about, or all. */
export function ToldChanges({ projectId, narrowed }: ToldChangesProps) {
  const day = useDays(projectId);
  const { value } = useKnown(watchesOf(projectId));
  return (
    <>
      {value?.watches.map((watch) => {
        const { change, where, idle_because: idle, competitor } = watch;
        const isOther =
          (narrowed.tag && narrowed.tag !== where.tag) ||
          (narrowed.provider && narrowed.provider !== where.provider);
        if (idle && !isOther) {
          const { tag, provider } = where;
          const what =
            (idle === "tag_without_prompts"
              ? tag
              : idle === "assistant_not_asked" && provider
                ? assistant(provider)
                : competitor) ?? "";
          return (
            <p class="notice calm" key={`idle ${what}`}>
              <a href={`/projects/${projectId}/settings`}>{overview.idle(what)}</a>
            </p>
          );
        }
        if (!change || isOther) return null;
        const filter = partQuery({ tag: where.tag ?? "", assistant: where.provider ?? "" });
        return (
          <p class="notice" key={change.id}>
            <a href={`/projects/${projectId}/trends${filter}`}>{toldOf(watch, change, day(change.since))}</a>
          </p>
        );
      })}
    </>
  );
}
