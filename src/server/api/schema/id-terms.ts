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

/** The key under which a prompt is the same in every run. */
export const PromptKeyTerm = (options: { description: string; examples?: string[] }) =>
  Type.String({
    pattern: "^p_[0-9a-f]{20}$",
    expects:
      "a prompt's key, p_ and 20 hexadecimal digits: `prompt_key` beside the prompt in a report's full view",
    ...options,
  });
