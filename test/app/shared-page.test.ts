import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { noBrowser, startBrowser } from "../browser.ts";
import { longTest } from "../depth.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";
import { barriersOn, keepPdf, keepPicture } from "../web/page.ts";

const skip = noBrowser();
const dayMs = 86_400_000;
const rivals = ["Bolt", "Cube", "Dot", "Nimbus <b>CRM</b>", "Ünïcödé & Söhne Vertriebsgesellschaft"];
const questions = [
  "Which CRM is best for a small agency with five people?",
  "What should a bakery use to keep track of its customers?",
  "Is there a good alternative to spreadsheets for sales?",
  "Which customer software do accountants recommend?",
  "What is the most affordable CRM with an open API?",
  "Which tool helps a sales team that works from home <script>alert(1)</script>?",
];

/** Answers in which the brand is named more often as time goes on, but never to the question with markup: that one is told as lost. */
function rows(run: number) {
  return questions.flatMap((prompt, at) =>
    (["chatgpt", "claude", "perplexity"] as const).map((provider, who) => {
      const seed = at * 7 + who * 5;
      const isLost = prompt.includes("<script>");
      const own = !isLost && (seed + 3) % 12 < 3 + run / 2 ? "Acme is a fine choice. " : "";
      const others = rivals.filter((_, index) => isLost || (seed + index * 3) % 5 < 3).join(", ");
      return {
        prompt,
        provider,
        model: `${provider}-large`,
        answer: `${own}${others} are often named.`,
        citations: [
          { url: `https://reviews${(seed % 4) + 1}.example/crm` },
          { url: "https://www.reddit.com/r/crm/comments/1" },
          ...(own ? [{ url: "https://acme.example/" }] : []),
        ],
        answeredAt: new Date(Date.now() - (11 - run) * 2 * dayMs).toISOString(),
      };
    }),
  );
}

const presented = {
  presenterName: "Nordlicht Agency",
  logoUrl: "https://agency.example/logo.svg",
  summary:
    "Acme has been named more often every week since the product pages were rewritten.\n\nNext we answer the questions on which rivals are still ahead.",
};

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" rx="8" fill="#0a7d5a"/><text x="80" y="27" fill="#fff" font-family="sans-serif" font-size="18" text-anchor="middle">Nordlicht</text></svg>`;

async function project(me: Member): Promise<string> {
  const { id } = await me.project({ competitors: rivals.map((name) => ({ name })), prompts: questions });
  return id;
}

async function share(me: Member, id: string, terms: Record<string, unknown>): Promise<string> {
  const { data, text, status } = await me.call<{ url: string }>(
    "POST",
    `/v1/projects/${id}/share-links`,
    terms,
  );
  assert.equal(status, 201, text);
  return new URL(data.url).pathname;
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Each page, colour and width once; the others have nothing that these lack. */
const inVerify = new Set([
  ...["full light 390", "full light 1440", "full dark 390"],
  ...["sandbox light 390", "bare light 360", "missing light 360"],
]);

let browser: Browser;
// Before any app and after all of them: its pipes are no app's to close.
before(async () => {
  if (skip) return;
  // Its typeface is a file of the web app.
  assert.ok(buildWeb(), "the web app builds");
  browser = await startBrowser();
});
after(() => browser?.close());

onAnyStore(
  // The sandbox alone is set up.
  () => ({}),
  (app) => {
    const paths: Record<string, string> = {};
    before(async () => {
      if (!skip) Object.assign(paths, await makePages(app()));
    });

    /** The page in a separate tab; the browser's complaints are told at the end. */
    async function look(path: string, options: BrowserContextOptions, work: (page: Page) => Promise<void>) {
      const context = await browser.newContext(options);
      try {
        const complaints: string[] = [];
        const asked: string[] = [];
        await context.route(/^https:/, (route) =>
          route.fulfill({ contentType: "image/svg+xml", body: logo }),
        );
        const page = await context.newPage();
        page.on("console", (message) => complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(error.message));
        page.on("request", (request) => asked.push(request.url()));
        const origin = await app().address();
        const response = await page.goto(origin + path, { waitUntil: "load", timeout: 120_000 });
        assert.equal(response?.status(), path === paths.missing ? 404 : 200);
        await work(page);
        const expected =
          path === paths.missing ? complaints.filter((text) => !text.includes("404")) : complaints;
        assert.deepEqual(expected, [], "nothing is blocked, and nothing goes wrong");
        const elsewhere = asked.filter((url) => !url.startsWith(origin));
        assert.deepEqual(elsewhere, path === paths.full ? [presented.logoUrl] : []);
      } finally {
        await context.close();
      }
    }

    for (const [kind, widths] of [
      ["full", [390, 820, 1440]],
      ["sandbox", [390, 820, 1440]],
      ["bare", [360]],
      ["missing", [360]],
    ] as const) {
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of widths) {
          const define = inVerify.has(`${kind} ${colorScheme} ${width}`) ? test : longTest;
          define(
            `the ${kind} page in ${colorScheme} at ${width} pixels has no barrier and fits`,
            {
              skip,
            },
            async () => {
              await look(paths[kind]!, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
                await page.evaluate("document.querySelector('details')?.setAttribute('open', '')");
                assert.deepEqual(await barriersOn(page, { runOnly: rules }), []);
                assert.ok(
                  await page.evaluate("[...document.fonts].some(({ status }) => status === 'loaded')"),
                );
                const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
                assert.ok(Number(wide) <= 0, `${wide} pixels too wide`);
                await keepPicture(page, `${kind}-${colorScheme}-${width}`);
              });
            },
          );
        }
      }
    }

    test("what is foreign is text: no element comes of it, and no script runs", { skip }, async () => {
      await look(paths.full!, {}, async (page) => {
        assert.equal(
          await page.evaluate("document.querySelectorAll('script, iframe, b:not(h1 > b)').length"),
          0,
        );
        const text = String(await page.evaluate("document.body.textContent"));
        assert.ok(text.includes("Nimbus <b>CRM</b>"));
        assert.ok(text.includes("home <script>alert(1)</script>?"));
      });
    });

    test("answers that were made up are marked as such, real ones are not", { skip }, async () => {
      for (const [kind, marked] of [
        ["sandbox", true],
        ["full", false],
        ["bare", false],
      ] as const) {
        await look(paths[kind]!, {}, async (page) => {
          assert.equal((await page.getByText("Made-up answers.").count()) === 1, marked, kind);
        });
      }
    });

    test("on paper the table of the chart is open and no cell is cut off", { skip }, async () => {
      await look(paths.full!, { viewport: { width: 700, height: 900 } }, async (page) => {
        await page.emulateMedia({ media: "print" });
        const shown = await page.evaluate(
          "document.querySelector('details table').getBoundingClientRect().height",
        );
        assert.ok(Number(shown) > 100, "the table is there");
        assert.deepEqual(await barriersOn(page, { runOnly: rules }), []);
        const pdf = await page.pdf({ format: "A4" });
        assert.match(pdf.subarray(0, 5).toString(), /^%PDF-/);
        keepPdf(pdf, "full-print");
      });
    });
  },
);

/** One with everything, one with little, one of made-up answers, and none. */
async function makePages(app: TestApp): Promise<Record<string, string>> {
  const me = await app.member();
  const id = await project(me);
  // As many as may be imported in a minute.
  for (let run = 1; run <= 10; run += 1) {
    const { status, text } = await me.call("POST", `/v1/projects/${id}/imports`, rows(run));
    assert.equal(status, 201, text);
  }
  const other = await app.member();
  const bare = await other.project();
  await other.call("POST", `/v1/projects/${bare.id}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
  ]);
  const madeUp = await other.project({ prompts: questions.slice(0, 5) });
  await other.call("POST", "/v1/analyze/project", { projectId: madeUp.id });
  return {
    full: await share(me, id, presented),
    bare: await share(other, bare.id, { summary: false }),
    sandbox: await share(other, madeUp.id, {}),
    missing: `/s/${"A".repeat(43)}`,
  };
}
