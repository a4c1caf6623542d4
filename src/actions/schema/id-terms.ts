import { Type } from "typebox";

export const ProjectId = Type.String({ format: "uuid", description: "Id of the project." });

/** Opaque: an unknown or malformed one is 404, never 400. */
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
