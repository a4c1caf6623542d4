import { counted } from "../figures/number.ts";

/** What the answers cite. */
export const sources = {
  title: "Sources",
  says: (total: number): string => `${counted(total, "citation")} in the newest report, most cited first.`,
  none: "No answer cites a source.",
  domain: "Domain",
  kind: "Kind",
  citations: "Citations",
  share: "Share",
  assistants: "Assistants",
  pages: "Pages",
  page: "Page",
  all: "All kinds",
  kinds: {
    owned: "Your site",
    competitor: "Competitor’s site",
    ugc: "Forum or social",
    reference: "Reference",
    editorial: "Editorial",
    retail: "Shop",
    other: "Other",
  } as Record<string, string>,
  feeds: (count: number): string => counted(count, "prompt"),
  more: (count: number): string => `Show ${count} more`,
  total: "All",
};
