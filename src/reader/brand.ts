import type { Correction } from "./correction.ts";

/** A company or product line to look for in answers. `about` is one line: what it sells. */
export interface Brand {
  name: string;
  aliases: readonly string[];
  /** Registrable domains or hosts that belong to it, e.g. `["sony.com"]`. */
  domains: readonly string[];
  about: string | null;
}

/** The brands that a report measures: the project's own and its rivals, in the project's order. */
export interface TrackedBrands {
  own: Brand;
  rivals: readonly Brand[];
  /** The corrections of single occurrences of their names, newest first; absent without any. */
  corrections?: readonly Correction[];
}
