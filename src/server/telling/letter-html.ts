import { escapeUTF8 } from "entities";
import { withoutLinks } from "../outbound/mail/letter-text.ts";

// What letters are made of: styles at the elements, since mail programs know little else.

const lineMax = 600;

/**
 * A line of a letter: no control characters, no links but ours, and of what turns text around only what keeps a name apart. It ends what
 * it began, so that nothing behind it is turned.
 */
export function letterLine(text: string, most = lineMax): string {
  const plain = withoutLinks(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, " ")
      .replace(/(?![\u2068\u2069\u200c\u200d])\p{C}/gu, ""),
  );
  const letters = [...plain];
  const cut = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : plain;
  const open = (cut.match(/\u2068/g) ?? []).length - (cut.match(/\u2069/g) ?? []).length;
  return open > 0 ? cut + "\u2069".repeat(open) : cut;
}

/** Text as HTML. */
export const escaped = (text: string): string => escapeUTF8(letterLine(text));

/** The colours of web/styles/tokens.css; mail programs know no variables. */
export const colours = {
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
export const heading = (text: string): string =>
  `<h2 class="ink rule" style="margin:28px 0 12px;padding-top:20px;border-top:1px solid ${colours.hair};font-size:18px;line-height:1.3;color:${colours.ink}">${text}</h2>`;
export const line = (text: string, tone: "ink" | "soft" = "ink"): string =>
  `<p class="${tone}" style="margin:0 0 8px;color:${colours[tone]};overflow-wrap:anywhere">${text}</p>`;
export const link = (url: string, label: string): string =>
  `<a class="me" href="${escapeUTF8(url)}" style="color:${colours.me}">${label}</a>`;
export const name = (text: string): string => `<strong><bdi>${escaped(text)}</bdi></strong>`;

/** A letter as a whole. */
export const letterPage = (title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title><style>${style}</style></head>
<body class="around" style="margin:0;padding:0;background:${colours.around};${face};font-size:16px;line-height:1.5;-webkit-text-size-adjust:100%">
<div class="paper" role="article" lang="en" style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:28px 24px;background:${colours.paper};border:1px solid ${colours.hair}">
${parts.join("\n")}
</div></body></html>
`;
