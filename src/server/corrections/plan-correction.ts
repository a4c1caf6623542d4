import type { TrackedBrands } from "../../reader/brand.ts";
import type { KeptCorrection } from "../../reader/correction.ts";
import type { Reading } from "../../reader/reading.ts";
import type { ProjectContext } from "../api/context.ts";
import { canonicalUuid, newId } from "../kernel/id.ts";
import { invalid, Problem } from "../kernel/problem.ts";
import { UnreadableError } from "../outbound/parsing.ts";
import { type Project, trackedBrands } from "../projects/project.ts";
import { findReport, type Report } from "../reports/reports.ts";
import { findAnswer } from "../reports/rows/answers.ts";
import { readerOf } from "./answer-reading.ts";
import type { GivenCorrection } from "./correction-terms.ts";
import { withCorrections } from "./corrections.ts";
import { withAlias } from "./project-aliases.ts";

type Context = Pick<ProjectContext, "db" | "caller" | "project" | "now" | "parsing" | "warn">;

/** A project with its corrections, the newest first. */
export interface Corrected {
  project: Project;
  corrections: readonly KeptCorrection[];
}

/** What a correction would make of a project. */
export interface PlannedCorrection {
  correction: KeptCorrection;
  after: Corrected;
}

/**
 * The correction that somebody means, and the project with it. Throws REPORT_NOT_FOUND, ANSWER_NOT_FOUND, and a 400 for
 * what no correction can say.
 */
export async function planCorrection(
  context: Context,
  request: GivenCorrection,
  { corrections, note }: { corrections: readonly KeptCorrection[]; note: string | null },
): Promise<PlannedCorrection> {
  const { project, caller, now } = context;
  const base = {
    ...{ id: newId(), projectId: project.id, kind: request.kind, note, createdAt: now().toISOString() },
    userId: caller.kind === "operator" ? null : caller.userId,
  };
  if (request.kind === "alias") {
    const { changed, brand } = withAlias(project, request, context.warn);
    const correction = { ...base, brand, text: request.alias, surroundings: null, answer: null };
    return { correction, after: { project: changed, corrections: [correction, ...corrections] } };
  }
  return ofOccurrence(context, request, base, corrections);
}

type Base = Omit<KeptCorrection, "brand" | "text" | "surroundings" | "answer">;

async function ofOccurrence(
  { db, caller, project, parsing }: Context,
  { kind, occurrence, brand: requestedBrand }: Extract<GivenCorrection, { occurrence: object }>,
  base: Base,
  corrections: readonly KeptCorrection[],
): Promise<PlannedCorrection> {
  const { promptKey, provider, sample, start, end } = occurrence;
  const report = await findReport(db, caller, occurrence.reportId);
  if (report?.projectId !== project.id) throw new Problem("REPORT_NOT_FOUND");
  const answer = await findAnswer(db, report, promptKey, provider, sample);
  if (!answer || answer.text === null) throw new Problem("ANSWER_NOT_FOUND");
  const { text, citations, prompt, truncated, declined } = answer;
  const read = async (of: readonly KeptCorrection[]): Promise<Reading> => {
    const all = await readerOf(
      parsing,
      termsOf(report, { project, corrections: of }),
    )([{ text, citations, prompt, truncated, declined }]);
    return all?.[0]?.reading ?? unreadable();
  };
  const occurrences = occurrencesAt(await read(corrections), start, end).filter(
    ({ brand }) => requestedBrand === undefined || brand === requestedBrand,
  );
  const brand = (occurrences.find(({ counts }) => counts) ?? occurrences[0])?.brand;
  if (brand === undefined)
    throw refused(requestedBrand ? "This brand does not occur there." : "No tracked name occurs there.");
  const span = { start, end };
  const correction: KeptCorrection = {
    ...{ ...base, brand, text: text.slice(start, end) },
    surroundings: await parsing.surroundings({ text, span }).catch(unreadable),
    answer: { reportId: canonicalUuid(report.id)!, promptKey, provider, sample, ...span },
  };
  const now = [correction, ...corrections.filter((other) => !isOfSamePlace(other, correction))];
  const after = occurrencesAt(await read(now), start, end).find((at) => at.brand === brand);
  if (after?.counts !== (kind === "us"))
    throw refused("The text there is an address, code, a source, or part of another tracked name.");
  return { correction, after: { project, corrections: now } };
}

const refused = (message: string): Problem =>
  invalid([{ in: "body", path: "/occurrence", code: "no_occurrence", message }]);

function unreadable(error: unknown = new UnreadableError("time")): never {
  if (error instanceof UnreadableError) throw refused("This answer takes too long to read.");
  throw error;
}

/** What a report's answers are read for, on these terms of its project. */
export const termsOf = (
  report: Pick<Report, "source" | "brands">,
  { project, corrections }: Corrected,
): TrackedBrands =>
  withCorrections(report.source === "main" ? trackedBrands(project) : report.brands, corrections);

function occurrencesAt({ mentions, notCounted }: Reading, start: number, end: number) {
  const at = (span: { start: number; end: number }) => span.start === start && span.end === end;
  return [
    ...mentions.flatMap(({ name, evidence }) => (evidence.some(at) ? [{ brand: name, counts: true }] : [])),
    ...notCounted.filter(at).map(({ name }) => ({ brand: name, counts: false })),
  ];
}

/** Whether two speak of one brand at one place: the later one takes the place of the other. */
export const isOfSamePlace = (one: KeptCorrection, other: KeptCorrection): boolean =>
  one.surroundings?.place != null &&
  other.surroundings?.place != null &&
  one.brand === other.brand &&
  one.text === other.text &&
  one.surroundings.place.before === other.surroundings.place.before &&
  one.surroundings.place.after === other.surroundings.place.after;
