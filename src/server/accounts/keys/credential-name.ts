import { Type } from "typebox";

/** The name of an API key or of a connector. */
export const CredentialName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "A name for it.",
});
