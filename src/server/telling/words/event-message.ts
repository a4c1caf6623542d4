import { dayIn } from "../../../figures/days/day.ts";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import { findDraft } from "../../content/drafts/drafts.ts";
import { generatedContentView } from "../../content/drafts/generated-content-view.ts";
import type { Db } from "../../db/db.ts";
import { shared } from "../../db/memory/memory.ts";
import { wholeOf } from "../../db/reach.ts";
import { digestEvent } from "../../events/event.ts";
import type { EventMessage, MakeMessage, StoredEvent } from "../../events/stored-event.ts";
import type { Parsing } from "../../outbound/parsing.ts";
import { findProject } from "../../projects/projects.ts";
import { judgementOf } from "../../reports/judgement/stored-judgement.ts";
import { summaryView } from "../../reports/report-view.ts";
import { findComparedReport } from "../../reports/reports.ts";
import { findCrawlRecord } from "../../website/crawls/crawl-records.ts";
import { crawlView } from "../../website/crawls/crawl-view.ts";
import { makeDigestFrom } from "../digests/make-digest.ts";
import { changeMessage, madeUp } from "./change-message.ts";
import { engineMessage } from "./engine-message.ts";
import { idleWatchMessage } from "./idle-watch-message.ts";
import { mendingLink } from "./mending-link.ts";
import { spendingMessage } from "./spending-message.ts";

/** Where destinations are changed. */
export const settingsUrlOf = (siteUrl: string): string => `${siteUrl}/organization?part=destinations`;

interface Place {
  db: Db;
  parsing: Parsing;
  siteUrl: string;
}

type Named = StoredEvent & { project: string; quotes: boolean };

/** Puts events into words: for programs what the object's own route returns, for people what it means. */
export const messageFrom =
  (place: Place): MakeMessage =>
  (event, { quotes }) => {
    const { organizationId, type, projectId, objectId, facts } = event;
    const key = JSON.stringify(["told", organizationId, type, projectId, objectId, facts, quotes]);
    // An event is told to several destinations at once.
    return shared(place.db, key, () => tell(place, event, quotes));
  };

async function tell(place: Place, event: StoredEvent, quotes: boolean): Promise<EventMessage | null> {
  const { organizationId, projectId } = event;
  const project =
    projectId === null
      ? null
      : await shared(place.db, `told project ${organizationId} ${projectId}`, () =>
          findProject(place.db, wholeOf(organizationId), projectId),
        );
  if (project === undefined) return null;
  if (event.type === digestEvent) return toldWeek(place, event);
  const toldEvent = { ...event, project: isolateDirection(project?.name ?? ""), quotes };
  if (event.type.startsWith("report.") || event.type === "import.completed") return report(place, toldEvent);
  if (event.type.startsWith("change."))
    return project ? changeMessage(place, event, { project, quotes }) : null;
  if (event.type === "watch.idle") return project ? idleWatchMessage(place, event, project) : null;
  if (event.type.startsWith("draft.")) return draft(place, toldEvent);
  if (event.type === "crawl.completed") return crawl(place, toldEvent);
  if (event.type.startsWith("spend.")) return spendingMessage(place.siteUrl, toldEvent);
  if (event.type.startsWith("engine.")) return engineMessage(place.siteUrl, toldEvent);
  return event.type === "schedule.missed" ? missed(place, toldEvent, project?.timezone ?? "UTC") : null;
}

/** A channel's week, as things are now; null if there is no project to tell of. */
async function toldWeek(
  place: Place,
  { organizationId, projectId, facts }: StoredEvent,
): Promise<EventMessage | null> {
  const { from, to, timezone } = facts as { from: string; to: string; timezone: string };
  const terms = { timezone, from: new Date(from), to: new Date(to), projectId };
  const channelDigest = await makeDigestFrom(place)({ ...terms, reach: wholeOf(organizationId) });
  return channelDigest && channelDigest.projects > 0 ? channelDigest.channelMessage : null;
}

const what: Partial<Record<StoredEvent["type"], string>> = {
  "report.completed": "report completed",
  "report.partial": "report completed in part",
  "report.failed": "run failed",
  "report.canceled": "run canceled",
  "import.completed": "import completed",
  "draft.completed": "draft written",
  "draft.failed": "draft failed",
};

async function report({ db, siteUrl }: Place, { organizationId, objectId, type, project }: Named) {
  const reportPair = await findComparedReport(db, wholeOf(organizationId), objectId);
  if (!reportPair) return null;
  const { report, previous } = reportPair;
  const data = summaryView(report, { siteUrl, previous, judged: await judgementOf(db, reportPair) });
  const { failure, status, headline, report_url: url, progress } = data;
  const sentences = [
    type === "report.failed" && failure ? failure.message : headline,
    status === "partial" && type === "report.partial"
      ? `${progress.jobs_failed} of ${progress.jobs_total} calls failed.`
      : "",
    report.sandbox ? madeUp : "",
  ];
  const link = { label: "Open the report", url: url ?? siteUrl };
  return {
    data,
    title: `${project}: ${what[type]}`,
    says: sentences.filter((one) => one !== "").join(" "),
    link:
      type === "report.failed"
        ? mendingLink(failure?.code, { siteUrl, projectId: report.projectId, link })
        : link,
  } satisfies EventMessage;
}

async function draft({ db, siteUrl }: Place, { organizationId, objectId, type, project, quotes }: Named) {
  const generatedDraft = await findDraft(db, wholeOf(organizationId), objectId);
  if (!generatedDraft) return null;
  const view = generatedContentView(generatedDraft, siteUrl);
  const { failure, title, topic, report_url: url } = view;
  const data = quotes
    ? view
    : {
        ...view,
        title: null,
        body_markdown: null,
        posts: null,
        meta_description: null,
        context_message: null,
      };
  const link = { label: "Open the draft", url: url ?? siteUrl };
  return {
    data,
    title: `${project}: ${what[type]}`,
    says:
      type === "draft.failed" ? (failure?.message ?? "") : isolateDirection((quotes ? title : null) ?? topic),
    link:
      type === "draft.failed"
        ? mendingLink(failure?.code, { siteUrl, projectId: generatedDraft.report.projectId, link })
        : link,
  } satisfies EventMessage;
}

async function crawl({ db, siteUrl }: Place, { organizationId, objectId, projectId, quotes }: Named) {
  const record = await findCrawlRecord(db, wholeOf(organizationId), objectId);
  if (!record) return null;
  // Pages are a list of their own, which its route pages.
  const view = crawlView(record);
  const data = quotes ? view : { ...view, title: null, site_name: null, summary: null, topics: [] };
  const pages = record.pages === 1 ? "1 page was read." : `${record.pages} pages were read.`;
  return {
    data,
    title: `Website read: ${URL.parse(record.url)?.host ?? ""}`,
    says: pages,
    link: projectId === null ? null : { label: "Open the project", url: `${siteUrl}/projects/${projectId}` },
  } satisfies EventMessage;
}

async function missed({ siteUrl }: Place, { objectId, projectId, facts, project }: Named, timezone: string) {
  const { due_at = null, started_at = null, report_id = null, message = null } = facts ?? {};
  // Events that were stored before there was this code say beside it whose limit it was.
  const code = facts?.bound === "project" ? "PROJECT_SPEND_BOUND" : (facts?.code ?? null);
  const inMinutes = (time: unknown): string => dayIn(String(time), timezone, "minute");
  const says =
    typeof message === "string"
      ? message
      : `It was due on ${inMinutes(due_at)} and has started on ${inMinutes(started_at)} (${timezone}).`;
  const open =
    typeof report_id === "string"
      ? { label: "Open the report", url: `${siteUrl}/reports/${report_id}` }
      : { label: "Open the project", url: `${siteUrl}/projects/${objectId}` };
  return {
    data: { id: objectId, project_id: projectId, due_at, started_at, report_id, code, message: says },
    title: `${project}: scheduled run ${started_at === null ? "not started" : "started late"}`,
    says,
    link: mendingLink(code, { siteUrl, projectId: objectId, link: open }),
  } satisfies EventMessage;
}
