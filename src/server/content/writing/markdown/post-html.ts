import markdownIt from "markdown-it";
import sanitize from "sanitize-html";

/** A text for a blog. */
export interface PostHtml {
  /** Sanitised. */
  html: string;
  /** Images of the text, which it does not show. */
  imagesLeftOut: number;
}

const markdown = markdownIt({ html: false, linkify: false, typographer: false });

/** What a text needs, and nothing that runs, frames or loads. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "ul", "ol", "li"],
    ...["strong", "em", "s", "del", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: { a: ["href", "title"], ol: ["start"], th: ["align"], td: ["align"] },
  allowedSchemes: ["https", "http", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
};

/** A draft's Markdown as HTML without scripts, frames, images, event handlers or `javascript:` links. */
export function postHtml(text: string): PostHtml {
  const tokens = markdown.parse(text, {});
  return {
    html: sanitize(markdown.renderer.render(tokens, markdown.options, {}), allowed).trim(),
    imagesLeftOut: tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "image")
      .length,
  };
}
