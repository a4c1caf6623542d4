import { dayIn } from "../../figures/days/day.ts";
import type { Surface } from "../../reader/provider.ts";

// What the pages call kinds of things; the domain puts figures into words.

/** `15 January 2026`, in UTC: of accounts and invitations, which belong to no project. */
export const day = (time: string): string => dayIn(time, "UTC");

/** Where the answers were seen, as the end of a sentence. */
export const surfaceWords: Record<Surface, string> = {
  api: "through the assistants’ APIs, which can differ from what their apps show",
  web: "from the assistants’ web apps",
  import: "from elsewhere, imported by the presenter of this page",
  sandbox: "from a built-in sandbox, which made them up",
};
