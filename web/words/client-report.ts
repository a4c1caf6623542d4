import { quantity } from "../figures/number.ts";

/** Reports that go to a client by themselves. */
export const clientReport = {
  title: "Reports by email",
  says: "After the first scheduled run of a week or month, your client gets a link to the report, under your organization’s name. It can be printed, and works for 90 days.",
  noMail: "This server sends no email yet. Its administrator can set up SMTP_URL.",
  noSchedule: "Reports are sent after scheduled runs. Schedule the runs above.",
  active: "Send reports",
  approval: "Hold each report until somebody approves it",
  every: "How often",
  week: "Every week",
  month: "Every month",
  recipients: "Addresses",
  recipientsHint: "One per line, at most 10. Each can unsubscribe.",
  logo: "Logo",
  logoHint: "The https address of a picture. It stands on the page, not in the email.",
  off: (address: string, because: "unsubscribed" | "bounced"): string =>
    because === "unsubscribed"
      ? `${address} has unsubscribed.`
      : `${address} gets no more email: the mail server refused the address.`,
  report: "Report of",
  state: "State",
  states: {
    waiting: (): string => "waits for approval",
    sent: (recipients: number): string => `sent to ${quantity(recipients, "address", "addresses")}`,
    discarded: (): string => "discarded",
    unaddressed: (): string => "not sent: no address takes email",
  } as Record<"waiting" | "sent" | "discarded" | "unaddressed", (recipients: number) => string>,
  decide: "Decide",
  approve: "Approve and send",
  discard: "Discard",
};

/** Those of all projects. */
export const clientReports = {
  title: "Reports to clients",
  says: "What goes to clients by email, by project. Each is changed in the settings of its project.",
  none: "No project sends reports to a client.",
  project: "Project",
  addresses: "Addresses",
  addressOff: (address: string, because: "unsubscribed" | "bounced"): string =>
    `${address} (${because === "unsubscribed" ? "unsubscribed" : "refused"})`,
  noAddress: "none",
  when: "How often",
  every: { week: "Every week", month: "Every month" },
  afterApproval: (every: string): string => `${every}, once approved`,
  off: "Off",
  setBy: "Set up by",
  gone: "a former member",
};
