import markdownIt from "markdown-it";
import sanitize from "sanitize-html";

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

/** A draft's Markdown as HTML without scripts, frames, event handlers or `javascript:` links. */
export function postHtml(text: string): string {
  return sanitize(markdown.render(text), allowed).trim();
}
