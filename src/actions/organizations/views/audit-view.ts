import { type Static, Type } from "typebox";
import type { LoggedEntry } from "../../../store/organizations/audit-log.ts";
import { Closed, Nullable, OneOf, Time, Uuid } from "../../schema/schema.ts";

export const AuditEntryView = Closed(
  {
    id: Uuid("Id of the entry."),
    at: Time("When it was done."),
    user_id: Nullable(Uuid(), { description: "Who did it; null: the operator." }),
    email: Nullable(Type.String(), { description: "Their address; null where they are gone." }),
    credential: OneOf(["session", "key", "connector", "operator"], { description: "What they showed." }),
    credential_id: Nullable(Type.String(), { description: "Which key or connector it was." }),
    door: OneOf(["rest", "mcp", "page", "command"], { description: "Which way they came." }),
    action: Type.String({ description: "What they did.", examples: ["create_share_link"] }),
    project_id: Nullable(Type.String(), { description: "In which project." }),
    object_id: Nullable(Type.String(), { description: "To what: what the route names, or what was made." }),
    details: Nullable(Type.Object({}, { additionalProperties: true }), {
      description: "What was set, where the object does not say it.",
    }),
    source: Nullable(Type.String(), { description: "The address that the request came from." }),
  },
  { title: "AuditEntry" },
);

export const auditEntryView = (entry: LoggedEntry): Static<typeof AuditEntryView> => ({
  id: entry.id,
  at: entry.at,
  user_id: entry.userId,
  email: entry.email,
  credential: entry.credential,
  credential_id: entry.credentialId,
  door: entry.door as Static<typeof AuditEntryView>["door"],
  action: entry.action,
  project_id: entry.projectId,
  object_id: entry.objectId,
  details: entry.details,
  source: entry.source,
});
