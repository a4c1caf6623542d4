import { LRUCache } from "lru-cache";
import { briefOf } from "../../../figures/brief/brief.ts";
import { madeUpSentence, trendSentence } from "../../../figures/brief/sentence.ts";
import { dayIn } from "../../../figures/days/day.ts";
import { timeframeStart } from "../../../figures/days/timeframe.ts";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import type { Project } from "../../projects/project.ts";
import { findProject, listProjects } from "../../projects/projects.ts";
import { assistantsMovedSince, changeSince } from "../../reports/figures/figures-view.ts";
import { findComparedReport, latestReport, previousReport, type Report } from "../../reports/reports.ts";
import { watchedPoints } from "../../reports/trends/trends.ts";
import type { Digest, DigestTerms, MakeDigest } from "./digest.ts";
import { digestLetter } from "./digest-letter.ts";
import {
  calmInWords,
  changesInWords,
  inChannel,
  inOrder,
  isQuietWeek,
  moreChanged,
  type ProjectWeek,
  ranInWords,
  stepsOf,
} from "./digest-words.ts";
import { measuredBetween, type Ran, ranBetween } from "./week.ts";

interface Place {
  db: Db;
  siteUrl: string;
}

/** Projects that a week is told of, the newest; of more, nothing is said. */
const mostProjects = 500;
const perPage = 100;
/** Projects whose newest report is read for steps. */
const mostRead = 10;
/** Changes that are told in sentences. */
const mostChanges = 20;

/** Puts a week into words: what reports found beyond noise, three steps, what ran and what it cost. */
export const makeDigestFrom =
  (place: Place): MakeDigest =>
  async (terms) => {
    const projects = await projectsOf(place.db, terms);
    const weekList = await weeksOf(place.db, terms, projects);
    if (!weekList) return null;
    const weeks = inOrder(weekList);
    await addSteps(place.db, terms, { projects, weeks });
    return inWords(place, terms, weeks);
  };

async function projectsOf(db: Db, { reach, projectId }: DigestTerms): Promise<Project[]> {
  if (projectId !== null) {
    const project = await findProject(db, reach, projectId);
    return project && !project.archived ? [project] : [];
  }
  const projects: Project[] = [];
  for (let after = null as { createdAt: string; id: string } | null; projects.length < mostProjects; ) {
    const page = await listProjects(db, reach, { limit: perPage, after });
    projects.push(...page.filter(({ archived }) => !archived));
    if (page.length < perPage) break;
    const { createdAt, id } = page.at(-1)!;
    after = { createdAt, id };
  }
  return projects.slice(0, mostProjects);
}

const nothing: Omit<Ran, "projectId"> = {
  ...{ runs: 0, failed: 0, calls: 0, imports: 0, drafts: 0, costUsd: 0, unpriced: 0 },
};

async function weeksOf(
  db: Db,
  { reach, from, to, goOn = async () => true }: DigestTerms,
  projects: readonly Project[],
): Promise<ProjectWeek[] | null> {
  const stretch = {
    organizationId: reach.organizationId,
    projectIds: projects.map(({ id }) => id),
    from,
    to,
  };
  if (projects.length === 0) return [];
  const ran = new Map((await ranBetween(db, stretch)).map(({ projectId, ...of }) => [projectId, of]));
  const measured = await measuredBetween(db, stretch);
  const weeks: ProjectWeek[] = [];
  for (const { id, name } of projects) {
    if (!(await goOn())) return null;
    // The embedded store answers before any timer or socket gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
    const found = await weekVerdict(db, reach.organizationId, measured.get(id) ?? []);
    weeks.push({ id, name, nextActions: [], ...nothing, ...ran.get(id), ...found });
  }
  return weeks;
}

type Verdict = Pick<ProjectWeek, "change" | "calm">;

/** The newest of these reports whose own verdict is a clear change, otherwise what the newest says. */
async function weekVerdict(
  db: Db,
  organizationId: string,
  reports: readonly { id: string; reading: number }[],
): Promise<Verdict> {
  let newest: Verdict | undefined;
  for (const { id, reading } of reports) {
    const key = `${organizationId} ${id} ${reading}`;
    const verdict = verdicts.get(key) ?? (await verdictOf(db, organizationId, id));
    verdicts.set(key, verdict);
    newest ??= verdict;
    if (verdict.change) return verdict;
  }
  return newest ?? { change: null, calm: "nothing_measured" };
}

/**
 * What reports are found to say, for the digests of everybody in an organization, which are made one after the other: what stands beside a
 * report may be minutes old.
 */
const verdicts = new LRUCache<string, Verdict>({ max: 5_000, ttl: 10 * 60_000 });

const calmOf = (direction: string | undefined): Verdict["calm"] =>
  direction === "failures_differ"
    ? "cannot_be_told"
    : direction === "flat"
      ? "nothing_moved"
      : "not_compared";

async function verdictOf(db: Db, organizationId: string, id: string): Promise<Verdict> {
  const reportPair = await findComparedReport(db, wholeOf(organizationId), id);
  if (!reportPair?.report.scored) return { change: null, calm: "nothing_measured" };
  const { report, previous } = reportPair;
  const change = changeSince(report, previous, await watchedPoints(db, report));
  if (change?.direction !== "up" && change?.direction !== "down")
    return { change: null, calm: calmOf(change?.direction) };
  const facts = { brand: report.brand, scored: reportPair.report.scored, sandbox: report.sandbox, change };
  const moved = assistantsMovedSince(report, previous);
  const sentences = [trendSentence({ ...facts, moved }), madeUpSentence(facts)];
  const sentence = sentences.filter((one) => one !== null).join(" ");
  return { change: { sentence, direction: change.direction, reportId: id }, calm: "nothing_moved" };
}

/** The steps of the brief, for as many projects as three steps may come from. */
async function addSteps(
  db: Db,
  { to }: DigestTerms,
  { projects, weeks }: { projects: readonly Project[]; weeks: ProjectWeek[] },
): Promise<void> {
  for (const week of weeks.slice(0, mostRead)) {
    const project = projects.find(({ id }) => id === week.id)!;
    const report = await latestReport(db, project.id, "main");
    if (!report?.scored || report.measuredAt === null) continue;
    week.nextActions = await stepsOfReport(db, { project, report, scored: report.scored, at: to });
  }
}

async function stepsOfReport(
  db: Db,
  {
    project,
    report,
    scored,
    at,
  }: { project: Project; report: Report; scored: NonNullable<Report["scored"]>; at: Date },
) {
  const previous = await previousReport(db, report);
  const timeframe = "30d";
  const measuredAt = report.measuredAt!;
  return briefOf({
    ...{ brand: report.brand, domains: report.tracked.own.domains, project, scored, sandbox: report.sandbox },
    ...{ measuredAt, timeframe, outside: new Date(measuredAt) < timeframeStart(timeframe, at) },
    change: changeSince(report, previous, await watchedPoints(db, report)),
    moved: assistantsMovedSince(report, previous),
    done: [],
  }).nextActions;
}

function inWords(
  { siteUrl }: Place,
  { timezone, from, to }: DigestTerms,
  weeks: readonly ProjectWeek[],
): Digest {
  const day = (time: Date) => dayIn(time.toISOString(), timezone);
  const title = changesInWords(weeks);
  const changed = weeks.flatMap(({ name, change }) =>
    change ? [{ ...change, project: isolateDirection(name) }] : [],
  );
  const several = weeks.length > 1;
  const words = {
    title,
    days: `${day(from)} to ${day(to)}`,
    changes: changed.slice(0, mostChanges).map(({ project, sentence, reportId }) => ({
      project,
      sentence,
      url: `${siteUrl}/reports/${reportId}`,
    })),
    unchanged: calmInWords(weeks),
    more: moreChanged(changed.length - mostChanges),
    steps: stepsOf(weeks).map(({ project, title, rationale }) => ({
      ...{ project: several ? isolateDirection(project.name) : null, title, rationale },
      url: `${siteUrl}/projects/${project.id}`,
    })),
    ran: ranInWords(weeks),
    reason: `You get this on Mondays at 8:00 (${timezone}) because you chose to.`,
    siteUrl,
  };
  const [step] = words.steps;
  return {
    projects: weeks.length,
    isQuiet: isQuietWeek(weeks),
    told: {
      data: {},
      title: `The week: ${title}`,
      says: inChannel({ ...words, changes: changed }),
      link: { label: "Open Overheard", url: step?.url ?? siteUrl },
    },
    letter: (links) => digestLetter(words, links),
  };
}
