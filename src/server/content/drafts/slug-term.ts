import { Type } from "typebox";

/** The last part of an address. */
export const Slug = (maxLength: number, description: string) =>
  Type.String({
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    expects: "lower-case letters and digits in words joined by -, such as crm-for-florists",
    maxLength,
    description,
    examples: ["crm-for-florists"],
  });
