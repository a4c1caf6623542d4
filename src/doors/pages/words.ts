import type { Surface } from "../../domain/project/provider.ts";

// What the pages call kinds of things; the domain puts figures into words.

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const shortFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `15 January 2026`, in UTC. */
export const day = (time: string): string => dayFormat.format(new Date(time));

/** `15 Jan`. */
export const shortDay = (time: string): string => shortFormat.format(new Date(time));

/** Where the answers were seen, as the end of a sentence. */
export const surfaceWords: Record<Surface, string> = {
  api: "through the assistants’ APIs, which can differ from what their apps show",
  web: "from the assistants’ web apps",
  import: "from elsewhere, imported by the presenter of this page",
  sandbox: "from a built-in sandbox, which made them up",
};
