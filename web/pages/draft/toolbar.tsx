import "@github/markdown-toolbar-element";
import type { HTMLAttributes } from "preact";
import { draft as words } from "../../words/content.ts";

/** Its sign is painted, its name is said. */
type Tool = HTMLAttributes & { "data-sign": string };

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "markdown-toolbar": HTMLAttributes & { for: string };
      "md-bold": Tool;
      "md-italic": Tool;
      "md-header": Tool & { level: string };
      "md-link": Tool;
      "md-quote": Tool;
      "md-unordered-list": Tool;
      "md-ordered-list": Tool;
    }
  }
}

const { tool } = words;

/** Formats what is selected in a text field; undoing works as everywhere else in it. */
export function Toolbar({ target }: { target: string }) {
  return (
    <markdown-toolbar for={target} aria-label={words.tools}>
      <md-header level="2" role="button" aria-label={tool.header} title={tool.header} data-sign="H" />
      <md-bold role="button" aria-label={tool.bold} title={tool.bold} data-sign="B" />
      <md-italic role="button" aria-label={tool.italic} title={tool.italic} data-sign="I" />
      <md-link role="button" aria-label={tool.link} title={tool.link} data-sign="a" />
      <md-quote role="button" aria-label={tool.quote} title={tool.quote} data-sign="”" />
      <md-unordered-list role="button" aria-label={tool.list} title={tool.list} data-sign="•" />
      <md-ordered-list role="button" aria-label={tool.numbers} title={tool.numbers} data-sign="1." />
    </markdown-toolbar>
  );
}
