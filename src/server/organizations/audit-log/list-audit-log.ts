import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor, earlier, later, projectId, shareLinkId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { fitting } from "../../api/schema/page-room.ts";
import { auditLog, limitedMember } from "../organization-examples.ts";
import { listAudit } from "./audit-log.ts";
import { auditFields, auditFilters } from "./audit-terms.ts";
import { AuditEntryView, auditEntryView } from "./audit-view.ts";

export const listAuditLog = action({
  name: "list_audit_log",
  http: "GET /v1/organization/audit-log",
  summary: "Read who did what in the organization, newest first.",
  description:
    "For admins: every change, through which door and from where, with the ids of what changed. Kept for 400 days.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  paged: true,
  input: Type.Object({
    ...auditFields,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 100, description: "Entries in one page." }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 512, description: "Where the next page starts." }),
    ),
  }),
  output: Type.Array(AuditEntryView),
  example: () => ({
    fields: {
      ...{
        by: limitedMember.user_id,
        action: "create_share_link",
        project: projectId,
        object: shareLinkId,
      },
      ...{ from: earlier, to: later, limit: 100, cursor },
    },
    answers: { AuditLog: { summary: "One entry", data: auditLog } },
  }),
}).run(async ({ db, caller, cursors }, { limit = 100, cursor, ...terms }) => {
  const filters = auditFilters(terms);
  const scope = `list_audit_log ${caller.organizationId} ${JSON.stringify(filters)}`;
  const after = cursors.open(scope, cursor);
  const page = await listAudit(db, caller.organizationId, { ...filters, limit: limit + 1, after });
  const entries = fitting(page.slice(0, limit).map(auditEntryView));
  const last = page.length > entries.length ? entries.at(-1) : undefined;
  const next_cursor = last ? cursors.seal(scope, last.id) : null;
  return reply(entries, {
    pagination: { limit, next_cursor, has_more: last !== undefined },
  });
});
