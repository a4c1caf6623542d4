import type { Db } from "../../kernel/db.ts";

/** Which report goes to a project's clients. */
export interface IssueTerms {
  organizationId: string;
  projectId: string;
  reportId: string;
  period: string;
}

/** A client's report that is ready: to how many it goes, and how to send it in the transaction that says so. */
export interface PreparedIssue {
  recipients: number;
  /** Makes its page and puts the letters of that issue on the queue; false if the report has been deleted. */
  send(db: Db, issueId: string): Promise<boolean>;
  /** Takes back what was counted for its inboxes, if it was not sent after all; call it outside of any transaction. */
  abandon(): Promise<void>;
}

/** Why nothing can go to a client at present, whatever addresses there are. */
export type Barrier = "report_gone" | "not_in_plan" | "mail_not_configured" | "inbox_full";

/** Makes a client's report ready outside of any transaction. */
export type PrepareIssue = (terms: IssueTerms) => Promise<PreparedIssue | { barrier: Barrier }>;
