import type { Draft } from "../../api/questions.ts";

/** What people can change of a draft. A text that is empty stays so here, and is `null` on the wire. */
export interface Fields {
  title: string;
  body: string;
  posts: string[];
  description: string;
  slug: string;
}

export const fieldsOf = (draft: Draft): Fields => ({
  title: draft.title ?? "",
  body: draft.body_markdown ?? "",
  posts: draft.posts ?? [],
  description: draft.meta_description ?? "",
  slug: draft.slug ?? "",
});

interface Changes {
  title?: string;
  bodyMarkdown?: string;
  posts?: string[];
  metaDescription?: string | null;
  slug?: string | null;
}

/** What to send of the fields: those that differ from what is saved. */
export function changesOf(saved: Fields, now: Fields): Changes {
  const orNull = (text: string) => text.trim() || null;
  return {
    ...(now.title === saved.title ? {} : { title: now.title.trim() }),
    ...(now.body === saved.body ? {} : { bodyMarkdown: now.body }),
    ...(isSame(now.posts, saved.posts) ? {} : { posts: now.posts }),
    ...(now.description === saved.description ? {} : { metaDescription: orNull(now.description) }),
    ...(now.slug === saved.slug ? {} : { slug: orNull(now.slug) }),
  };
}

/** What keeps the fields from being saved as they stand; null: nothing that the page can tell. */
export function lackOf(draft: Draft, { title, body, posts }: Fields): "title" | "text" | "post" | null {
  if (draft.title !== null && title.trim() === "") return "title";
  if (draft.posts === null) return body.trim() === "" ? "text" : null;
  return posts.some((post) => post.trim() === "") ? "post" : null;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);
