import { normalForm } from "../../../reader/text/normal-form.ts";

/** An article's text without its title: a first heading that repeats the title is removed, as the blog shows it. */
export function articleBody(markdown: string, title: string): string {
  const body = markdown.trim();
  const [first = ""] = body.split("\n", 1);
  const repeats = first.startsWith("# ") && folded(first.slice(2)).replace(/ #+$/, "") === folded(title);
  return repeats ? body.slice(first.length).trim() : body;
}

const folded = (text: string): string => normalForm(text, "NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
