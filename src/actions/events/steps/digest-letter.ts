import { escapeUTF8 } from "entities";
import type { DigestLetter } from "../../../kernel/events/digest.ts";

/** What a letter about a week says, in plain text; names in it are other people's. */
export interface DigestWords {
  /** Its subject. */
  title: string;
  /** "Monday 16 to Sunday 22 November 2026" */
  days: string;
  changes: readonly { project: string; sentence: string; url: string }[];
  /** Where nothing changed: so in a sentence. */
  unchanged: string;
  /** Changes that are not listed, in a sentence; null: none. */
  more: string | null;
  steps: readonly { project: string | null; title: string; rationale: string; url: string }[];
  ran: string;
  /** Why this comes. */
  reason: string;
  siteUrl: string;
}

interface Links {
  settingsUrl: string;
  unsubscribeUrl: string;
}

const [lineMax, subjectMax] = [600, 150];

/**
 * A line of a letter: no control characters, and of what turns text around only what keeps a name apart. It ends what it began,
 * so that nothing behind it is turned.
 */
export function letterLine(text: string, most = lineMax): string {
  const plain = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/(?![\u2068\u2069\u200c\u200d])\p{C}/gu, "")
    .trim();
  const letters = [...plain];
  const cut = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : plain;
  const open = (cut.match(/\u2068/g) ?? []).length - (cut.match(/\u2069/g) ?? []).length;
  return open > 0 ? cut + "\u2069".repeat(open) : cut;
}

/** The letter in both forms; each says all. */
export const digestLetter = (words: DigestWords, links: Links): DigestLetter => ({
  subject: letterLine(`Your week: ${words.title}`, subjectMax),
  text: asText(words, links),
  html: asHtml(words, links),
});

const wholeMax = 60_000;

function asText({ days, changes, unchanged, more, steps, ran, reason }: DigestWords, links: Links): string {
  const blocks = [
    `Your week, ${days}`,
    "WHAT CHANGED",
    ...(changes.length === 0
      ? [unchanged]
      : changes.map(
          ({ project, sentence, url }) => `${letterLine(project)}\n${letterLine(sentence)}\n${url}`,
        )),
    ...(more === null ? [] : [more]),
    ...(steps.length === 0 ? [] : ["NEXT STEPS"]),
    ...steps.map(({ project, title, rationale, url }, index) =>
      [
        `${index + 1}. ${letterLine(title)}`,
        ...(project === null ? [] : [letterLine(project)]),
        letterLine(rationale),
        url,
      ].join("\n"),
    ),
    "WHAT RAN",
    ran,
    `-- \n${reason}\nChange it: ${links.settingsUrl}\nUnsubscribe: ${links.unsubscribeUrl}`,
  ];
  return `${blocks.join("\n\n").slice(0, wholeMax)}\n`;
}

const escaped = (text: string): string => escapeUTF8(letterLine(text));

/** The colours of web/styles/tokens.css; mail programs know no variables. */
const light = {
  paper: "#ffffff",
  around: "#f7f7f5",
  ink: "#16181d",
  soft: "#565d67",
  hair: "#e4e5e7",
  me: "#0b57a4",
};
const dark = {
  paper: "#15171b",
  around: "#101215",
  ink: "#eceef1",
  soft: "#a4abb5",
  hair: "#2a2e35",
  me: "#84baf6",
};

// What programs drop that know no style element stands at the elements too.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-decoration:underline}
@media (prefers-color-scheme:dark){
.around{background:${dark.around}!important}
.paper{background:${dark.paper}!important;border-color:${dark.hair}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.me{color:${dark.me}!important}
.rule{border-color:${dark.hair}!important}
}
@media (max-width:480px){.paper{padding:20px 16px!important;border-left:0!important;border-right:0!important}}`;

const face = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const heading = (text: string): string =>
  `<h2 class="ink rule" style="margin:28px 0 12px;padding-top:20px;border-top:1px solid ${light.hair};font-size:18px;line-height:1.3;color:${light.ink}">${text}</h2>`;
const line = (text: string, tone: "ink" | "soft" = "ink"): string =>
  `<p class="${tone}" style="margin:0 0 8px;color:${light[tone]};overflow-wrap:anywhere">${text}</p>`;
const link = (url: string, label: string): string =>
  `<a class="me" href="${escapeUTF8(url)}" style="color:${light.me}">${label}</a>`;
const name = (text: string): string => `<strong><bdi>${escaped(text)}</bdi></strong>`;

function asHtml(
  { title, days, changes, unchanged, more, steps, ran, reason }: DigestWords,
  links: Links,
): string {
  const parts = [
    `<p class="soft" style="margin:0 0 4px;color:${light.soft}">Your week, ${escaped(days)}</p>`,
    `<h1 class="ink" style="margin:0;font-size:24px;line-height:1.25;color:${light.ink}">${escaped(title)}</h1>`,
    heading("What changed"),
    ...(changes.length === 0
      ? [line(escaped(unchanged))]
      : changes.map(
          ({ project, sentence, url }) =>
            `<div style="margin:0 0 16px">${line(name(project))}${line(escaped(sentence))}${line(link(url, "Open the report"))}</div>`,
        )),
    ...(more === null ? [] : [line(escaped(more), "soft")]),
    ...(steps.length === 0
      ? []
      : [
          heading("Next steps"),
          `<ol style="margin:0;padding:0 0 0 24px" class="ink">${steps
            .map(
              ({ project, title, rationale, url }) =>
                `<li class="ink" style="margin:0 0 16px;color:${light.ink}">${line(link(url, escaped(title)))}${
                  project === null ? "" : line(name(project))
                }${line(escaped(rationale), "soft")}</li>`,
            )
            .join("")}</ol>`,
        ]),
    heading("What ran"),
    line(escaped(ran)),
    `<div class="rule" style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${light.hair};font-size:14px">${line(
      `${escaped(reason)} ${link(links.settingsUrl, "Change it")} or ${link(links.unsubscribeUrl, "unsubscribe")}.`,
      "soft",
    )}</div>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title><style>${style}</style></head>
<body class="around" style="margin:0;padding:0;background:${light.around};${face};font-size:16px;line-height:1.5;-webkit-text-size-adjust:100%">
<div class="paper" role="article" lang="en" style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:28px 24px;background:${light.paper};border:1px solid ${light.hair}">
${parts.join("\n")}
</div></body></html>
`;
}
