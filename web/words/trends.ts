/** The figures over time. */
export const trends = {
  title: "Trends",
  frame: "Timeframe",
  frames: { "90d": "90 days", "12m": "12 months" },
  note: "A change is judged over the prompts and assistants that both reports have.",
  reports: "Reports",
  day: "Day",
  status: "State",
  compared: "Against the one before",
  open: "Open",
};
