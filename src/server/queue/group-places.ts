/** The places that groups of jobs have in one process. */
export interface GroupPlaces {
  take(group: string | null): void;
  leave(group: string | null): void;
  /** Groups with as many as one may have. */
  full(): string[];
}

export function groupPlaces(each: number): GroupPlaces {
  const counts = new Map<string, number>();
  const count = (group: string | null, by: number) => {
    if (group === null) return;
    const now = (counts.get(group) ?? 0) + by;
    if (now > 0) counts.set(group, now);
    else counts.delete(group);
  };
  return {
    take: (group) => count(group, 1),
    leave: (group) => count(group, -1),
    full: () => [...counts].filter(([, places]) => places >= each).map(([group]) => group),
  };
}
