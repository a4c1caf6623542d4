import { Type } from "typebox";

/** The last part of an address. */
export const Slug = (maxLength: number, description: string) =>
  Type.String({
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    maxLength,
    description,
    examples: ["crm-for-florists"],
  });
