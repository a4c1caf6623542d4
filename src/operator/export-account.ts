import { generatedContentView } from "../actions/content/views/generated-content-view.ts";
import { projectView } from "../actions/projects/views/project-view.ts";
import { workspaceView } from "../actions/projects/views/workspace-view.ts";
import { reportListing } from "../actions/reports/views/report-listing.ts";
import { summaryView } from "../actions/reports/views/report-view.ts";
import { listConnectors } from "../store/accounts/connectors.ts";
import { listKeys } from "../store/accounts/keys.ts";
import type { User } from "../store/accounts/users.ts";
import { findDraft } from "../store/content/drafts.ts";
import type { Db } from "../store/db/db.ts";
import { listProjects } from "../store/projects/projects.ts";
import { listPrompts } from "../store/projects/prompts.ts";
import { listWorkspaces } from "../store/projects/workspaces.ts";
import { findReport, listReports, type Report } from "../store/reports/reports.ts";
import { verbatimAnswers } from "../store/reports/verbatim-answers.ts";
import type { ArchivedFile } from "./archive.ts";

const perPage = 100;
/** Of one file of answers; each answer is at most a quarter of a megabyte. */
const partCharacters = 8_000_000;

/**
 * Everything that is kept of an account, as files of JSON Lines and Markdown. No secrets: of keys and connectors what
 * their owner sees in lists.
 */
export async function* filesOfAccount(
  db: Db,
  user: User,
  { siteUrl, now }: { siteUrl: string; now: Date },
): AsyncGenerator<ArchivedFile> {
  yield { path: "README.md", text: about(user, now) };
  const { id, email, plan, created_at } = user;
  yield lines("account.jsonl", [{ id, email, plan, created_at }]);
  yield lines("keys.jsonl", await listKeys(db, id));
  yield lines("connectors.jsonl", await listConnectors(db, id, now));
  yield* listed("workspaces", (page) => listWorkspaces(db, id, page), workspaceView);
  for await (const [at, projects] of pagesOf((page) => listProjects(db, id, page))) {
    yield lines(
      `projects-${at}.jsonl`,
      projects.map((project) => projectView(project, [])),
    );
    for (const project of projects)
      yield lines(`prompts/${project.id}.jsonl`, await listPrompts(db, project.id));
  }
  yield* reports(db, user, siteUrl);
}

async function* reports(db: Db, { id: userId }: User, siteUrl: string): AsyncGenerator<ArchivedFile> {
  let after: string | undefined;
  for (let at = 1; ; at += 1) {
    const page = await listReports(db, userId, { limit: perPage, after });
    if (page.length === 0) return;
    yield lines(
      `reports-${at}.jsonl`,
      page.map((report) => reportListing(report, siteUrl)),
    );
    for (const { id } of page) {
      const report = await findReport(db, userId, id);
      if (!report) continue;
      if (report.type === "generated_content") yield* draft(db, userId, report, siteUrl);
      else {
        yield lines(`reports/${id}.jsonl`, [summaryView(report, { siteUrl, previous: null })]);
        yield* answers(db, report);
      }
    }
    after = page.at(-1)!.id;
  }
}

async function* draft(db: Db, userId: string, { id }: Report, siteUrl: string): AsyncGenerator<ArchivedFile> {
  const found = await findDraft(db, userId, id);
  if (!found) return;
  const { title, body_markdown, posts, ...rest } = generatedContentView(found, siteUrl);
  yield lines(`drafts/${id}.jsonl`, [{ title, ...rest }]);
  const body = body_markdown ?? posts?.join("\n\n---\n\n") ?? "";
  if (body !== "")
    yield { path: `drafts/${id}.md`, text: `${title === null ? "" : `# ${title}\n\n`}${body}\n` };
}

async function* answers(db: Db, report: Report): AsyncGenerator<ArchivedFile> {
  let [after, part, text] = [-1, 1, ""];
  for (;;) {
    const rows = await verbatimAnswers(db, report, { after, limit: perPage });
    text += rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    after = rows.at(-1)?.ordinal ?? after;
    const last = rows.length < perPage;
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

- \`account.jsonl\`, \`keys.jsonl\`, \`connectors.jsonl\`: the account, its API keys and connected assistants, without secrets
- \`workspaces-….jsonl\`, \`projects-….jsonl\`, \`prompts/\`: what is measured
- \`reports-….jsonl\`: every report; \`reports/\`: their figures; \`answers/\`: the answers as they were given
- \`drafts/\`: what was written
`;
