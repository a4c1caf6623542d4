import { readFileSync } from "node:fs";
import { join } from "node:path";

// The web app's own styles, for the pages without script: they look alike because they are told alike.

const folder = join(import.meta.dirname, "../../../web");

const read = (path: string): string => squeezed(readFileSync(join(folder, path), "utf8"));

/** Without comments and indents. */
const squeezed = (css: string): string => css.replace(/\/\*.*?\*\//gs, "").replace(/\s*\n\s*/g, "\n");

/** Where the built app has its typeface; where it is not built, pages show the system's. */
const facePath = "/assets/source-sans-3-latin-wght-normal.woff2";

/** The typeface, tokens, and what every page is made of. */
export const pageStyles = (): string =>
  [
    read("styles/face.css").replace(/url\("[^"]*"\)/, `url("${facePath}")`),
    read("styles/tokens.css"),
    read("styles/text.css"),
  ].join("");

/** What people press and fill in. */
export const controlStyles = (): string => read("styles/controls.css");

/** The pictures of a report. */
export const pictureStyles = (): string =>
  ["styles/figures.css", "parts/brand-dots.css", "parts/trend-chart.css"].map(read).join("");
