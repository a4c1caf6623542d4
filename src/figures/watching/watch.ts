import type { Provider } from "../../reader/provider.ts";
import { promptsTagged, type TagsByPrompt, tagKey } from "../tags/tag.ts";

/** What a watch can be about, as far as anybody may ask for it. */
export const watchMetrics = [
  "appearance_rate",
  "visibility_score",
  "share_of_voice",
  "citation_rate",
  "sentiment",
] as const;
export type WatchMetric = (typeof watchMetrics)[number];

/** What the sequential test can judge. Source: docs/decisions/0100-one-test-for-changes.md. */
export const judgedMetric = "appearance_rate" satisfies WatchMetric;

/** Whose figure: the brand's, a competitor's, or the brand's less a competitor's. */
export const watchedOf = ["brand", "competitor", "gap"] as const;

export const watchDirections = ["up", "down", "either"] as const;
export type WatchDirection = (typeof watchDirections)[number];

/** Which changes of a project are told. */
export interface Watch {
  metric: WatchMetric;
  of: (typeof watchedOf)[number];
  /** A competitor's name; null for the brand, and for the gap to the nearest competitor. */
  competitor: string | null;
  /** Over the prompts with this tag alone. */
  tag: string | null;
  /** Over the answers of this assistant alone. */
  provider: Provider | null;
  direction: WatchDirection;
  /** The smallest change that is told, in points. */
  atLeast: number;
}

/** The most that a project can watch. */
export const watchesMax = 20;

const everywhere = { tag: null, provider: null, direction: "either", atLeast: 0 } as const;

/** What a project watches until somebody says otherwise. */
export const usualWatches: readonly Watch[] = [
  { metric: judgedMetric, of: "brand", competitor: null, ...everywhere },
  { metric: judgedMetric, of: "gap", competitor: null, ...everywhere },
];

/** Two watches with the same key would tell the same change. */
export const watchKey = ({ metric, of, competitor, tag, provider }: Watch): string =>
  JSON.stringify([metric, of, competitor, tag && tagKey(tag), provider]);

/** Why a watch can tell nothing. */
export const idleReasons = ["tag_without_prompts", "assistant_not_asked", "competitor_gone"] as const;
export type IdleReason = (typeof idleReasons)[number];

/** What a project asks at present. */
export interface Asked {
  /** Keys of those prompts of watched tags that are asked. */
  promptKeys: ReadonlySet<string>;
  /** Null: nobody knows yet. */
  providers: ReadonlySet<Provider> | null;
}

/** Why a watch can tell nothing, by the tags, the names of the tracked competitors and what is asked at present; null if it can. */
export function idleBecause(
  { tag, provider, competitor }: Watch,
  { tags, competitors, asks }: { tags: TagsByPrompt; competitors: ReadonlySet<string>; asks: Asked },
): IdleReason | null {
  if (tag !== null && !promptsTagged(tags, tag)?.some((key) => asks.promptKeys.has(key)))
    return "tag_without_prompts";
  if (provider !== null && asks.providers && !asks.providers.has(provider)) return "assistant_not_asked";
  return competitor !== null && !competitors.has(competitor) ? "competitor_gone" : null;
}
