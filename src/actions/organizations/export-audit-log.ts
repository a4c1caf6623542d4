import { stringify } from "csv-stringify/sync";
import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import type { Db } from "../../kernel/db.ts";
import { reply } from "../../kernel/reply.ts";
import { type AuditFilters, listAudit } from "../../store/organizations/audit-log.ts";
import { earlier, later, projectId, shareLinkId } from "../examples/northwind.ts";
import { auditCsv, limitedMember } from "../examples/organizations.ts";
import { csvText } from "../schema/csv-text.ts";
import { auditFields, auditFilters } from "./terms/audit-terms.ts";
import { AuditEntryView, auditEntryView } from "./views/audit-view.ts";

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
