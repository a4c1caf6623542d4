import type { Static } from "typebox";
import { comparison } from "../../../figures/comparison.ts";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import { joinWithAnd } from "../../../figures/join-with-and.ts";
import { promptsTagged, type TagsByPrompt } from "../../../figures/tags/tag.ts";
import type { ChangePart } from "../../../figures/uncertainty/change-parts.ts";
import { type Behind, behind } from "../../../figures/watching/behind.ts";
import {
  type ChangeFacts,
  changeSays,
  changeSureness,
  changeTitle,
  clearedSays,
  clearedTitle,
} from "../../../figures/watching/change-in-words.ts";
import { longestRun } from "../../../figures/watching/changepoints.ts";
import type { ClearedBecause, ToldChange } from "../../../figures/watching/telling.ts";
import type { Watch } from "../../../figures/watching/watch.ts";
import { type Provider, providerName } from "../../../reader/provider.ts";
import { share } from "../../api/schema/rounding.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import type { EventMessage, StoredEvent } from "../../events/stored-event.ts";
import type { Parsing } from "../../outbound/parsing.ts";
import type { Project } from "../../projects/project.ts";
import { tagsOf } from "../../projects/prompts/prompt-tags.ts";
import { type WatchedChangeView, watchedChange } from "../../projects/watches/change-view.ts";
import { findTold } from "../../projects/watches/watches.ts";
import { excerpt } from "../../reports/excerpt.ts";
import { cellsOfReadings } from "../../reports/part/earlier-cells.ts";
import { cellsOver, filterOf, type Part, reportOver } from "../../reports/part/report-part.ts";
import { findReport, type Report } from "../../reports/reports.ts";
import { answerBatches } from "../../reports/rows/answer-batches.ts";
import { readingsAround } from "../../reports/trends/trends.ts";

/** What is stored of such an event. */
type Facts = {
  watch: Watch;
  change: ToldChange;
  reportId: string;
  /** Whom the watch is about by that report. */
  competitor: string | null;
} & ({ kind: "detected" } | { kind: "cleared"; because: ClearedBecause; level: number | null });

type NamedFacts = Facts & {
  /** What its competitor was called when it was told: reports that were not read again yet have that name. */
  formerly: string | null;
};

interface Place {
  db: Db;
  parsing: Parsing;
  siteUrl: string;
}

/** Puts a change into words: what, where, since when, how sure, and what is behind it. */
export async function changeMessage(
  place: Place,
  { organizationId, facts }: StoredEvent,
  { project, quotes }: { project: Project; quotes: boolean },
): Promise<EventMessage | null> {
  const { db, siteUrl } = place;
  const eventFacts = await withPresentNames(db, project.id, facts as unknown as Facts);
  const { watch, change } = eventFacts;
  const report = await findReport(db, wholeOf(organizationId), eventFacts.reportId);
  if (!report?.scored) return null;
  const words: ChangeFacts = { brand: report.brand, watch, change, timezone: project.timezone };
  const link = trendPage(siteUrl, project.id, watch);
  const causes = eventFacts.kind === "detected" ? await whatIsBehind(place, report, eventFacts) : null;
  const quote = causes && quotes ? await quoteOf(db, report, eventFacts, causes) : null;
  const cleared = eventFacts.kind === "cleared" ? { ...eventFacts, nearest: eventFacts.competitor } : null;
  const [headline, paragraphs] =
    cleared === null
      ? [
          changeTitle(words),
          [`${changeSays(words)} ${changeSureness}`, ...(causes ? saysBehind(causes, quote) : [])],
        ]
      : [clearedTitle(words, cleared), [clearedSays(words, cleared)]];
  const says = [...paragraphs, ...(report.sandbox ? [madeUp] : [])].join("\n");
  const data: Static<typeof WatchedChangeView> = {
    ...watchedChange(change, watch),
    ...{
      project_id: project.id,
      report_id: eventFacts.reportId,
      state: eventFacts.kind,
      headline,
      says,
      url: link.url,
    },
    because: cleared?.because ?? null,
    level: typeof cleared?.level === "number" ? share(cleared.level) : null,
    behind: causes && behindView(causes, quote),
  };
  return {
    data,
    title: `${isolateDirection(project.name)}: ${headline}`,
    says,
    link,
  };
}

/** The same where the tag or the competitor that is watched has got another name since. */
async function withPresentNames(db: Db, projectId: string, facts: Facts): Promise<NamedFacts> {
  const formerly = facts.change.competitor;
  const telling = await findTold(db, projectId, facts.change.id);
  if (!telling) return { ...facts, formerly };
  const { tag, competitor } = telling.watch;
  return {
    ...facts,
    watch: { ...facts.watch, tag, competitor },
    change: { ...facts.change, competitor: telling.change.competitor },
    formerly,
  };
}

/** A change that was told and is not over, for a letter about more than it; null if its report is gone. */
export async function changeInShort(
  place: Place,
  project: Project,
  { watch, change }: Pick<Facts, "watch" | "change">,
): Promise<{ says: string; behind: string[]; page: NonNullable<EventMessage["link"]> } | null> {
  const { id, organizationId, timezone } = project;
  const report = await findReport(place.db, wholeOf(organizationId), change.reportId);
  if (!report?.scored) return null;
  const causes = await whatIsBehind(place, report, { watch, change, formerly: change.competitor });
  const behind = causes
    ? [causesInWords(causes), ...sourcesInWords(causes)].filter((one) => one !== null)
    : [];
  return {
    says: `${changeSays({ brand: report.brand, watch, change, timezone })}${report.sandbox ? ` ${madeUp}` : ""}`,
    behind,
    page: trendPage(place.siteUrl, id, watch),
  };
}

const trendPage = (siteUrl: string, projectId: string, watch: Watch): NonNullable<EventMessage["link"]> => ({
  label: "See the trend",
  url: `${siteUrl}/projects/${projectId}/trends${narrowedTo(watch)}`,
});

/** So that nobody takes it for what assistants said. */
export const madeUp = "The answers are made up by the sandbox.";

interface Found extends Omit<Behind, "parts"> {
  name: string;
  prompts: (ChangePart & { prompt: string | null })[];
  providers: (ChangePart & { provider: Provider })[];
  sources: { gained: string[]; lost: string[] };
  /** The answers over which the watch is. */
  part: Part;
}

const limits = { prompts: 3, sources: 3 };

/** What the address of a page ends with that shows the answers over which a watch is. */
function narrowedTo({ tag, provider }: Watch): string {
  const terms = { ...(tag === null ? {} : { tag }), ...(provider === null ? {} : { assistant: provider }) };
  return Object.keys(terms).length > 0 ? `?${new URLSearchParams(terms)}` : "";
}

/** Place of a competitor among those of a report; null: it is not there. */
function placeOf(rivals: readonly { name: string }[], competitor: string | null): number | null {
  const place = rivals.findIndex(({ name }) => name === competitor);
  return place < 0 ? null : place;
}

/**
 * The newest reports since the change against those of the level before it, which are the ones that it was judged by; null if the report
 * does not have the competitor that it is about.
 */
async function whatIsBehind(
  place: Place,
  report: Report,
  { watch, change, formerly }: Pick<NamedFacts, "watch" | "change" | "formerly">,
): Promise<Found | null> {
  const { db } = place;
  const { projectId, id: reportId, scored, brands } = report;
  const rival = placeOf(brands.rivals, change.competitor) ?? placeOf(brands.rivals, formerly);
  if (rival === null && change.competitor !== null) return null;
  const around = { reportId, since: change.since, to: change.toldAt };
  const most = { most: longestRun, mostBefore: change.reportsBefore };
  const keys = await readingsAround(db, projectId, { ...around, ...most });
  const tags = await tagsOf(db, projectId);
  const part = partOf(watch, tags);
  const [before, after] = await Promise.all(
    [keys.before, keys.after].map(async (some) =>
      cellsOver(await cellsOfReadings(db, projectId, some), part),
    ),
  );
  const sides = { before: before!, after: after!, calls: keys.calls, rival, gap: watch.of === "gap" };
  const { parts, of, tags: tagsMoved } = behind(sides, watch.tag === null ? tags : new Map());
  const texts = new Map(scored!.prompts.map(({ promptKey, prompt }) => [promptKey, prompt]));
  return {
    of,
    name: of === "brand" ? report.brand : change.competitor!,
    tags: tagsMoved,
    prompts: parts
      .filter((part) => part.of === "question")
      .slice(0, limits.prompts)
      .map((part) => ({ ...part, prompt: texts.get(part.promptKeys[0]!) ?? null })),
    providers: parts.flatMap((part) =>
      part.of === "assistant" && part.provider ? [{ ...part, provider: part.provider }] : [],
    ),
    sources: await sourcesMoved(place, report, keys.before[0], part),
    part,
  };
}

/** The answers over which the watch is. */
const partOf = ({ tag, provider }: Watch, tags: TagsByPrompt): Part => ({
  ...(tag === null ? {} : { tagged: { tag, promptKeys: promptsTagged(tags, tag) ?? [] } }),
  ...(provider === null ? {} : { provider }),
});

/**
 * Domains that only one of two reports cites in a part of its answers: the newest, and the last before the change, named as
 * `cellsOfReadings` does.
 */
async function sourcesMoved(
  { db, parsing }: Place,
  report: Report,
  key: string | undefined,
  part: Part,
): Promise<Found["sources"]> {
  const [id] = key?.split(" ") ?? [];
  const before = id === undefined ? undefined : await findReport(db, wholeOf(report.organizationId), id);
  if (!before?.scored) return { gained: [], lost: [] };
  const isWhole = !part.tagged && !part.provider;
  const over = async (one: Report) =>
    isWhole ? one.scored! : (await reportOver({ db, parsing }, one, part)).scored!;
  const { sourcesGained, sourcesLost } = comparison(await over(before), await over(report), []);
  const domains = (moves: typeof sourcesGained) => moves.slice(0, limits.sources).map(({ domain }) => domain);
  return { gained: domains(sourcesGained), lost: domains(sourcesLost) };
}

interface Quote {
  promptKey: string;
  prompt: string;
  provider: Provider;
  text: string;
}

/** How one of the newest answers of what moved most begins. */
async function quoteOf(
  db: Db,
  report: Report,
  { watch }: Facts,
  { prompts: [prompt], providers: [assistant], part }: Found,
): Promise<Quote | null> {
  if (!prompt && !assistant) return null;
  const provider = watch.provider ?? (prompt ?? assistant)?.provider;
  const filter = {
    ...filterOf(part),
    ...(prompt ? { promptKey: prompt.promptKeys[0]! } : {}),
    ...(provider ? { provider } : {}),
  };
  for await (const batch of answerBatches(db, report, { ...filter, texts: "beginning" }))
    for (const { text, provider, reading, promptKey, prompt } of batch)
      if (text && reading) return { promptKey, prompt, provider, text: excerpt(text) };
  return null;
}

/** Other people's text within a line of ours. */
const inLine = (text: string): string => isolateDirection(text.replace(/\s+/gu, " "));

/** The same in sentences, each a line of its own. */
const saysBehind = (causes: Found, quote: Quote | null): string[] => [
  causesInWords(causes) ?? "No prompt or assistant stands out.",
  ...sourcesInWords(causes),
  ...(quote ? [`${providerName(quote.provider)} on “${inLine(quote.prompt)}”: “${inLine(quote.text)}”`] : []),
];

/** What a change is made of; null if nothing stands out. */
function causesInWords({ name, prompts, providers, tags }: Found): string | null {
  const causes = [
    ...prompts.flatMap((part) => (part.prompt ? [{ what: `“${inLine(part.prompt)}”`, part }] : [])),
    ...providers.map((part) => ({ what: providerName(part.provider), part })),
    ...tags.map((part) => ({ what: `the tag ${isolateDirection(part.tag)}`, part })),
  ];
  const parts = causes.map(({ what, part: { mentions, answers, mentionsBefore, answersBefore } }, at) =>
    at === 0
      ? `${what} (${isolateDirection(name)} named in ${mentions} of ${answers} answers, before in ${mentionsBefore} of ${answersBefore})`
      : `${what} (${mentions} of ${answers}, before ${mentionsBefore} of ${answersBefore})`,
  );
  return parts.length > 0 ? `Behind it: ${joinWithAnd(parts)}.` : null;
}

const sourcesInWords = ({ sources: { gained, lost } }: Found): string[] => [
  ...(gained.length > 0 ? [`Newly cited: ${joinWithAnd(gained)}.`] : []),
  ...(lost.length > 0 ? [`Not cited any more: ${joinWithAnd(lost)}.`] : []),
];

type Counted = Pick<ChangePart, "answersBefore" | "mentionsBefore" | "answers" | "mentions">;

const countsOf = ({ answersBefore, mentionsBefore, answers, mentions }: Counted) => ({
  ...{ mentions_before: mentionsBefore, answers_before: answersBefore, mentions, answers },
});

const behindView = (
  { of, prompts, providers, tags, sources }: Found,
  quote: Quote | null,
): Static<typeof WatchedChangeView>["behind"] => ({
  of,
  prompts: prompts.map((part) => ({
    ...{ prompt_key: part.promptKeys[0]!, prompt: part.prompt, ...countsOf(part) },
  })),
  quotes: quote
    ? [{ prompt_key: quote.promptKey, prompt: quote.prompt, provider: quote.provider, quote: quote.text }]
    : [],
  providers: providers.map((part) => ({ provider: part.provider, ...countsOf(part) })),
  tags: tags.map((part) => ({ tag: part.tag, ...countsOf(part) })),
  sources_gained: sources.gained,
  sources_lost: sources.lost,
});
