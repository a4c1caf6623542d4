import { api, everyPage, fileOf, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type AuditEntry = Schemas["AuditEntry"];

/** Which entries of the audit log are wanted. */
export interface AuditTerms {
  by?: string;
  action?: string;
  project?: string;
  /** RFC 3339. */
  from?: string;
  to?: string;
}

const pageSize = 100;

/** The newest entries, so many pages of them. */
export const auditEntries = (terms: AuditTerms, pages: number): Question<AuditEntry[]> => ({
  key: `audit ${JSON.stringify(terms)} ${pages}`,
  ask: () =>
    everyPage(
      (cursor) =>
        api.GET("/organization/audit-log", {
          params: { query: { ...terms, limit: pageSize, ...(cursor ? { cursor } : {}) } },
        }),
      pages,
    ),
});

/** Whether so many entries fill their pages, so that there may be more. */
export const mayBeMore = (entries: readonly AuditEntry[], pages: number): boolean =>
  entries.length === pages * pageSize;

/** The whole log that is asked for, as CSV. Throws ApiProblem. */
export const auditFile = (terms: AuditTerms): Promise<string> =>
  fileOf(() => api.GET("/organization/audit-log/export", { params: { query: terms }, parseAs: "text" }));
