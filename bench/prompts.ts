/**
 * Prompts suggested from small sites: how many of each, and what share a buyer who has never heard of the brand would ask an
 * assistant. `npm run bench -- prompts`. The sites are made up, in six languages; `left-out.txt` was written after the rules, and
 * only measures: 0.91 at first sight, before Danish prepositions were known as such. A prompt is right if it has a word of what the site sells, and neither names the brand nor is about something
 * that only describes (`help with hand-built`); each site says both as patterns. Prompts that share their words with
 * another of the same site are wrong. `--all` prints the prompts. Ends with 1 below three prompts for a site, or below nine
 * right in ten.
 */
import { readFileSync } from "node:fs";
import { tellGoal } from "../scripts/goals.ts";
import { siteOffer } from "../src/planner/prompts/site-offer.ts";
import { suggestPrompts } from "../src/planner/prompts/suggest-prompts.ts";
import { type CrawledPage, siteProfile } from "../src/site/crawl/crawl.ts";
import { readPage } from "../src/site/page/page.ts";

const goal = { right: 0.9, fewest: 3 };

interface Site {
  brand: string;
  language: string;
  sells: RegExp;
  never: RegExp;
  pages: CrawledPage[];
}

function sitesOf(file: string): Site[] {
  const text = readFileSync(new URL(`./prompts/${file}`, import.meta.url), "utf8");
  return text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [head = "", ...lines] = block.trim().split("\n");
      // Patterns hold bars themselves, within words.
      const [brand = "", language = "", sells = "", never = ""] = head.split(" | ");
      const pages = lines.map((line, at) => pageOf(line, at, language));
      return { brand, language, sells: new RegExp(sells, "i"), never: new RegExp(never, "i"), pages };
    });
}

function pageOf(line: string, at: number, language: string): CrawledPage {
  const [title = "", headings = "", text = ""] = line.split(" :: ");
  const [first = "", ...rest] = headings.split("; ");
  const body = `<h1>${first}</h1><p>${text}</p>${rest.map((heading) => `<h2>${heading}</h2>`).join("")}`;
  const url = `https://site.example/${at || ""}`;
  const page = readPage(`<html lang="${language}"><title>${title}</title><main>${body}</main></html>`, url);
  const fetched = {
    depth: 0,
    status: 200,
    etag: null,
    lastModified: null,
    fetchedAt: "2026-01-01T00:00:00.000Z",
  };
  return { ...fetched, url, page };
}

const row = (cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => String(cell)[at ? "padStart" : "padEnd"](at ? 12 : 26)).join(""));

for (const file of ["sites.txt", "left-out.txt"]) {
  row([file, "language", "prompts", "right"]);
  let [all, right, fewest] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { brand, language, sells, never, pages } of sitesOf(file)) {
    const profile = siteProfile(pages, { hasRobots: false, hasSitemap: false });
    const offer = siteOffer(profile, pages, { names: [brand], about: null, language: null });
    const isBranded = (prompt: string) => prompt.toLowerCase().includes(brand.toLowerCase());
    const prompts = suggestPrompts(offer, { brand, rivals: [], saved: [], isBranded }).map(
      (one) => one.prompt,
    );
    const said = prompts.map((prompt) =>
      [...new Set(prompt.toLowerCase().match(/\p{L}+/gu))].sort().join(" "),
    );
    const isRight = (prompt: string, at: number) =>
      sells.test(prompt) && !never.test(prompt) && said.indexOf(said[at]!) === at;
    const good = prompts.filter(isRight);
    row([brand, language, prompts.length, good.length]);
    if (process.argv.includes("--all"))
      for (const [at, prompt] of prompts.entries())
        console.log(`  ${isRight(prompt, at) ? "+" : "-"} ${prompt}`);
    fewest = Math.min(fewest, good.length);
    all += prompts.length;
    right += good.length;
  }
  row(["all", "", all, (right / all).toFixed(2)]);
  const met = right / all >= goal.right && fewest >= goal.fewest;
  const measured = `${file}: ${right} of ${all} right, ${fewest} or more for each site`;
  tellGoal("prompts", { measured, met, small: false });
  if (!met) process.exitCode = 1;
}
