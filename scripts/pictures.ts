/**
 * Pictures of the web app over made-up data, in Chromium. `node scripts/pictures.ts` makes those of docs/images anew, in
 * WebP, and that of links; `node scripts/pictures.ts --all FOLDER` puts every page into a folder, at three widths in both themes, to be
 * looked at.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { startSite } from "../test/fixtures/site.ts";
import { northwind, northwindPages, northwindShared } from "../test/web/northwind.ts";
import { openPlace, type Place, placesOf } from "../test/web/places.ts";
import { openSite } from "../test/web/site.ts";

/** What the documentation shows, by the names of places. */
const shown = [
  "overview",
  "answers",
  "answer",
  "rivals",
  "sources",
  "trends",
  "draft",
  "readiness",
  "shared",
];
const bytesMost = 150_000;
const height = 900;

const { values } = parseArgs({ options: { all: { type: "string" }, only: { type: "string" } } });
const folder = values.all ?? join(import.meta.dirname, "..", "docs", "images");
mkdirSync(folder, { recursive: true });

const endings: (() => unknown)[] = [];
const end = { after: (ending: () => unknown) => void endings.push(ending) };
try {
  const website = await startSite(end, northwindPages);
  const config = { outboundAllow: [website.host], rateLimitScale: 0 };
  const site = await openSite({ config }, end);
  const ada = await site.someone("ada");
  const made = await northwind(site, ada, `${website.url}/`);
  const { prompts } = await site.call<{ prompts: { prompt_key: string }[] }>(
    ...([ada.key, "GET", `/reports/${made.reportId}?view=full`] as const),
  );
  if (!values.all && !values.only) await linkPicture(site.browser);
  const wanted = values.only?.split(",") ?? (values.all ? null : shown);
  const path = await northwindShared(site, ada, made);
  const shared: Place = { name: "shared", page: null, path, heading: "How to read this" };
  const places = [...placesOf(made, prompts[0]!.prompt_key), shared].filter(
    ({ name }) => wanted?.includes(name) ?? true,
  );
  for (const colorScheme of values.all ? (["light", "dark"] as const) : (["light"] as const)) {
    const { page } = await site.signedIn(ada, { colorScheme, deviceScaleFactor: values.all ? 1 : 1.5 });
    for (const place of places) {
      console.log(`${place.name}, ${colorScheme}`);
      await openPlace(page, site.address, place);
      if (values.all) await everyWidth(page, `${place.name}-${colorScheme}`);
      else await forDocs(page, place.name);
    }
    await page.context().close();
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const ending of endings) await ending();
}

/** What chats show beside a link to a shared page: web/preview.png, in the size that they all take. */
async function linkPicture(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const web = join(import.meta.dirname, "..", "web");
  const icon = readFileSync(join(web, "icon.svg"), "utf8");
  const tokens = readFileSync(join(web, "styles", "tokens.css"), "utf8");
  const face = createRequire(import.meta.url).resolve(
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  );
  const row = (at: number, from: number, to: number, colour: string) =>
    `<path d="M${from} ${at}H${to}" stroke="${colour}" stroke-width="22" stroke-opacity=".25"/><circle cx="${(from + to) / 2}" cy="${at}" r="13" fill="${colour}"/>`;
  await page.setContent(`<style>${tokens}
    @font-face { font-family: face; src: url(data:font/woff2;base64,${readFileSync(face, "base64")}); font-weight: 200 900; }
    body { margin: 0; padding: 76px 84px; font: 400 34px face; color: var(--ink); background: var(--paper); }
    p { display: flex; gap: 18px; align-items: center; margin: 0; font-weight: 650; }
    p svg { width: 52px; }
    h1 { margin: 76px 0 64px; font-size: 76px; font-weight: 650; line-height: 1.1; letter-spacing: -0.02em; }
  </style><p>${icon}Overheard</p><h1>What AI assistants say,<br>and how sure that is</h1>
  <svg width="1032" height="120" viewBox="0 0 1032 120">${row(24, 520, 900, "var(--me)")}${row(94, 180, 610, "var(--soft)")}</svg>`);
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(web, "preview.png") });
  await page.close();
}

async function everyWidth(page: Page, name: string): Promise<void> {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
}

/** As good a picture as the bound on its size allows. */
async function forDocs(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [90, 80, 70, 60, 50]) {
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > bytesMost && quality > 50) continue;
    if (bytes.length > bytesMost) throw new Error(`${name} is ${bytes.length} bytes`);
    writeFileSync(join(folder, `${name}.webp`), bytes);
    console.log(`${name}.webp ${bytes.length} bytes, quality ${quality}`);
    break;
  }
  await devtools.detach();
}
