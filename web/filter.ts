import type { Query } from "../address.ts";
import type { Provider } from "./questions.ts";

/** The part of the answers that a page is about: prompts with a tag, an assistant's answers, or both. */
export interface Narrowed {
  tag?: string;
  provider?: Provider;
}

/** What tells a part from every other, whatever its tag is called. */
export const keyOf = ({ tag, provider }: Narrowed): string => JSON.stringify([tag ?? null, provider ?? null]);

/** As an address says it. */
export const narrowedBy = ({ tag, assistant }: Query): Narrowed => ({
  ...(tag ? { tag } : {}),
  ...(assistant ? { provider: assistant as Provider } : {}),
});
