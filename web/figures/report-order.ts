interface Dated {
  id: string;
  measured_at: string | null;
  created_at: string;
}

/** When the answers were given; of a report without answers, when it was made. */
export const dateOf = ({ measured_at, created_at }: Omit<Dated, "id">): string => measured_at ?? created_at;

/** Newest first by when the answers were given; those of one moment by when they came to the project. */
export const byDate = <T extends Dated>(reports: readonly T[]): T[] =>
  [...reports].sort(
    (one, other) =>
      Date.parse(dateOf(other)) - Date.parse(dateOf(one)) ||
      Date.parse(other.created_at) - Date.parse(one.created_at),
  );

/** What a report is of: answers from elsewhere, made-up ones, prompts asked once, or the usual run. */
export type ListedKind = "import" | "sandbox" | "custom" | "run";

export const kindOf = ({
  source,
  surfaces,
}: {
  source: string | null;
  surfaces: readonly string[];
}): ListedKind =>
  surfaces.includes("sandbox")
    ? "sandbox"
    : surfaces.includes("import")
      ? "import"
      : source === "custom"
        ? "custom"
        : "run";

/** What each report is called: its day; where two have the same day, also which of them it is and when it was added. */
export function reportNames(
  reports: readonly Dated[],
  say: { day(at: string): string; added(at: string, nth: number): string },
): Map<string, string> {
  const days = new Map<string, string[]>();
  const firstAdded = [...reports].sort(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  );
  for (const report of firstAdded) {
    const day = say.day(dateOf(report));
    days.set(day, [...(days.get(day) ?? []), report.id]);
  }
  return new Map(
    reports.map((report) => {
      const day = say.day(dateOf(report));
      const same = days.get(day) ?? [];
      const nth = same.indexOf(report.id) + 1;
      return [report.id, same.length > 1 ? `${day} (${say.added(report.created_at, nth)})` : day];
    }),
  );
}
