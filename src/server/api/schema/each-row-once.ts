/** The most mistakes that one refusal names. */
export const issuesMax = 50;

/**
 * As many mistakes as a refusal names, in their order: the first of each row before any row's second, so that as many rows as may be
 * are named. `rowOf`: the row that a path is in; undefined: none, which counts as a row.
 */
export function eachRowOnce<T extends { path: string }>(
  issues: readonly T[],
  rowOf: (path: string) => string | undefined,
): T[] {
  if (issues.length <= issuesMax) return [...issues];
  const rows = new Set<string | undefined>();
  const firsts = new Set<T>();
  for (const issue of issues) {
    const row = rowOf(issue.path);
    if (!rows.has(row)) firsts.add(issue);
    rows.add(row);
  }
  const others = issues.filter((issue) => !firsts.has(issue));
  const selection = new Set([...firsts, ...others].slice(0, issuesMax));
  return issues.filter((issue) => selection.has(issue));
}
