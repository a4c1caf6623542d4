import { isHtml } from "../../../../site/page/site-file.ts";
import { isA } from "../../../../site/page/structured-data.ts";
import { excerpts, fail, pass, type Verdict, warn } from "./check.ts";
import { changedBySitemap } from "./listed.ts";
import { type Material, pageOf } from "./material.ts";

const wordsEnough = 250;
const wordsThin = 80;

/** Words in the HTML as sent: most assistants run no JavaScript. */
export function serverRenderedContent(material: Material): Verdict {
  const { words, wordsTotal, cut } = material.facts;
  const page = pageOf(material);
  const evidence = { words, words_with_navigation: wordsTotal, cut };
  if (!isHtml(page)) {
    return fail("The address does not serve HTML.", "Give assistants an HTML page to read and quote.", {
      ...evidence,
      content_type: (page.headers["content-type"] ?? "").slice(0, 100),
    });
  }
  if (words >= wordsEnough) return pass(`The HTML contains ${words} words without JavaScript.`, evidence);
  const fix =
    "Render the text on the server (SSR or static generation) and say in full sentences what the page is about; most assistants run no JavaScript.";
  return words >= wordsThin
    ? warn(
        `The HTML contains ${words} words without JavaScript; ${wordsEnough} give assistants enough to quote.`,
        fix,
        evidence,
      )
    : fail(`The HTML contains only ${words} words without JavaScript.`, fix, evidence);
}

export function headingStructure({ facts: { headings } }: Material): Verdict {
  if (headings.length === 0) {
    return fail(
      "The page has no headings.",
      "Give it one <h1> that says what it is about, and an <h2> for each part.",
      {
        headings: 0,
      },
    );
  }
  const tops = headings.filter(({ level }) => level === 1).length;
  const skips = headings.filter(
    ({ level }, at) => level > (at === 0 ? 1 : headings[at - 1]!.level) + 1,
  ).length;
  const blank = headings.filter(({ text }) => text === "").length;
  const evidence = { headings: headings.length, h1: tops, skipped_levels: skips, empty: blank };
  if (tops === 1 && skips === 0 && blank === 0)
    return pass("One main heading, and no level is skipped.", evidence);
  const fixes = [
    ...(tops === 1 ? [] : [tops === 0 ? "Add an <h1>." : `Keep one of the ${tops} <h1>.`]),
    ...(skips === 0 ? [] : ["Do not skip heading levels."]),
    ...(blank === 0 ? [] : ["Remove empty headings."]),
  ];
  return warn("The headings do not form a clean outline.", fixes.join(" "), evidence);
}

const monthMs = (365.25 / 12) * 24 * 3600 * 1000;
const dayMs = 24 * 3600 * 1000;

/** Uses the page's own dates, or else the sitemap's, or else dates in the text. */
export function contentFreshness(material: Material): Verdict {
  const { facts, at } = material;
  const own = [...facts.structured.items.flatMap(({ dates }) => dates), ...facts.dates];
  const changed =
    newest(own, at) ?? newest([changedBySitemap(material) ?? ""], at) ?? newest(facts.times, at);
  const fix =
    'Review the page and state the date: `dateModified` in its JSON-LD, or <meta property="article:modified_time">.';
  if (changed === null) return fail("The page does not say when it was changed.", fix, { date: null });
  const months = (at - changed) / monthMs;
  const evidence = {
    date: new Date(changed).toISOString().slice(0, 10),
    months: Math.max(0, Math.floor(months)),
  };
  if (months <= 12) return pass("The page was changed within the last 12 months.", evidence);
  return months <= 24
    ? warn("The page was last changed more than 12 months ago.", fix, evidence)
    : fail("The page was last changed more than 24 months ago.", fix, evidence);
}

/** The newest date that is not in the future, ms since the epoch. */
function newest(dates: readonly string[], at: number): number | null {
  const times = dates.map(timeOf).filter((time) => time > 0 && time <= at + dayMs);
  return times.length === 0 ? null : Math.max(...times);
}

/** Only dates that begin with a year, as in ISO 8601: others mean different days in different countries. */
const timeOf = (date: string): number => {
  const day = /^\s*(\d{4}-\d\d(?:-\d\d)?)/.exec(date)?.[1];
  return day ? Date.parse(day) : Number.NaN;
};

/** Latin, Greek, Arabic, Chinese and Armenian question marks. */
const endsAsQuestion = /[?;？؟՞]\s*$/u;

export function faqOrQa({ facts }: Material): Verdict {
  const { items } = facts.structured;
  const marked =
    items.some((item) => isA(item, "FAQPage") || isA(item, "QAPage")) ||
    facts.otherTypes.some((type) => /\b(FAQPage|QAPage)\b/.test(type));
  const questions = facts.headings.filter(({ text }) => endsAsQuestion.test(text)).map(({ text }) => text);
  const evidence = { questions: excerpts(questions.slice(0, 5)), marked_up: marked };
  return marked || questions.length > 0
    ? pass(`The page answers questions${marked ? " and marks them up" : ""}.`, evidence)
    : fail(
        "No heading of the page is a question, and there is no FAQ markup.",
        "Add the questions that buyers ask as headings, each with a short answer right below it.",
        evidence,
      );
}
