import { Type } from "typebox";
import { OneOf } from "../../api/schema/schema.ts";

/** Of one project. */
export const recipientsMax = 10;

export const EveryWord = OneOf(["week", "month"], {
  description: "How often: after the first scheduled run of each week or month.",
});

export const Address = Type.String({
  ...{ format: "email", minLength: 3, maxLength: 254, description: "An email address." },
});
