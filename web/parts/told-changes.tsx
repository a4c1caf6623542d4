import { projectPath } from "../address.ts";
import { useKnown } from "../api/resource.ts";
import { watchesOf } from "../api/watch-questions.ts";
import type { Filter } from "../filter.ts";
import { leavesOut, termsOf } from "../filter.ts";
import { assistant, overview } from "../words.ts";

interface ToldChangesProps {
  projectId: string;
  filter: Filter;
}

/** The changes that destinations have been told of and that are not over: of the part that a page is about, or all. */
export function ToldChanges({ projectId, filter }: ToldChangesProps) {
  const { value } = useKnown(watchesOf(projectId));
  return (
    <>
      {value?.watches.map((watch) => {
        const { change, where, idle_because: idle, competitor } = watch;
        const isOther = leavesOut(filter, where);
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
              <a href={projectPath(projectId, "settings")}>{overview.idle(what)}</a>
            </p>
          );
        }
        if (!change || isOther) return null;
        return (
          <p class="notice" key={change.id}>
            <a href={projectPath(projectId, "trends", termsOf(where))}>{change.says}</a>
          </p>
        );
      })}
    </>
  );
}
