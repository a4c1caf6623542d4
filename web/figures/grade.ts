/** What a report is good for. */
export const levels = ["exploratory", "directional", "decision"] as const;

export type Level = (typeof levels)[number];

export interface Sureness {
  level: Level;
  /** Why it is no better, in words of the API; null where it says none. */
  because: string | null;
  /** What earns the next level; null at the top, and where asking more would not. */
  next: { level: Level; prompts: number; runs: number; halfWidth: number | null } | null;
  failing: boolean;
  sparse: boolean;
}

const ofLetter: Record<string, { level: Level; halfWidth: number | null }> = {
  A: { level: "decision", halfWidth: 0.05 },
  B: { level: "directional", halfWidth: 0.1 },
  C: { level: "directional", halfWidth: 0.15 },
  D: { level: "exploratory", halfWidth: null },
};

/** The grade of a report, whether the API says it as a level or as a letter. */
export function surenessOf(grade: object | null): Sureness | null {
  if (grade === null) return null;
  const said = grade as Record<string, unknown>;
  const level = levelOf(said.level ?? said.grade);
  if (level === null) return null;
  const raise = (said.raise_with ?? said.better ?? null) as Record<string, unknown> | string | null;
  const raised = typeof raise === "object" ? raise : null;
  const next = raised && levelOf(raised.level ?? raised.grade ?? levels[levels.indexOf(level) + 1]);
  const halfWidth = numberOf(raised?.half_width) ?? ofLetter[String(raised?.grade)]?.halfWidth ?? null;
  return {
    level,
    because: typeof said.because === "string" ? said.because : typeof raise === "string" ? raise : null,
    next:
      next && numberOf(raised?.prompts) !== null
        ? { level: next, prompts: Number(raised?.prompts), runs: numberOf(raised?.runs) ?? 1, halfWidth }
        : null,
    failing: said.failing === true,
    sparse: said.sparse === true,
  };
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

const levelOf = (word: unknown): Level | null =>
  levels.find((level) => level === word) ?? ofLetter[String(word)]?.level ?? null;
