// How addresses within the app are written and read: what a page shows is in its address.

import type { AnswerPlace } from "./api/questions.ts";
import { filterIn } from "./filter.ts";
import type { ProjectPage } from "./pages.ts";

export type Query = Readonly<Record<string, string | undefined>>;

/** The address with some of its terms changed; an empty one is left out. */
export function withTerms(path: string, query: Query, terms: Query = {}): string {
  const all = Object.entries({ ...query, ...terms }).filter((entry): entry is [string, string] => !!entry[1]);
  return all.length > 0 ? `${path}?${new URLSearchParams(all)}` : path;
}

export const projectPath = (projectId: string, page: ProjectPage = "", terms: Query = {}): string =>
  withTerms(`/projects/${projectId}${page && `/${page}`}`, terms);

export const reportPath = (reportId: string, terms: Query = {}): string =>
  withTerms(`/reports/${reportId}`, terms);

/** The answers of a project's newest report, or those to one prompt, of the part that this page is about. */
export const answersPath = (projectId: string, query: Query, terms: Query = {}): string =>
  projectPath(projectId, "answers", { ...terms, ...filterIn(query) });

/** How an address names one answer. */
export const answerTerms = ({ promptKey, provider, sample }: AnswerPlace) => ({
  prompt: promptKey,
  open: `${provider}-${sample}`,
});

/** Whether this is the answer that an address names. */
export const isOpen = (place: AnswerPlace, query: Query): boolean => {
  const { prompt, open } = answerTerms(place);
  return prompt === query.prompt && open === query.open;
};
