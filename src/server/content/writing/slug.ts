import { createHash } from "node:crypto";
import slugify from "@sindresorhus/slugify";
import { draftBounds } from "./draft.ts";

const { charactersMax } = draftBounds.slug;

/** The last part of an address: ASCII words of the title, or else of the topic, or else `draft-` and a hash. */
export function slugOf(title: string, topic: string): string {
  const [slug] = [title, topic].map(wordsOf).filter((slug) => /[a-z]/.test(slug));
  return slug ?? `draft-${createHash("sha256").update(`${title}\n${topic}`).digest("hex").slice(0, 8)}`;
}

function wordsOf(text: string): string {
  const slug = slugify(text.slice(0, 500), { decamelize: false });
  if (slug.length <= charactersMax) return slug;
  const start = slug.slice(0, charactersMax + 1);
  return start.includes("-") ? start.slice(0, start.lastIndexOf("-")) : slug.slice(0, charactersMax);
}
