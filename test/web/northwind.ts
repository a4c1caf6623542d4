import { newId } from "../../src/server/kernel/id.ts";
import { insertPromptTest } from "../../src/server/website/prompts/prompt-tests.ts";
import { keepDraft } from "../fixtures/draft.ts";
import type { Site as Website } from "../fixtures/site.ts";
import type { Site, Someone } from "./site.ts";

const weekMs = 7 * 86_400_000;
const weeks = 6;

/** Made up, like all that is said of them: how often each is named, of 100, at first and in the last week. */
const makers = {
  Kessling: [74, 72],
  Northwind: [46, 67],
  Marlowe: [52, 44],
  Brennet: [38, 36],
  Tavora: [22, 25],
} as const;
type Maker = keyof typeof makers;
const names = Object.keys(makers) as Maker[];

const prompts = [
  "Which quiet electric kettle should I buy?",
  "What is the best gooseneck kettle for pour-over coffee?",
  "Which electric kettle boils fastest?",
  "What is a good kettle for a small kitchen?",
  "Which kettle keeps water warm for an hour?",
  "What kettle is best for hard water?",
  "Which kettle has no plastic inside?",
  "Is there a good electric kettle under 60 euros?",
  "What kettle lasts longest?",
  "Which kettle lets me choose the temperature for green tea?",
  "What is the safest kettle with children around?",
  "Which glass kettle is easy to clean?",
];

const assistants = {
  chatgpt: "gpt-5.2",
  claude: "claude-opus-5",
  gemini: "gemini-3-pro",
  perplexity: "sonar-pro",
};
const providers = Object.keys(assistants) as (keyof typeof assistants)[];

const praises = [
  "**NAME** is the one that most people get: it is quiet, and it pours well",
  "**NAME** stands out, since it boils a litre in under three minutes",
  "**NAME** costs more than the others, and lasts longer",
  "many testers like **NAME** for its handle and its wide opening",
  "**NAME** is easy to clean and keeps the temperature to the degree",
];

const sites = [
  ["https://kettlereview.example/best-electric-kettles", "The best electric kettles, tested"],
  [
    "https://www.reddit.com/r/tea/comments/k3ttl3/which_kettle_do_you_use_every_day/",
    "Which kettle do you use every day?",
  ],
  ["https://home-tests.example/kettles", "Twelve kettles compared"],
  ["https://kessling.example/kettles", "Kettles by Kessling"],
  ["https://northwind.example/hush", "The Northwind Hush"],
  ["https://teajournal.example/temperature", "Why temperature matters"],
  ["https://consumerbench.example/kettles/noise", "How loud are kettles?"],
] as const;

/** The same numbers from 0 to 99 at every run. */
const drawn = (...from: number[]): number =>
  Math.floor(
    100 *
      (Math.abs(
        Math.sin(from.reduce((sum, each, at) => sum + each * (12.9898 + at * 41.233), 7)) * 43758.5453,
      ) %
        1),
  );

/** The answers of a week, 0 the first: each assistant asked each prompt twice. */
function answersOf(week: number) {
  return prompts.flatMap((prompt, asked) =>
    providers.flatMap((provider, who) =>
      [1, 2].map((sample) => {
        const named = names.filter((name, at) => {
          const [first, last] = makers[name];
          const share = first + ((last - first) * week) / (weeks - 1);
          // A prompt leans to some makers, whoever is asked.
          const leaning = (drawn(asked, at) - 50) * 0.6;
          return drawn(week, asked, who, sample, at) < share + leaning;
        });
        const first = drawn(asked, who, sample) % Math.max(1, named.length);
        const ordered = [...named.slice(first), ...named.slice(0, first)];
        const list = ordered.map(
          (name, at) =>
            `${at + 1}. ${sentence(praises[drawn(asked, at, sample) % praises.length]!.replace("NAME", name))}`,
        );
        const cited = sites.filter((_, at) => drawn(week, asked, at, who) < 38 - at * 3);
        return {
          ...{ prompt, provider, sample, model: assistants[provider] },
          answer:
            list.length === 0
              ? "It depends on how much water you boil at once, and on how hard it is. Look for steel inside and a filter that comes out."
              : `It depends on what matters to you most.\n\n${list.join("\n")}\n\nAny of these will do for most kitchens.`,
          citations: cited.map(([url, title]) => ({ url, title })),
          answeredAt: new Date(Date.now() - (weeks - 1 - week) * weekMs - 3_600_000).toISOString(),
        };
      }),
    ),
  );
}

const sentence = (text: string): string =>
  `${text.replace(/^(\**)(\w)/, (_, stars, letter) => stars + letter.toUpperCase())}.`;

const draft = {
  title: "Which kettle is quiet enough for an open kitchen?",
  bodyMarkdown: `## In short

A kettle is quiet at below 70 decibels. The **Northwind Hush** stays at 62, measured at one metre with a litre of water.

## What makes a kettle loud

Water sings as bubbles collapse at the heated plate. A thicker plate spreads the heat, and a closed lid keeps the sound in.

| Kettle | Noise | A litre boils in |
|---|---|---|
| Northwind Hush | 62 dB | 3:10 |
| Usual steel kettle | 78 dB | 2:40 |

## Who should take another one

If you boil water in a hurry, a faster kettle is the better choice. It will be louder.

Read [how we measured](https://northwind.example/hush).`,
  metaDescription:
    "What makes a kettle loud, how quiet the Northwind Hush is, and who should take another one.",
  slug: "quiet-kettle-open-kitchen",
  sources: [{ url: "https://northwind.example/hush", title: "The Northwind Hush" }],
};

/** The website of the made-up brand, as a crawl reads it. */
export const northwindPages: Website["pages"] = {
  "/": page(
    "Northwind: quiet kettles",
    `<p>Northwind makes electric kettles that are quiet enough for an open kitchen.</p><a href="/hush">Hush</a> <a href="/care">Care</a>`,
  ),
  "/hush": page(
    "The Northwind Hush",
    "<p>62 decibels at one metre. Steel inside. A litre boils in 3:10.</p>",
  ),
  "/care": page("Care for your kettle", "<p>Descale it every two months where water is hard.</p>"),
};

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${title}."><h1>${title}</h1>${body}</html>`;
}

/** What was made, by what a page needs to know of it. */
export interface Northwind {
  projectId: string;
  /** The newest report. */
  reportId: string;
  draftId: string;
  testId: string;
}

/** A made-up maker of kettles with six weeks of answers, a crawled website, threads, suggested prompts and a draft. */
export async function northwind(site: Site, { key }: Someone, websiteUrl: string): Promise<Northwind> {
  const call = <T>(path: string, body: unknown) => site.call<T>(key, "POST", path, body);
  const { id: projectId } = await call<{ id: string }>("/projects", {
    ...{ name: "Northwind kettles", brand: "Northwind", domain: "northwind.example", websiteUrl, prompts },
    about: "electric kettles",
    competitors: names.filter((name) => name !== "Northwind"),
  });
  let reportId = "";
  for (let week = 0; week < weeks; week += 1)
    reportId = (await call<{ id: string }>(`/projects/${projectId}/imports`, answersOf(week))).id;
  await call("/crawls", { projectId, url: websiteUrl });
  await call(`/projects/${projectId}/reddit-opportunities/refresh`, {});
  await site.app.settle();
  await call("/readiness", { projectId });
  const owner = await site.owner(projectId);
  const draftId = await keepDraft(site.app.db, owner, {
    ...{ topic: "Quiet kettles for open kitchens", content: draft },
  });
  const testId = newId();
  await insertPromptTest(site.app.db, {
    ...{ id: testId, projectId, organizationId: owner.organizationId, crawlRecordId: null },
    ...{ brand: "Northwind", competitors: ["Kessling"], now: new Date() },
    prompts: ["Which kettle is quiet at night?", "Which kettle suits an open kitchen?"].map((prompt) => ({
      ...{ prompt, intent: null },
    })),
  });
  return { projectId, reportId, draftId, testId };
}

/** The path of a public page of its newest report. */
export async function northwindShared(
  site: Site,
  { key }: Someone,
  { projectId }: Northwind,
): Promise<string> {
  const terms = { timeframe: "90d", presenterName: "Harbour & Lane" };
  const { url } = await site.call<{ url: string }>(
    ...([key, "POST", `/projects/${projectId}/share-links`, terms] as const),
  );
  return new URL(url).pathname;
}
