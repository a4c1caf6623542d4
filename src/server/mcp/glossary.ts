import { metricsProperties } from "../reports/figures/metrics-view.ts";

const figures = metricsProperties as Record<string, { description?: string }>;

/** A report's figures in words, taken from the descriptions in their schema. */
export const glossary = (): string =>
  [
    "# Metrics of a report",
    "",
    "A figure is right and carries its uncertainty, or it is null; null means not known, never zero.",
    "Intervals (`…_ci`) are 95%, over prompts like these. Never compare brands by overlap: say that one is ahead only where its `lead` is beyond noise.",
    "Times are in UTC. Say the day of a report in the `timezone` of its project, as the app and the brief do.",
    "",
    ...Object.entries(figures).map(([name, { description }]) => `- \`${name}\`: ${description}`),
    "",
  ].join("\n");
