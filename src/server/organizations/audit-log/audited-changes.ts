type Terms = Record<string, unknown>;

/** Texts of people: that they changed is told, and not how. */
const texts = new Set(["name"]);

/** What the audit log says of a change: each field that is another now, with what it was and is. */
export function changesBetween(before: Terms, after: Terms): Record<string, unknown> {
  const changed = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  const valueFields = changed.filter((field) => !texts.has(field));
  return {
    changed,
    ...Object.fromEntries(
      valueFields.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
    ),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
