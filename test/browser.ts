import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { havePackages } from "./servers/debian-packages.ts";

/** Why there is no browser to be had here; `message` is a reason to print. */
export class NoBrowser extends Error {
  override name = "NoBrowser";
}

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * What a test of pages says of the browser in its options: the reason why there is none here, or false. With CI=true
 * its absence is a failure.
 */
export function noBrowser(): string | false {
  try {
    executable();
    return false;
  } catch (error) {
    if (!(error instanceof NoBrowser) || process.env.CI === "true") throw error;
    return error.message;
  }
}

/** Chromium of this machine, without a window; install Debian's package first if it is missing and that is possible. */
export function startBrowser(): Promise<Browser> {
  // Its sandbox does not run as root; it opens only pages of our own.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    executablePath: executable(),
    args: [...sandbox, "--disable-dev-shm-usage", "--disable-gpu"],
    timeout: 120_000,
  });
}

let found: string | undefined;

function executable(): string {
  if (found) return found;
  havePackages("Chromium", ["chromium"], () => onPath() !== undefined, NoBrowser);
  found = onPath()!;
  return found;
}

function onPath(): string | undefined {
  const files = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return files.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
