import { isolateDirection } from "../../src/figures/isolate-direction.ts";

/** The Monday digest: of a member, and of a channel. */
export const digest = {
  title: "Monday digest",
  says: "What changed clearly, three next steps, what ran and what it cost: one email, on Mondays at 8:00.",
  of: (organization: string): string =>
    `It covers the projects that you see in ${isolateDirection(organization)}.`,
  to: (address: string): string => `It goes to ${address}.`,
  noMail: "This server sends no email yet. Its administrator can set up SMTP_URL.",
  active: "Send me the digest",
  channel: "Post the digest to this channel",
  timezone: "Time zone",
  onlyChanges: "Skip weeks without a clear change or a failed run",
  next: (moment: string): string => `The next one is due on ${moment}.`,
  offBecause: {
    off: "",
    unsubscribed: "You unsubscribed by the link in an email.",
    bounced: "It was turned off, because the mail server refused your address.",
  },
  open: "Weekly digest",
  openOf: (name: string): string => `Weekly digest in ${isolateDirection(name)}`,
  save: "Save",
  offer: "Get this by email every Monday: what changed clearly, and what to do next.",
  choose: "Set up the digest",
  dismiss: "No thanks",
};
