import type { Lead } from "./lead.ts";
import type { Metrics } from "./metric-table.ts";

/** The brand's places by visibility among all tracked brands that its answers leave open, the first is 1. */
export interface RankRange {
  from: number;
  to: number;
  /** Tracked brands, it among them. */
  of: number;
}

/** A rival as far as it decides the place. */
export interface RivalPlace {
  /** Absent in reports of before leads were stored. */
  lead?: Pick<Lead, "visibilityScore" | "visibilityScoreBeyondNoise"> | null;
}

/**
 * Null without rivals, and where nothing is measured. A rival that is not told apart from the brand, all of them judged together, may be
 * on either side. Only where every rival is behind it beyond noise is the brand first.
 */
export function standingOf(
  { visibilityScore }: Pick<Metrics, "visibilityScore">,
  rivals: readonly RivalPlace[],
): RankRange | null {
  if (rivals.length === 0 || visibilityScore === null) return null;
  const of = rivals.length + 1;
  const surely = (isSure: (lead: number) => boolean) =>
    rivals.filter(({ lead }) => lead?.visibilityScoreBeyondNoise && isSure(lead.visibilityScore)).length;
  const above = surely((lead) => lead > 0);
  const below = surely((lead) => lead < 0);
  return { from: above + 1, to: of - below, of };
}

const places = ["first", "second", "third", "fourth", "fifth"];

const place = (rank: number): string => places[rank - 1] ?? `number ${rank}`;

/** "first of 5 tracked brands by visibility", "between first and third of …"; nothing is a place where every one is open. */
export function standingInWords({ from, to, of }: RankRange): string {
  if (from === 1 && to === of) return `its place among ${of} tracked brands cannot be told`;
  const places = from === to ? place(from) : `between ${place(from)} and ${place(to)}`;
  return `${places} of ${of} tracked brands by visibility`;
}
