import type { EventMessage } from "../../events/stored-event.ts";

interface Where {
  siteUrl: string;
  projectId: string;
  /** Where else to look. */
  link: NonNullable<EventMessage["link"]>;
}

/** Where a project's own limit of spending is changed. */
export const projectLimitLink = (siteUrl: string, projectId: string): NonNullable<EventMessage["link"]> => ({
  label: "Change the project's limit",
  url: `${siteUrl}/projects/${projectId}/settings`,
});

/** Where what a run failed of is mended; the page of the run itself if that says more than any other. */
export function mendingLink(
  code: unknown,
  { siteUrl, projectId, link }: Where,
): NonNullable<EventMessage["link"]> {
  switch (code) {
    case "PROJECT_SPEND_BOUND":
      return projectLimitLink(siteUrl, projectId);
    case "SPEND_BOUND":
    case "BILLING_REQUIRED":
      return { label: "See what is left to spend", url: `${siteUrl}/organization?part=usage` };
    case "ENGINE_KEY_REFUSED":
    case "ENGINE_KEY_MISSING":
    case "DRAFT_NO_CREDENTIALS":
    case "PROVIDER_NOT_CONFIGURED":
      return { label: "Check the assistants' keys", url: `${siteUrl}/organization?part=engines` };
    case "NO_PROMPTS":
      return { label: "Add prompts", url: `${siteUrl}/projects/${projectId}/prompts` };
    default:
      return link;
  }
}
