/** The form of a public page. */
export const share = {
  title: "Share this report",
  says: (older: boolean): string =>
    `Whoever has the address sees the figures of ${older ? "this" : "the newest"} report, without signing in.`,
  expires: "It works for",
  expiries: { "24h": "a day", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  make: "Make the page",
  address: "Address",
  once: "Copy the address now: it is not shown again. A new one can be made at any time.",
  presenter: "Presented by",
  presenterHow: "Stands on the page, such as the name of your agency. It can stay empty.",
  summary: "Introduction",
  summaryHow: "Your own words at the top of the page. Empty: the report’s main sentence.",
  look: "Open it",
  close: "Close",
};
