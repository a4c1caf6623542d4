import type { Static } from "typebox";
import { nextMonth } from "../../accounts/spending/spend.ts";
import { dollars } from "../../api/schema/rounding.ts";
import type { EventMessage, StoredEvent } from "../../events/stored-event.ts";
import { projectLimitLink } from "./mending-link.ts";
import type { SpendingLimitView } from "./state-views.ts";

interface Facts {
  limitUsd: number;
  usedUsd: number;
  month: string;
  ofServer?: boolean;
}

/** Puts into words that a limit of spending is nearly or wholly used. */
export function spendingMessage(
  siteUrl: string,
  { type, organizationId, projectId, facts, project }: StoredEvent & { project: string },
): EventMessage {
  const { limitUsd, usedUsd, month, ofServer = false } = facts as unknown as Facts;
  const resets = nextMonth(new Date(`${month}-01T00:00:00Z`));
  const link = ofServer
    ? { label: "See what was spent", url: `${siteUrl}/organization?part=usage` }
    : projectId === null
      ? { label: "See what was spent, and change the limit", url: `${siteUrl}/organization?part=usage` }
      : projectLimitLink(siteUrl, projectId);
  const data: Static<typeof SpendingLimitView> = {
    ...{ id: projectId ?? organizationId, project_id: projectId },
    bound: ofServer ? "server" : projectId === null ? "organization" : "project",
    ...{ limit_usd: dollars(limitUsd), used_usd: dollars(usedUsd), month, resets_at: resets, url: link.url },
  };
  const isOut = type === "spend.exhausted";
  const whose = ofServer ? "The server" : projectId === null ? "The organization" : project;
  const unless = ofServer ? "whoever runs the server raises the limit" : "the limit is raised";
  // A run may need more than what is left.
  const what = !isOut
    ? "four fifths of the month's money are used"
    : usedUsd.toFixed(2) === limitUsd.toFixed(2)
      ? "the month's money is used"
      : "too little of the month's money is left for a run";
  const used = `${usedUsd.toFixed(2)} of ${limitUsd.toFixed(2)} USD are spent or reserved this month.`;
  return {
    data,
    title: `${whose}: ${what}`,
    says: `${used} ${isOut ? `Runs that cost more than what is left do not start before ${resets.slice(0, 10)} (UTC), unless ${unless}.` : `It starts again on ${resets.slice(0, 10)} (UTC).`}`,
    link,
  };
}
