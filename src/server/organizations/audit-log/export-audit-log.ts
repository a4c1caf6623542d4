import { stringify } from "csv-stringify/sync";
import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { earlier, later, projectId, shareLinkId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { csvText } from "../../api/schema/csv-text.ts";
import type { Db } from "../../kernel/db.ts";
import { auditCsv, limitedMember } from "../organization-examples.ts";
import { type AuditFilters, listAudit } from "./audit-log.ts";
import { auditFields, auditFilters } from "./audit-terms.ts";
import { AuditEntryView, auditEntryView } from "./audit-view.ts";

const pageSize = 500;

export const exportAuditLog = action({
  name: "export_audit_log",
  http: "GET /v1/organization/audit-log/export",
  summary: "Download who did what in the organization as CSV, newest first.",
  description: "For admins: the filtered log as a file for a spreadsheet. Rows are streamed.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  heavy: () => true,
  sessionOnly: true,
  produces: ["text/csv"],
  input: Type.Object(auditFields),
  output: Type.String(),
  example: () => ({
    fields: {
      ...{ by: limitedMember.user_id, action: "create_share_link", project: projectId },
      ...{ object: shareLinkId, from: earlier, to: later },
    },

    text: { "text/csv": auditCsv },
  }),
}).run(async ({ db, caller }, terms) =>
  reply("", {
    stream: {
      contentType: "text/csv; charset=utf-8",
      fileName: "audit-log.csv",
      chunks: csvLines(db, caller.organizationId, auditFilters(terms)),
    },
  }),
);

const columns = Object.keys(AuditEntryView.properties) as (keyof ReturnType<typeof auditEntryView>)[];

async function* csvLines(
  db: Db,
  organizationId: string,
  filters: Omit<AuditFilters, "limit" | "after">,
): AsyncGenerator<string> {
  yield stringify([columns]);
  let after: string | undefined;
  for (;;) {
    const page = await listAudit(db, organizationId, { ...filters, limit: pageSize, after });
    if (page.length === 0) return;
    const rows = page.map(auditEntryView).map((entry) =>
      columns.map((column) => {
        const cell = entry[column];
        return typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell;
      }),
    );
    yield stringify(rows, { cast: { string: csvText } });
    after = page.at(-1)!.id;
  }
}
