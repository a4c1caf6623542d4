import type { EngineErrorKind, EngineErrorReason } from "../../../src/server/engines/engine.ts";
import type { Vendor } from "../wire.ts";

/** A body as vendors really send it, and the reading that is right. */
export interface FieldRow {
  what: string;
  /** Who sends it. */
  by: readonly Vendor[];
  /** 200 if absent. */
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a page if it is a text. */
  body: unknown;
  right: Right;
}

export type Right = RightAnswer | RightFailure;

/** What was answered: the text, and whom it names of Northwind, Smeg and Fellow, in order. */
interface RightAnswer {
  text: string;
  names: readonly string[];
  truncated?: true;
  refusal?: true;
  blank?: true;
  /** Whether a search succeeded; absent: not looked at. */
  searched?: boolean;
}

interface RightFailure {
  fails: EngineErrorKind;
  reason?: EngineErrorReason;
  /** What it is billed at: by its tokens, by an unknown number of them, or nothing. */
  billed: "tokens" | "unknown" | "nothing";
}

/** An answer as it should be: the names are those of its text, unless they are given. */
export function says(text: string, more: Partial<RightAnswer> = {}): RightAnswer {
  const found = [...text.matchAll(/Northwind|Smeg|Fellow/g)].map(([name]) => name);
  return { text, names: [...new Set(found)], ...more };
}

export const fails = (
  kind: EngineErrorKind,
  billed: RightFailure["billed"],
  reason?: EngineErrorReason,
): RightFailure => ({ fails: kind, billed, ...(reason && { reason }) });
