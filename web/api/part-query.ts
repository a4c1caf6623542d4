import type { Provider } from "./questions.ts";

/** The part of the answers that a page is about: prompts with a tag, an assistant's answers, or both. */
export interface Narrowed {
  tag?: string;
  provider?: Provider;
}

/** What tells a part from every other, whatever its tag is called. */
export const keyOf = ({ tag, provider }: Narrowed): string => JSON.stringify([tag ?? null, provider ?? null]);

type Query = Record<string, string | undefined>;

/** As an address says it. */
export const narrowedBy = ({ tag, assistant }: Query): Narrowed => ({
  ...(tag ? { tag } : {}),
  ...(assistant ? { provider: assistant as Provider } : {}),
});

/** What an address ends with whose page is about the same part as this one. */
export function partQuery({ tag, assistant }: Query, terms: Record<string, string> = {}): string {
  const all = { ...terms, ...(tag ? { tag } : {}), ...(assistant ? { assistant } : {}) };
  return Object.keys(all).length > 0 ? `?${new URLSearchParams(all)}` : "";
}

/** The address with one of its terms changed, or without it. */
export function withTerm(path: string, query: Query, name: string, value: string): string {
  const terms = Object.entries({ ...query, [name]: value }).filter(([, each]) => each);
  return terms.length > 0 ? `${path}?${new URLSearchParams(terms as [string, string][])}` : path;
}
