import { Type } from "typebox";

export const ProjectId = Type.String({ format: "uuid", description: "Id of the project." });

/** Opaque: an unknown or malformed id is a 404, never a 400. */
export const ReportId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id of the report.",
});

/** Opaque as well. */
export const WorkspaceId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id of the client workspace.",
});
