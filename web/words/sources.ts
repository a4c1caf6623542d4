import { sourceWords } from "../../src/figures/source-labels.ts";
import { quantity } from "../figures/number.ts";

/** What the answers cite. */
export const sources = {
  title: "Sources",
  says: (total: number): string => `${quantity(total, "citation")} in the newest report, most cited first.`,
  none: "No answer cites a source.",
  domain: "Domain",
  kind: "Kind",
  citations: "Citations",
  share: "Share",
  assistants: "Assistants",
  all: "All kinds",
  /** As in reports, but to a member of the organization their site is theirs. */
  kinds: { ...sourceWords, owned: "Your site" } as Record<string, string>,
  feeds: (count: number): string => quantity(count, "prompt"),
  more: (count: number): string => `Show ${count} more`,
  total: "All",
};
