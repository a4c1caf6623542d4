import MarkdownIt, { type Token } from "markdown-it";
import type { Plugin } from "vite";

/** A guide as the app puts it on a page: texts, and elements with what they hold. */
type Piece = string | [tag: string, attributes: Record<string, string>, ...within: Piece[]];

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Lets the web app import a page of docs/ as `guide`: its title and its pieces, so that no markup is parsed in a browser. */
export const markdownGuides = (): Plugin => ({
  name: "markdown-guides",
  enforce: "pre",
  transform(text, id) {
    if (!id.split("?")[0]?.endsWith(".md")) return null;
    const pieces = guideOf(text);
    const title = textOf(pieces.find((piece) => typeof piece !== "string" && piece[0] === "h1") ?? "");
    return { code: `export const guide = ${JSON.stringify({ title, pieces })};`, map: null };
  },
});

/** The pieces of a Markdown text. Pictures are left out; a link to another guide leads to its page in the app. */
export function guideOf(text: string): Piece[] {
  const root: Piece = ["div", {}];
  const open: Piece[] = [root];
  const within = () => open.at(-1) as Exclude<Piece, string>;

  const take = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === "inline") take(token.children ?? []);
      else if (token.type === "text") within().push(token.content);
      else if (token.type === "softbreak") within().push("\n");
      else if (token.type === "code_inline") within().push(["code", {}, token.content]);
      else if (token.type === "fence" || token.type === "code_block")
        within().push(["pre", {}, ["code", {}, token.content]]);
      else if (token.hidden || token.type === "image") continue;
      else if (token.nesting === 1) {
        const piece: Piece = [token.tag, attributesOf(token)];
        within().push(piece);
        open.push(piece);
      } else if (token.nesting === -1) {
        const closed = open.pop() as Exclude<Piece, string>;
        if (/^h[2-4]$/.test(closed[0])) closed[1].id = anchorOf(textOf(closed));
      } else if (token.tag) within().push([token.tag, {}]);
    }
  };
  take(markdown.parse(text, {}));
  return root.slice(2) as Piece[];
}

function attributesOf(token: Token): Record<string, string> {
  const href = token.attrGet("href");
  if (href !== null) return { href: placeOf(String(href)) };
  return String(token.attrGet("style")).includes("right") ? { class: "num" } : {};
}

/** Where a link of a guide leads in the app; the source of what the app has no page for. */
function placeOf(href: string): string {
  if (/^(https?:|#)/.test(href)) return href;
  const [, folder = "", name = "", anchor = ""] =
    /^((?:\.\.?\/)*(?:[\w-]+\/)*)([\w.-]*)(#.*)?$/.exec(href) ?? [];
  if (name === "README.md" && /^(\.\.\/)?$/.test(folder)) return `/docs/start${anchor}`;
  const isGuide = name.endsWith(".md") && /^(docs\/)?$/.test(folder) && name !== "CONTRIBUTING.md";
  if (isGuide && /^[a-z-]+\.md$/.test(name)) return `/docs/${name.replace(/\.md$/, "")}${anchor}`;
  return "";
}

/** As GitHub makes it: lower case, hyphens for spaces, nothing else but letters and digits. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const textOf = (piece: Piece): string =>
  typeof piece === "string" ? piece : (piece.slice(2) as Piece[]).map(textOf).join("");
