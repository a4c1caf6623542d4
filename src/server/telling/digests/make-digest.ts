import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { briefOf } from "../../../figures/brief/brief.ts";
import { madeUpSentence, trendSentence } from "../../../figures/brief/sentence.ts";
import { dayIn } from "../../../figures/days/day.ts";
import { timeframeStart } from "../../../figures/days/timeframe.ts";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import type { ToldChange } from "../../../figures/watching/telling.ts";
import { type Watch, watchKey } from "../../../figures/watching/watch.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import type { Parsing } from "../../outbound/parsing.ts";
import type { Project } from "../../projects/project.ts";
import { findProject, listProjects } from "../../projects/projects.ts";
import { watchesOf } from "../../projects/watches/watches.ts";
import { assistantsMovedSince } from "../../reports/judgement/judgement.ts";
import { judgementOf } from "../../reports/judgement/stored-judgement.ts";
import {
  besideNow,
  type ComparedReport,
  findComparedReport,
  latestReport,
  type Report,
  withPrevious,
} from "../../reports/reports.ts";
import { changeInShort } from "../words/change-message.ts";
import type { Digest, DigestTerms, MakeDigest } from "./digest.ts";
import { digestLetter, inLetter } from "./digest-letter.ts";
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
  type WeekChange,
} from "./digest-words.ts";
import { endedBetween, measuredBetween, type Ran, ranBetween } from "./week.ts";

interface Place {
  db: Db;
  parsing: Parsing;
  siteUrl: string;
}

/** Projects that a week is told of, the newest; of more, nothing is said. */
const mostProjects = 500;
const perPage = 100;
/** Projects whose newest report is read for steps. */
const mostRead = 10;
/** Projects whose changes are told in sentences, and how many of one. */
const mostChanged = 20;
const mostOfProject = 4;

/** Puts a week into words: what reports found beyond noise, three steps, what ran and what it cost. */
export const makeDigestFrom =
  (place: Place): MakeDigest =>
  async (terms) => {
    const projects = await projectsOf(place.db, terms);
    const weekList = await weeksOf(place, terms, projects);
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
  place: Place,
  { reach, from, to, goOn = async () => true }: DigestTerms,
  projects: readonly Project[],
): Promise<ProjectWeek[] | null> {
  const { db } = place;
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
  for (const project of projects) {
    const { id, name } = project;
    if (!(await goOn())) return null;
    // The embedded store answers before any timer or socket gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
    const reports = measured.get(id) ?? [];
    const { change, calm } = await weekVerdict(db, reach.organizationId, reports);
    const tellings = ran.has(id) ? await toldIn(place, project, { from, to }) : [];
    const changes = weekChanges(place, change, tellings);
    weeks.push({ id, name, nextActions: [], ...nothing, ...ran.get(id), changes, calm });
  }
  return weeks;
}

/** What a report says of the brand. */
interface Verdict extends Pick<ProjectWeek, "calm"> {
  /** Null: no clear change. */
  change: { sentence: string; direction: "up" | "down"; reportId: string } | null;
}

interface ToldInWeek {
  watch: Watch;
  change: ToldChange;
  words: NonNullable<Awaited<ReturnType<typeof changeInShort>>>;
}

/** Changes of what is watched that a report of the stretch told, and that are not over. */
async function toldIn(
  place: Place,
  project: Project,
  { from, to }: Pick<DigestTerms, "from" | "to">,
): Promise<ToldInWeek[]> {
  const { watches, open } = await watchesOf(place.db, project.id);
  const changes = watches.flatMap((watch) => {
    const change = open.get(watchKey(watch));
    return change ? [{ watch, change }] : [];
  });
  const reportIds = changes.map(({ change }) => change.reportId);
  const readings = await endedBetween(place.db, { projectId: project.id, reportIds, from, to });
  const tellings: ToldInWeek[] = [];
  for (const { watch, change } of changes) {
    const reading = readings.get(change.reportId);
    if (reading === undefined) continue;
    const beside = await besideNow(place.db, { projectId: project.id, id: change.reportId });
    const key = JSON.stringify([project.id, reading, beside, watch, change]);
    const words = toldWords.get(key) ?? (await changeInShort(place, project, { watch, change }));
    if (!words) continue;
    toldWords.set(key, words);
    tellings.push({ watch, change, words });
  }
  return tellings;
}

const isOfBrand = ({ watch }: ToldInWeek): boolean =>
  watch.of === "brand" && watch.tag === null && watch.provider === null;

/** The brand's change as its report says it, with what is behind it where it was told, and the others that were told. */
function weekChanges(
  { siteUrl }: Place,
  change: Verdict["change"],
  tellings: readonly ToldInWeek[],
): WeekChange[] {
  const own = change && tellings.find((one) => isOfBrand(one) && one.change.direction === change.direction);
  const others = change ? tellings.filter((one) => !isOfBrand(one)) : tellings;
  const changes = [
    ...(change
      ? [
          {
            sentence: change.sentence,
            behind: own?.words.behind ?? [],
            isBad: change.direction === "down",
            page: { label: "Open the report", url: `${siteUrl}/reports/${change.reportId}` },
          },
        ]
      : []),
    ...others.map(({ watch, change: { direction }, words: { says, behind, page } }) => ({
      ...{ sentence: says, behind, page },
      isBad: direction === (watch.of === "competitor" ? "up" : "down"),
    })),
  ];
  // A fall of the brand is one of its gaps too, for the same reasons.
  return changes.map((one, at) =>
    changes.slice(0, at).some(({ behind }) => isDeepStrictEqual(behind, one.behind))
      ? { ...one, behind: [] }
      : one,
  );
}

/** The newest of these reports whose own verdict is a clear change, otherwise what the newest says. */
async function weekVerdict(
  db: Db,
  organizationId: string,
  reports: readonly { id: string }[],
): Promise<Verdict> {
  let newest: Verdict | undefined;
  for (const { id } of reports) {
    const reportPair = await findComparedReport(db, wholeOf(organizationId), id);
    if (!reportPair) continue;
    const key = `${id} ${reportPair.report.reading} ${reportPair.beside}`;
    const verdict = verdicts.get(key) ?? (await verdictOf(db, reportPair));
    verdicts.set(key, verdict);
    newest ??= verdict;
    if (verdict.change) return verdict;
  }
  return newest ?? { change: null, calm: "nothing_measured" };
}

/**
 * What reports are found to say, for the digests of everybody in an organization, which are made one after the other; keyed by what each is
 * set beside.
 */
const verdicts = new LRUCache<string, Verdict>({ max: 5_000, ttl: 10 * 60_000 });
const toldWords = new LRUCache<string, ToldInWeek["words"]>({ max: 5_000, ttl: 10 * 60_000 });

const calmOf = (direction: string | undefined): Verdict["calm"] =>
  direction === "failures_differ"
    ? "cannot_be_told"
    : direction === "flat"
      ? "nothing_moved"
      : "not_compared";

async function verdictOf(db: Db, reportPair: ComparedReport): Promise<Verdict> {
  const { report, previous } = reportPair;
  if (!report.scored) return { change: null, calm: "nothing_measured" };
  const judged = await judgementOf(db, reportPair);
  const { change } = judged;
  if (change?.direction !== "up" && change?.direction !== "down")
    return { change: null, calm: calmOf(change?.direction) };
  const facts = { brand: report.brand, scored: report.scored, sandbox: report.sandbox, change };
  const moved = assistantsMovedSince(report, previous, judged);
  const sentences = [trendSentence({ ...facts, moved }), madeUpSentence(facts)];
  const sentence = sentences.filter((one) => one !== null).join(" ");
  return { change: { sentence, direction: change.direction, reportId: report.id }, calm: "nothing_moved" };
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
  const compared = await withPrevious(db, report);
  const judged = await judgementOf(db, compared);
  const timeframe = "30d";
  const measuredAt = report.measuredAt!;
  return briefOf({
    ...{ brand: report.brand, domains: report.brands.own.domains, project, scored, sandbox: report.sandbox },
    ...{ measuredAt, timeframe, outside: new Date(measuredAt) < timeframeStart(timeframe, at) },
    change: judged.change,
    moved: assistantsMovedSince(report, compared.previous, judged),
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
  const changed = weeks.flatMap(({ name, changes }) =>
    changes.length > 0 ? [{ project: isolateDirection(name), projectChanges: changes }] : [],
  );
  const listed = inLetter(
    changed.slice(0, mostChanged).map(({ project, projectChanges }) => ({
      project,
      projectChanges: projectChanges.slice(0, mostOfProject),
    })),
  );
  const countIn = (some: typeof changed) =>
    some.reduce((sum, { projectChanges }) => sum + projectChanges.length, 0);
  const several = weeks.length > 1;
  const words = {
    title,
    days: `${day(from)} to ${day(to)}`,
    changes: listed,
    unchanged: calmInWords(weeks),
    more: moreChanged(countIn(changed) - countIn(listed)),
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
    channelMessage: {
      data: {},
      title: `The week: ${title}`,
      says: inChannel({
        ...words,
        changes: changed.flatMap(({ project, projectChanges }) =>
          projectChanges.map(({ sentence }) => ({ project, sentence })),
        ),
      }),
      link: { label: "Open Overheard", url: step?.url ?? siteUrl },
    },
    letter: (links) => digestLetter(words, links),
  };
}
