import type { Config } from "../../../config.ts";
import { percent, percentRange } from "../../../figures/figures-in-words.ts";
import { sample } from "./demo-sample.ts";

export interface DemoReport {
  id: string;
  status: string;
  terminal: boolean;
  headline: string;
  surfaces: string[];
  metrics: Figures;
  competitors: (Figures & { name: string })[];
}

interface Figures {
  appearance_rate: number | null;
  appearance_rate_ci: [number, number] | null;
  visibility_score: number | null;
  share_of_voice: number | null;
}

/** Addresses of more to see. */
export interface Places {
  config: Pick<Config, "siteUrl">;
  /** Where this server listens. */
  origin: string;
  key: string;
  /** The web app, signed in. */
  open: string | null;
  page: string | null;
  logFile: string | null;
  serving: boolean;
}

const columns = [
  ["named", "share of the answers that name the brand"],
  ["95% interval", "where that share probably lies over all questions like these"],
  ["visibility", "0 to 100: how often and how early the brand is named"],
  ["voice", "its share of all mentions of these brands"],
] as const;

const madeUp =
  "These answers are MADE UP by a built-in sandbox. They say nothing about the brands; they show what a report looks like.";

/** What the demo prints when its report is ready. */
export function demoLines(report: DemoReport, places: Places): string[] {
  const { origin, key, open, page, logFile } = places;
  const rows = [{ name: sample.brand, ...report.metrics }, ...report.competitors].map(rowOf);
  return [
    "",
    report.headline,
    "",
    rowOfCells(["brand", ...columns.map(([name]) => name)]),
    ...rows,
    "",
    ...(report.surfaces.includes("sandbox") ? [madeUp, ""] : []),
    ...columns.map(([name, meaning]) => `  ${name.padEnd(14)}${meaning}`),
    "",
    "Where to look",
    ...(open ? [`  The web app        ${open} (signs you in once, within 15 minutes)`] : []),
    ...(page ? [`  Report as a page   ${page} (for a day)`] : []),
    `  Report as JSON     curl -H "Authorization: Bearer ${key}" ${origin}/v1/reports/${report.id}`,
    "  Your own brand     README.md, “Quick start”",
    `  Every route        ${places.config.siteUrl}/openapi.json`,
    ...(logFile ? [`  Server log         ${logFile}`] : []),
    "",
    ...(places.serving
      ? [`The server runs at ${origin}. Press Ctrl-C to stop it; the next demo uses the same key.`, ""]
      : []),
  ];
}

type Row = Figures & { name: string };

const rowOf = ({ name, appearance_rate, appearance_rate_ci, visibility_score, share_of_voice }: Row) =>
  rowOfCells([
    name,
    share(appearance_rate),
    appearance_rate_ci ? percentRange(appearance_rate_ci) : "–",
    String(visibility_score ?? "–"),
    share(share_of_voice),
  ]);

const widths = [8, 14, 11, 8];

const rowOfCells = ([first = "", ...cells]: string[]): string =>
  first.padEnd(14) + cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(" ");

const share = (rate: number | null): string => (rate === null ? "–" : percent(rate));
