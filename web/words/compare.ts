/** Two reports side by side, on the page of trends. */
export const compare = {
  title: "Compare two reports",
  says: "What moved between two reports by more than chance, over the prompts and assistants that both have.",
  report: "Report",
  earlier: "Earlier report",
  none: "Two finished reports are needed.",
};
