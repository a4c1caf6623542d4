import { overview } from "../words.ts";

interface Told {
  headline: string;
  before: number;
  after: number;
}

/** A change that was told, with its levels: rates as percent, gaps in points. */
export function toldOf({ of }: { of: string }, { headline, before, after }: Told, day: string): string {
  const level = (value: number): string => {
    const points = Math.round(value * 100);
    return of === "gap" ? `${points > 0 ? "+" : ""}${points} points`.replace("-", "−") : `${points}%`;
  };
  return overview.told(headline, level(before), level(after), day);
}
