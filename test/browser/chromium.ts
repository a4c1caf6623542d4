import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(delimiter);

/** A browser of this machine; undefined where there is none. */
const executablePath = names.flatMap((name) => places.map((place) => join(place, name))).find(existsSync);

/** Why tests in a browser are skipped, or false. With CI=true they are not. */
export const noBrowser: string | false =
  executablePath || process.env.CI === "true" ? false : "no chromium on the PATH";

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? "chromium", args: ["--no-sandbox"] });
