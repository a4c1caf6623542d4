import type { Chance } from "./chance.ts";
import type { Claim } from "./text.ts";

export interface SandboxSource {
  url: string;
  title: string;
}

/** Sites where products are discussed; the pages are made up, like the answer. */
const discussed: readonly SandboxSource[] = [
  { url: "https://www.reddit.com/r/BuyItForLife/comments/sandbox/", title: "Reddit: what do you use?" },
  { url: "https://www.youtube.com/watch?v=sandbox", title: "Full comparison" },
  { url: "https://en.wikipedia.org/wiki/Comparison_of_products", title: "Comparison – Wikipedia" },
  { url: "https://www.g2.com/categories/sandbox", title: "Best in category | G2" },
  { url: "https://www.trustpilot.com/categories/sandbox", title: "Trustpilot reviews" },
  { url: "https://www.techradar.com/best/sandbox", title: "The best, tested by our experts" },
  { url: "https://www.nytimes.com/wirecutter/reviews/sandbox/", title: "Our picks" },
  { url: "https://reviews.example.org/buying-guide", title: "Buying guide" },
  { url: "https://blog.example.com/top-ten", title: "Top ten" },
  { url: "https://shop.example.net/bestsellers", title: "Bestsellers" },
];

const pages = ["", "compare", "products", "pricing", "blog/guide"];

/** A source for a claim: now and then the brand's own site, otherwise somebody who writes about it. */
export function sourceFor({ about }: Claim, draw: Chance): SandboxSource {
  if (about?.domain && draw.next() < 0.35) {
    const page = draw.pick(pages);
    return { url: `https://${about.domain}/${page}`, title: about.name };
  }
  return draw.pick(discussed);
}

/** What else a search would have found. */
export function alsoRetrieved(draw: Chance): SandboxSource[] {
  return draw.shuffled(discussed).slice(0, 2 + draw.index(4));
}
