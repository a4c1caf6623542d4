import type { Query } from "./address.ts";
import type { Provider } from "./api/questions.ts";

/** The part of the answers that a page is about: prompts with a tag, an assistant's answers, or both. */
export interface Filter {
  tag?: string;
  provider?: Provider;
}

/** The part of a filter that chooses prompts, for lists that do not go by answers. */
export type PromptFilter = Pick<Filter, "tag">;

/** What addresses call each term. */
export const addressTerms = { tag: "tag", provider: "assistant" } as const satisfies Record<
  keyof Filter,
  string
>;

const terms = Object.entries(addressTerms) as [keyof Filter, string][];

export const filterOf = (query: Query): Filter =>
  Object.fromEntries(terms.flatMap(([term, name]) => (query[name] ? [[term, query[name]]] : [])));

export const promptFilterOf = (query: Query): PromptFilter => {
  const { tag } = filterOf(query);
  return tag ? { tag } : {};
};

/** The terms of an address that say a filter. */
export const termsOf = (filter: { [Term in keyof Filter]?: string | null | undefined }): Query =>
  Object.fromEntries(terms.map(([term, name]) => [name, filter[term] ?? ""]));

/** The terms that a link to another page keeps. */
export const filterIn = (query: Query): Query => termsOf(filterOf(query));

/** What tells a part from every other, whatever its tag is called. */
export const filterKey = (filter: Filter): string =>
  JSON.stringify(terms.map(([term]) => filter[term] ?? null));

/** Whether it leaves out answers. */
export const isNarrow = (filter: Filter): boolean => terms.some(([term]) => filter[term]);

/** Whether something about a part of the answers is about none that this chooses. */
export const leavesOut = (
  filter: Filter,
  part: { [Term in keyof Filter]?: string | null | undefined },
): boolean => terms.some(([term]) => filter[term] && filter[term] !== part[term]);
