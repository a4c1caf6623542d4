import { Type } from "typebox";
import { Nullable } from "./schema/schema.ts";

/** Seconds to wait before polling again. Source: docs/contract/states.md. */
export const pollAfterSeconds = 2;

/** The same as a property. */
export const PollAfter = Nullable(Type.Integer(), {
  description: "When to poll again; null once it has ended.",
});

/** What to do with an answer that may still be under way, as descriptions say it. */
export const pollLocation = "While its status is `processing`, poll the `Location`.";
