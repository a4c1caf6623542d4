import { listConnectors } from "../accounts/connectors/connectors.ts";
import { listKeys } from "../accounts/keys/keys.ts";
import { ownIssuer, type User } from "../accounts/users.ts";
import type { Reach } from "../api/access/reach.ts";
import { findDraft } from "../content/drafts/drafts.ts";
import { generatedContentView } from "../content/drafts/generated-content-view.ts";
import { listCorrections } from "../corrections/corrections.ts";
import type { Db } from "../db/db.ts";
import { wholeOf } from "../db/reach.ts";
import { bucketView } from "../exports/bucket/bucket-view.ts";
import { findBucket } from "../exports/bucket/buckets.ts";
import { type JoinedOrganization, organizationsOf } from "../organizations/organizations.ts";
import { workspaceView } from "../projects/client-workspaces/workspace-view.ts";
import { listWorkspaces } from "../projects/client-workspaces/workspaces.ts";
import { projectView } from "../projects/project-view.ts";
import { listProjects } from "../projects/projects.ts";
import { tagsOf } from "../projects/prompts/prompt-tags.ts";
import { listPrompts } from "../projects/prompts/prompts.ts";
import { watchesOf } from "../projects/watches/watches.ts";
import { judge } from "../reports/judgement/judgement.ts";
import { reportListing } from "../reports/report-listing.ts";
import { summaryView } from "../reports/report-view.ts";
import { findReport, listReports, type Report } from "../reports/reports.ts";
import { findClientReport } from "../telling/client-reports/client-reports.ts";
import { shownClientReport } from "../telling/client-reports/shown-client-report.ts";
import { webhookView } from "../telling/destinations/webhook-view.ts";
import { listWebhooks } from "../telling/destinations/webhooks.ts";
import { channelDigestView } from "../telling/digests/digest-view.ts";
import { listDigestsOf } from "../telling/digests/digests.ts";
import { type ArchivedRows, archivedTables } from "./archived-tables.ts";
import { storedRows } from "./stored-rows.ts";
import type { ArchivedFile } from "./tar.ts";
import { verbatimAnswers } from "./verbatim-answers.ts";

const perPage = 100;
/** Answers read at once, each at most a quarter of a megabyte: no connection to the store is held while they are sent. */
const answersAtOnce = 10;
/** Characters per file of answers, beyond which a next one begins. */
const partCharacters = 1_000_000;

/**
 * Everything that is kept of an account and of the organizations that are its alone, as files of JSON Lines and Markdown. No secrets: of keys and connectors what
 * their owner sees in lists.
 */
export async function* filesOfAccount(
  db: Db,
  user: User,
  { siteUrl, now }: { siteUrl: string; now: Date },
): AsyncGenerator<ArchivedFile> {
  yield { path: "README.md", text: about(user, now) };
  const { id, email, created_at } = user;
  const organizations = await organizationsOf(db, id);
  yield lines("account.jsonl", [{ id, email, created_at }]);
  yield lines("organizations.jsonl", organizations.map(asSeen));
  yield lines("keys.jsonl", await listKeys(db, { organizationId: null, userId: id }));
  yield lines("connectors.jsonl", await listConnectors(db, { organizationId: null, userId: id }, now));
  const digests = await listDigestsOf(db, id);
  if (digests.length > 0)
    yield lines(
      "digests.jsonl",
      digests.map((digest) => ({ organization_id: digest.organizationId, ...channelDigestView(digest) })),
    );
  if (user.issuer === ownIssuer) yield* stored(db, "account", user.subject);
  for (const [at, { id }] of organizations.filter(({ members }) => members === 1).entries())
    for await (const file of filesOfOrganization(db, id, siteUrl))
      yield at === 0 ? file : { ...file, path: `organizations/${id}/${file.path}` };
}

/** How many members there are is not for who sees some of its client workspaces. */
const asSeen = ({ members, plan: _, ...organization }: JoinedOrganization) =>
  organization.workspaceIds === null ? { ...organization, members } : organization;

/** Everything that is kept of an organization. */
async function* filesOfOrganization(
  db: Db,
  organizationId: string,
  siteUrl: string,
): AsyncGenerator<ArchivedFile> {
  const all = wholeOf(organizationId);
  yield* listed("workspaces", (page) => listWorkspaces(db, all, page), workspaceView);
  for await (const [at, projects] of pagesOf((page) => listProjects(db, all, page))) {
    yield lines(
      `projects-${at}.jsonl`,
      projects.map((project) => projectView(project, [])),
    );
    for (const { id: projectId } of projects) {
      for (const file of await filesOfProject(db, projectId)) yield file;
      yield* clientReport(db, { organizationId, projectId });
      yield* stored(db, "project", projectId);
    }
  }
  // Where they are is a secret.
  const webhooks = (await listWebhooks(db, organizationId)).map((one) => webhookView(one, null));
  if (webhooks.length > 0) yield lines("webhooks.jsonl", webhooks);
  const bucket = await findBucket(db, organizationId);
  if (bucket) yield lines("bucket.jsonl", [bucketView(bucket)]);
  yield* stored(db, "organization", organizationId);
  yield* stored(db, "crawls", organizationId);
  yield* reports(db, all, siteUrl);
}

/** What is archived as it is stored of an account, an organization or a project. */
async function* stored(
  db: Db,
  kind: "account" | "organization" | "project" | "crawls",
  ownerId: string,
): AsyncGenerator<ArchivedFile> {
  for (const [table, rows] of Object.entries(archivedTables)) {
    if (!isStored(rows) || !(kind in rows.owner)) continue;
    const path = kind === "project" ? `${rows.in}${ownerId}-` : rows.in;
    let at = 0;
    for await (const page of storedRows(db, table, rows, ownerId)) {
      at += 1;
      yield lines(`${path}${at}.jsonl`, page);
    }
  }
}

const isStored = (
  table: (typeof archivedTables)[keyof typeof archivedTables],
): table is { in: string } & ArchivedRows => "owner" in table;

/** How its reports go to a client, if they do. */
async function* clientReport(
  db: Db,
  place: { organizationId: string; projectId: string },
): AsyncGenerator<ArchivedFile> {
  if (!(await findClientReport(db, place))) return;
  const { mail: _, ...view } = await shownClientReport(db, place, { mail: false });
  yield lines(`client-reports/${place.projectId}.jsonl`, [view]);
}

const filesOfProject = async (db: Db, id: string): Promise<ArchivedFile[]> => [
  lines(`prompts/${id}.jsonl`, await listPrompts(db, id)),
  lines(
    `tags/${id}.jsonl`,
    [...(await tagsOf(db, id))].map(([promptKey, tags]) => ({ promptKey, tags })),
  ),
  lines(`watches/${id}.jsonl`, (await watchesOf(db, id)).watches),
  lines(`corrections/${id}.jsonl`, await listCorrections(db, id)),
];

async function* reports(db: Db, all: Reach, siteUrl: string): AsyncGenerator<ArchivedFile> {
  let after: string | undefined;
  for (let at = 1; ; at += 1) {
    const page = await listReports(db, all, { limit: perPage, after });
    if (page.length === 0) return;
    yield lines(
      `reports-${at}.jsonl`,
      page.map((report) => reportListing(report, siteUrl)),
    );
    for (const { id } of page) {
      const report = await findReport(db, all, id);
      if (!report) continue;
      if (report.type === "generated_content") yield* draft(db, all, report, siteUrl);
      else {
        const judged = report.status === "processing" ? null : judge(report, { previous: null });
        yield lines(`reports/${id}.jsonl`, [summaryView(report, { siteUrl, previous: null, judged })]);
        yield* answers(db, report);
      }
    }
    after = page.at(-1)!.id;
  }
}

async function* draft(db: Db, all: Reach, { id }: Report, siteUrl: string): AsyncGenerator<ArchivedFile> {
  const storedDraft = await findDraft(db, all, id);
  if (!storedDraft) return;
  const { title, body_markdown, posts, ...rest } = generatedContentView(storedDraft, siteUrl);
  yield lines(`drafts/${id}.jsonl`, [{ title, ...rest }]);
  const body = body_markdown ?? posts?.join("\n\n---\n\n") ?? "";
  if (body !== "")
    yield { path: `drafts/${id}.md`, text: `${title === null ? "" : `# ${title}\n\n`}${body}\n` };
}

async function* answers(db: Db, report: Report): AsyncGenerator<ArchivedFile> {
  let [after, part, text] = [-1, 1, ""];
  for (;;) {
    const rows = await verbatimAnswers(db, report, { after, limit: answersAtOnce });
    text += rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    after = rows.at(-1)?.ordinal ?? after;
    const last = rows.length < answersAtOnce;
    if (text !== "" && (last || text.length > partCharacters)) {
      yield { path: `answers/${report.id}-${part}.jsonl`, text };
      [part, text] = [part + 1, ""];
    }
    if (last) return;
  }
}

interface Listed {
  id: string;
  createdAt: string;
}

async function* pagesOf<T extends Listed>(
  read: (page: { limit: number; after: Listed | null }) => Promise<T[]>,
): AsyncGenerator<[number, T[]]> {
  let after: Listed | null = null;
  for (let at = 1; ; at += 1) {
    const rows: T[] = await read({ limit: perPage, after });
    if (rows.length > 0) yield [at, rows];
    if (rows.length < perPage) return;
    after = rows.at(-1)!;
  }
}

async function* listed<T extends Listed>(
  name: string,
  read: (page: { limit: number; after: Listed | null }) => Promise<T[]>,
  view: (row: T) => unknown,
): AsyncGenerator<ArchivedFile> {
  for await (const [at, rows] of pagesOf(read)) yield lines(`${name}-${at}.jsonl`, rows.map(view));
}

const lines = (path: string, rows: readonly unknown[]): ArchivedFile => ({
  path,
  text: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
});

const about = ({ email, id }: User, now: Date): string => `# Overheard: everything kept of one account

Account ${id}${email === null ? "" : ` (${email})`}, exported ${now.toISOString()}.

Files that end in \`.jsonl\` hold one JSON object a line, those in \`.md\` are Markdown.

- \`account.jsonl\`, \`organizations.jsonl\`, \`keys.jsonl\`, \`connectors.jsonl\`: the account, the organizations it is in, its API keys and connected assistants, without secrets
- \`sign-in-….jsonl\`, \`passkeys-….jsonl\`, \`sessions-….jsonl\`: how you sign in, and where you are signed in, without secrets
- \`workspaces-….jsonl\`, \`projects-….jsonl\`, \`prompts/\`, \`tags/\`, \`watches/\`, \`corrections/\`, \`interventions/\`: what is measured, watched, corrected and done
- \`reports-….jsonl\`: every report; \`reports/\`: their figures; \`answers/\`: the answers as they were given
- \`share-links/\`: public pages, with what they show, without their addresses
- \`topics/\`, \`drafts/\`, \`publications/\`, \`blogs/\`: what was planned, written and published, and where, without passwords
- \`crawls-….jsonl\`, \`crawled-pages-….jsonl\`, \`readiness/\`, \`prompt-tests/\`, \`reddit/\`: what was found on your website, suggested from it and found on Reddit
- \`digests.jsonl\`: what you are mailed on Mondays; \`digests-….jsonl\`: what everybody is; \`client-reports/\`: how reports go to clients, with their addresses
- \`webhooks.jsonl\`, \`deliveries-….jsonl\`: destinations that are told what happened, without their addresses and secrets, and what they were told
- \`bucket.jsonl\`, \`bucket-exports-….jsonl\`: where rows and figures are written every night, without its access key, and what became of it
- \`invitations-….jsonl\`, \`engine-keys-….jsonl\`, \`usage-….jsonl\`, \`spending-….jsonl\`, \`audit-log-….jsonl\`: who was invited, your keys for assistants by their last characters, what was used and spent, and who did what

Secrets are not here, nor is what is computed from what is here.
`;
