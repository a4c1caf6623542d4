import { type Static, Type } from "typebox";
import { auditDoors } from "../../api/audit/audit-entry.ts";
import { Closed, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import type { LoggedEntry } from "./audit-log.ts";

export const AuditEntryView = Closed(
  {
    id: Uuid("Id of the entry."),
    at: Time("When it was done."),
    user_id: Nullable(Uuid(), { description: "Who did it; null: the operator." }),
    email: Nullable(Type.String(), {
      description: "Their email address; null if their account was deleted.",
    }),
    credential: OneOf(["session", "key", "connector", "operator"], {
      description: "Kind of credential they used.",
    }),
    credential_id: Nullable(Type.String(), { description: "Id of that key or connector." }),
    door: OneOf(auditDoors, { description: "How they came in; `job`: the server did it by itself." }),
    action: Type.String({ description: "What they did.", examples: ["create_share_link"] }),
    project_id: Nullable(Type.String(), { description: "In which project." }),
    object_id: Nullable(Type.String(), {
      description: "What was changed: the object that the route names, or the one created.",
    }),
    details: Nullable(Type.Object({}, { additionalProperties: true }), {
      description:
        "What was set, if the object does not tell; of an organization or a member, `changed` has the names of the fields, and each but the name has what it was (`from`) and is (`to`).",
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
  door: entry.door,
  action: entry.action,
  project_id: entry.projectId,
  object_id: entry.objectId,
  details: entry.details,
  source: entry.source,
});
