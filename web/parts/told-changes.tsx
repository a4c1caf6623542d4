import { useDays } from "../api/days.ts";
import { useKnown } from "../api/resource.ts";
import { watchesOf } from "../api/watch-questions.ts";
import { toldOf } from "../figures/told.ts";

/** The changes that destinations have been told of and that are not over. */
export function ToldChanges({ projectId }: { projectId: string }) {
  const day = useDays(projectId);
  const { value } = useKnown(watchesOf(projectId));
  return (
    <>
      {value?.watches.map((watch) => {
        const { change, where } = watch;
        if (!change) return null;
        const filter = where.tag === null ? "" : `?tag=${encodeURIComponent(where.tag)}`;
        return (
          <p class="notice" key={change.id}>
            <a href={`/projects/${projectId}/trends${filter}`}>{toldOf(watch, change, day(change.since))}</a>
          </p>
        );
      })}
    </>
  );
}
