import type { Schemas } from "../../api/client.ts";
import type { Project } from "../../api/questions.ts";

type Terms = Schemas["UpdateProjectRequest"];

/** One line each, trimmed, without empty ones. */
export const linesOf = (text: string): string[] => splitBy(text, /\n/);

/** What is left empty is not set. */
export const orNull = (text: string): string | null => text.trim() || null;

/** A number as typed; null if nothing, or no number, is. */
export const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
};

const splitBy = (text: string, at: RegExp): string[] =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter(Boolean);

/** A competitor as it stands in the form. */
export interface TypedRival {
  name: string;
  aliases: string;
  domain: string;
}

export const typedRivals = ({ competitors }: Project): TypedRival[] =>
  competitors.map(({ name, aliases, domain }) => ({
    name,
    aliases: aliases.join(", "),
    domain: domain ?? "",
  }));

/** Rows without a name are left out. */
export const rivalTerms = (rivals: readonly TypedRival[]): NonNullable<Terms["competitors"]> =>
  rivals
    .filter(({ name }) => name.trim())
    .map(({ name, aliases, domain }) => ({
      name: name.trim(),
      aliases: splitBy(aliases, /,/),
      ...(domain.trim() ? { domain: domain.trim() } : {}),
    }));

export type Stop = "samples" | "width" | "change";

/** When a run stops asking, as it stands in the form. */
export interface TypedUntil {
  stop: Stop;
  points: string;
  atMost: string;
}

export const typedUntil = ({ until }: Project): TypedUntil => {
  const stop = until?.width != null ? "width" : until?.change != null ? "change" : "samples";
  return {
    stop,
    points: String(until?.width ?? until?.change ?? ""),
    atMost: String(until?.at_most ?? ""),
  };
};

export function untilTerms({ stop, points, atMost }: TypedUntil): Terms["until"] {
  if (stop === "samples") return null;
  const most = numberOf(atMost);
  return { [stop]: numberOf(points) ?? 0, ...(most === null ? {} : { atMost: most }) };
}
