import { type Static, Type } from "typebox";
import type { AuditFilters } from "./audit-log.ts";

/** Which entries are wanted. */
export const auditFields = {
  by: Type.Optional(Type.String({ format: "uuid", description: "Only what this user did." })),
  action: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 64, pattern: "^[a-z_]+$", description: "Only this action." },
      expects: "the name of an action, as `action` of an entry shows it, such as create_share_link",
      examples: ["create_share_link"],
    }),
  ),
  project: Type.Optional(Type.String({ format: "uuid", description: "Only in this project." })),
  object: Type.Optional(Type.String({ format: "uuid", description: "Only what was done to this." })),
  from: Type.Optional(Type.String({ format: "date-time", description: "Not before this time." })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Before this time." })),
};

type AuditTerms = Static<ReturnType<typeof Type.Object<typeof auditFields>>>;

export const auditFilters = (terms: AuditTerms): Omit<AuditFilters, "limit" | "after"> => ({
  userId: terms.by?.toLowerCase(),
  action: terms.action,
  projectId: terms.project?.toLowerCase(),
  objectId: terms.object?.toLowerCase(),
  from: terms.from ? new Date(terms.from) : undefined,
  to: terms.to ? new Date(terms.to) : undefined,
});
