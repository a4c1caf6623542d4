import type { Span } from "../markdown/answer-text.ts";

export const notShownKinds = ["thought", "tool_call", "citation", "markup"] as const;

/**
 * `thought`: what a model wrote for itself; `tool_call`: a call of a tool, or what it gave back; `citation`: the mark of a
 * source; `markup`: marks around what is shown, such as the kind and the gloss of an entity.
 */
export type NotShownKind = (typeof notShownKinds)[number];

/** A part of an answer's stored text that its reader does not see. */
export interface NotShown extends Span {
  kind: NotShownKind;
}
