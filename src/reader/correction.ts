import type { Provider } from "./provider.ts";

/** "This is not us", "this is us", and "this is another name of ours". */
export const correctionKinds = ["not_us", "us", "alias"] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** The text around an occurrence. */
export interface Surroundings {
  /** What a reader sees in the same block, at most `surroundingsReach` characters each side. */
  before: string;
  after: string;
  /** What is written there, so that the very place is known again; at most `placeReach` characters each side. Null once the answer is gone. */
  place: { before: string; after: string } | null;
}

/**
 * What is left of surroundings once the answer is gone: the nearest word on either side, by which names are compared, and no
 * place.
 */
export const bareSurroundings = ({ before, after }: Surroundings): Surroundings => ({
  before: /[\p{L}\p{N}'’&-]{1,60}[^\p{L}\p{N}]{0,2}$/u.exec(before.slice(-62))?.[0] ?? "",
  after: /^[^\p{L}\p{N}]{0,2}[\p{L}\p{N}'’&-]{1,60}/u.exec(after)?.[0] ?? "",
  place: null,
});

export const surroundingsReach = 160;
export const placeReach = 40;

/** A correction of one occurrence of a tracked name: it is the brand, or it is not. */
export interface Correction extends Surroundings {
  id: string;
  /** Name of the tracked brand. */
  brand: string;
  /** True: "this is us". */
  counts: boolean;
  /** The occurrence as it is written. */
  text: string;
}

/** The place of an occurrence among a project's answers; offsets are UTF-16 indices into the verbatim text. */
export interface AnswerPlace {
  reportId: string;
  promptKey: string;
  provider: Provider;
  sample: number;
  start: number;
  end: number;
}

/** A correction as a project keeps it, with who said so and why. */
export interface KeptCorrection {
  id: string;
  projectId: string;
  kind: CorrectionKind;
  brand: string;
  /** The occurrence, or the other name. */
  text: string;
  /** Null for another name. */
  surroundings: Surroundings | null;
  /** The answer it was made in; null if in none. */
  answer: AnswerPlace | null;
  note: string | null;
  /** Null for the operator. */
  userId: string | null;
  /** RFC 3339. */
  createdAt: string;
}

/** The most that a project keeps. */
export const correctionsPerProject = 200;

/** Those that speak of occurrences, as the reader takes them, in their order. */
export const ofOccurrences = (corrections: readonly KeptCorrection[]): Correction[] =>
  corrections.flatMap(({ id, kind, brand, text, surroundings }) =>
    surroundings === null ? [] : [{ id, brand, counts: kind === "us", text, ...surroundings }],
  );
