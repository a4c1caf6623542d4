import { type RawBuilder, type Selectable, sql } from "kysely";
import { dayMs } from "../../../figures/days/calendar.ts";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { NewestFirst } from "../../db/newest-first.ts";
import { inReach } from "../../db/reach.ts";
import type { Schema } from "../../db/schema.ts";
import { canonicalUuid, newId } from "../../kernel/id.ts";
import { enoughFor } from "../../kernel/role.ts";
import { periodIn } from "./period.ts";

/** How a project's reports go to a client by themselves. */
export interface ClientReport {
  projectId: string;
  organizationId: string;
  /** Who set it up. */
  userId: string;
  every: "week" | "month";
  approval: boolean;
  active: boolean;
  /** Shown beside the organization's name. */
  logoUrl: string | null;
}

/** An address of a client. */
export interface Recipient {
  id: string;
  address: string;
  /** Why nothing is sent there any more. */
  offBecause: "unsubscribed" | "bounced" | null;
}

/** A client's report of one period; times in RFC 3339. */
export interface ClientIssue {
  id: string;
  organizationId: string;
  projectId: string;
  reportId: string;
  period: string;
  /** `unaddressed`: when it was due, it had no address that took letters. */
  state: "waiting" | "sent" | "discarded" | "unaddressed";
  recipients: number;
  decidedAt: string | null;
  createdAt: string;
}

interface Place {
  organizationId: string;
  projectId: string;
}

/** Begins now what begins later than anybody can have set up: a clock that was ahead has done it. */
export async function hurryFarClientReports(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("client_reports")
    .set({ since: now })
    .where("since", ">", new Date(now.getTime() + dayMs))
    .execute();
}

export async function findClientReport(
  db: Db,
  { organizationId, projectId }: Place,
): Promise<ClientReport | undefined> {
  const row = await db
    .selectFrom("client_reports")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row && clientReportOf(row);
}

/** Stores how reports are sent, in place of what was. One that is turned on sends of runs that begin later. */
export async function putClientReport(db: Db, report: ClientReport, now: Date): Promise<void> {
  const { projectId, organizationId, userId, every, approval, active, logoUrl } = report;
  const settings = { user_id: userId, every, approval, active, logo_url: logoUrl };
  await db
    .insertInto("client_reports")
    .values({
      ...settings,
      project_id: projectId,
      organization_id: organizationId,
      since: now,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column("project_id").doUpdateSet({
        ...settings,
        since: sql<Date>`case when client_reports.active then client_reports.since else excluded.since end`,
      }),
    )
    .execute();
}

/** Of an address; "ann+news@" is Ann's, too. */
const inbox = (address: RawBuilder<unknown>) => sql`regexp_replace(${address}, '^(.+?)[+][^@]*@', '\\1@')`;

/**
 * The addresses of a project, in the order of the alphabet. One whose inbox has unsubscribed from any project of the organization says so in
 * all of them.
 */
export async function listRecipients(db: Db, { organizationId, projectId }: Place): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select r.id, r.address, ${offBecause} as "offBecause"
    from client_recipients r
    where r.organization_id = ${organizationId} and r.project_id = ${projectId} and r.removed_at is null
    order by r.address`.execute(db);
  return rows;
}

/** Of the address `r`: its inbox may have unsubscribed by another. */
const offBecause = sql`coalesce(r.off_because, (
  select 'unsubscribed' from client_recipients o
  where o.organization_id = r.organization_id and o.off_because = 'unsubscribed'
    and ${inbox(sql`o.address`)} = ${inbox(sql`r.address`)}
  limit 1))`;

/** A project whose reports go to a client, or did; `id` is the project's. Times in RFC 3339. */
export interface ListedClientReport extends Pick<ClientReport, "userId" | "every" | "approval" | "active"> {
  id: string;
  name: string;
  /** Of who set it up; null if they are gone. */
  email: string | null;
  recipients: Recipient[];
  createdAt: string;
}

/** Those of the projects that somebody sees, the newest first. */
export async function listClientReports(
  db: Db,
  reach: Reach,
  { limit, after }: NewestFirst,
): Promise<ListedClientReport[]> {
  const { rows } = await sql<Omit<ListedClientReport, "createdAt"> & { createdAt: Date }>`
    select c.project_id as id, p.name, c.user_id as "userId", u.email, c.every, c.approval, c.active,
      c.created_at as "createdAt", coalesce((
        select json_agg(json_build_object('id', r.id, 'address', r.address, 'offBecause', ${offBecause}) order by r.address)
        from client_recipients r
        where r.organization_id = c.organization_id and r.project_id = c.project_id and r.removed_at is null
      ), '[]') as recipients
    from client_reports c
    join projects p on p.id = c.project_id
    left join users u on u.id = c.user_id and u.deleted_at is null
    where c.organization_id = ${reach.organizationId}
      and ${inReach(reach, { owner: sql.ref("c.organization_id"), projectId: sql.ref("c.project_id") })}
      ${after ? sql`and (c.created_at, c.project_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by c.created_at desc, c.project_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}

/** One that was refused is tried once more if somebody takes it out and adds it again; who unsubscribed is not. */
const whenAddedAgain = sql<Recipient["offBecause"]>`case
  when client_recipients.removed_at is not null and client_recipients.off_because = 'bounced' then null
  else client_recipients.off_because end`;

/** For how long an address can be unsubscribed by a letter that went there before it was taken out. */
const removedMs = 365 * 86_400_000;

/**
 * Replaces the addresses of a project. One that is taken out is remembered: its letters still unsubscribe it, and who has unsubscribed is
 * not written to, whenever it is added again.
 */
export async function putRecipients(
  db: Db,
  { organizationId, projectId }: Place,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  const addressList = sql`(select address from json_to_recordset(${json(addresses.map((address) => ({ address })))}) as g(address text))`;
  const others = sql`organization_id = ${organizationId} and project_id = ${projectId} and address not in ${addressList}`;
  const before = new Date(now.getTime() - removedMs);
  await sql`delete from client_recipients where ${others} and off_because is null and removed_at < ${before}`.execute(
    db,
  );
  await sql`
    delete from client_recipients where organization_id = ${organizationId} and project_id is null
      and off_because is null and created_at < ${before}`.execute(db);
  await sql`update client_recipients set removed_at = ${now} where ${others} and removed_at is null`.execute(
    db,
  );
  for (const address of addresses)
    await db
      .insertInto("client_recipients")
      .values({
        id: newId(),
        organization_id: organizationId,
        project_id: projectId,
        address,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "address"])
          .doUpdateSet({ removed_at: null, off_because: whenAddedAgain }),
      )
      .execute();
}

interface EndedRecipient extends Place {
  address: string;
  project: string;
}

/** Nothing is sent to an address any more. Undefined if it bounced before, or its project is gone. */
export async function endRecipient(
  db: Db,
  id: string,
  because: "unsubscribed" | "bounced",
): Promise<EndedRecipient | undefined> {
  const recipient = await db
    .updateTable("client_recipients as r")
    .set({ off_because: because })
    .where("r.id", "=", id)
    .where((eb) => eb.or([eb("r.off_because", "is", null), eb.val(because === "unsubscribed")]))
    .returning([
      "r.organization_id as organizationId",
      "r.project_id as projectId",
      "r.address",
      sql<string | null>`(select p.name from projects p where p.id = r.project_id)`.as("project"),
    ])
    .executeTakeFirst();
  const { projectId, project } = recipient ?? {};
  return recipient && projectId && project ? { ...recipient, projectId, project } : undefined;
}

/** Whether an address, by its id, is still a client's of a project that is there, and its inbox has not unsubscribed. */
export async function takesClientLetters(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`
    select r.off_because is null and r.removed_at is null and p.deleted_at is null and not exists (
      select from client_recipients o
      where o.organization_id = r.organization_id and o.off_because = 'unsubscribed'
        and ${inbox(sql`o.address`)} = ${inbox(sql`r.address`)}) as takes
    from client_recipients r join projects p on p.id = r.project_id where r.id = ${id}`.execute(db);
  return rows[0]?.takes ?? false;
}

/**
 * Whether what was sent of an issue may still go: its page has not been revoked, and whoever has it sent may send it. That is who approved
 * it; of one that went by itself, who set such reports up, while they are on.
 */
export async function mayStillGo(
  db: Db,
  { issueId, pageId }: { issueId: string; pageId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from client_issues i
    join projects p on p.id = i.project_id
    join client_reports c on c.project_id = i.project_id
    join members m on m.organization_id = i.organization_id and m.user_id = coalesce(i.decided_by, c.user_id)
    join users u on u.id = m.user_id
    where i.id = ${issueId} and (c.active or i.decided_by is not null) and ${unfitBecause} is null
      and exists (select from share_links s where s.id = ${pageId})`.execute(db);
  return rows.length > 0;
}

/** What an address gets, by its id, with whose; undefined if there is none. */
export async function findRecipient(
  db: Db,
  id: string,
): Promise<{ organization: string; active: boolean } | undefined> {
  const row = await db
    .selectFrom("client_recipients")
    .innerJoin("organizations", "organizations.id", "client_recipients.organization_id")
    .select(["organizations.name as organization", "off_because"])
    .where("client_recipients.id", "=", id)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
  return row && { organization: row.organization, active: row.off_because === null };
}

const issuesShown = 20;

/** What was sent, waits or was discarded, the newest first. */
export async function listIssues(db: Db, { organizationId, projectId }: Place): Promise<ClientIssue[]> {
  const rows = await db
    .selectFrom("client_issues")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(issuesShown)
    .execute();
  return rows.map(issueOf);
}

/** Undefined if there is none. `lock`: until the transaction ends. */
export async function findIssue(
  db: Db,
  { organizationId, projectId }: Place,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ClientIssue | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .selectFrom("client_issues")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .where("id", "=", uuid)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && issueOf(row);
}

/** Decides about one that waits. */
export async function decideIssue(
  db: Db,
  { organizationId, id }: Pick<ClientIssue, "organizationId" | "id">,
  {
    state,
    recipients,
    userId,
    now,
  }: { state: "sent" | "discarded"; recipients: number; userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("client_issues")
    .set({ state, recipients, decided_by: userId, decided_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** A scheduled run that has ended, and of whose period a client has had nothing yet. */
export interface DueIssue extends Pick<ClientIssue, "organizationId" | "projectId" | "reportId" | "period"> {
  approval: boolean;
  /** Whose it is. */
  userId: string;
  /** Why nothing may be sent for that member any more. */
  unfit: UnfitReason | null;
}

type UnfitReason = "member_gone" | "member_disabled" | "member_limited";

/** Those who may set up reports to clients. */
const sendersRoles = enoughFor("editor");

/** Why nothing may be sent of the project `p` for the member `m` any more, whose user is `u`. */
const unfitBecause = sql<UnfitReason | null>`case when m.id is null then 'member_gone'
  when u.disabled_at is not null then 'member_disabled'
  when m.role <> all(${sendersRoles}::text[]) or (m.workspace_ids is not null
    and not coalesce(p.workspace_id = any(m.workspace_ids), false)) then 'member_limited' end`;

/** For how long a run counts as this period's. */
const newsMs = 8 * 86_400_000;

/** Where to go on looking for what is due. */
export interface DuePage {
  due: readonly DueIssue[];
  /** The last project that was looked at; null if there are no more. */
  after: string | null;
}

/**
 * Those that are due among the next `most` projects after one: no run twice, whichever periods it is of. Made-up answers go to nobody. The period
 * is not the store's to say, since it does not know every time zone that a project may have.
 */
export async function dueIssues(
  db: Db,
  now: Date,
  { after, most }: { after: string | null; most: number },
): Promise<DuePage> {
  const { rows } = await sql<Omit<DueIssue, "period"> & Ended>`
    select c.organization_id as "organizationId", c.project_id as "projectId", c.approval, c.every, p.timezone,
      r.id as "reportId", r.created_at as "createdAt", c.user_id as "userId",
      ${unfitBecause} as unfit
    from client_reports c
    join projects p on p.id = c.project_id and p.user_id = c.organization_id and p.deleted_at is null
    left join members m on m.organization_id = c.organization_id and m.user_id = c.user_id
    left join users u on u.id = m.user_id
    cross join lateral (
      select r.id, r.created_at from reports r
      where r.user_id = c.organization_id and r.project_id = c.project_id and r.source = 'main' and r.scheduled
        and not r.sandbox and r.status in ('completed', 'partial') and r.created_at >= c.since
        and r.completed_at > ${new Date(now.getTime() - newsMs)}::timestamptz
      order by r.measured_at desc, r.id desc limit 1) r
    where c.active ${after === null ? sql`` : sql`and c.project_id > ${after}::uuid`} and not exists (
      select from client_issues i
      where i.organization_id = c.organization_id and i.project_id = c.project_id and i.report_id = r.id)
    order by c.project_id limit ${most}`.execute(db);
  const issues = rows.map(({ every, timezone, createdAt, ...row }) => ({
    ...row,
    period: periodIn(createdAt, every, timezone),
  }));
  const last = rows.length < most ? null : rows.at(-1)!.projectId;
  return { due: issues.length === 0 ? [] : await withoutIssue(db, issues), after: last };
}

interface Ended {
  every: ClientReport["every"];
  timezone: string;
  createdAt: Date;
}

/** Those of whose period nothing has been sent yet, nor waits. */
async function withoutIssue(db: Db, issues: readonly DueIssue[]): Promise<DueIssue[]> {
  const keys = issues.map(({ organizationId, projectId, period }) => ({
    ...{ organization: organizationId, project: projectId, period },
  }));
  const { rows } = await sql<{ project: string }>`
    select d.project from json_to_recordset(${json(keys)}) as d(organization uuid, project uuid, period text)
    join client_issues i on i.organization_id = d.organization and i.project_id = d.project and i.period = d.period`.execute(
    db,
  );
  const had = new Set(rows.map(({ project }) => project));
  return issues.filter(({ projectId }) => !had.has(projectId));
}

/** Turns off what somebody set up, unless somebody else has taken their place; false if it is off already. */
export async function endClientReport(
  db: Db,
  { organizationId, projectId, userId }: Pick<DueIssue, "organizationId" | "projectId" | "userId">,
): Promise<boolean> {
  const row = await db
    .updateTable("client_reports")
    .set({ active: false })
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .where("active", "=", true)
    .returning("project_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an issue; false if another process has stored one of the same period. */
export async function insertIssue(
  db: Db,
  {
    id,
    organizationId,
    projectId,
    reportId,
    period,
  }: Omit<DueIssue, "approval" | "userId" | "unfit"> & { id: string },
  { state, recipients, now }: { state: "waiting" | "sent" | "unaddressed"; recipients: number; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("client_issues")
    .values({
      ...{ id, organization_id: organizationId, project_id: projectId, report_id: reportId, period },
      ...{ state, recipients, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(["project_id", "period"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const clientReportOf = (row: Selectable<Schema["client_reports"]>): ClientReport => ({
  ...{ projectId: row.project_id, organizationId: row.organization_id, userId: row.user_id },
  ...{ every: row.every, approval: row.approval, active: row.active, logoUrl: row.logo_url },
});

const issueOf = (row: Selectable<Schema["client_issues"]>): ClientIssue => ({
  ...{ id: row.id, organizationId: row.organization_id, projectId: row.project_id, reportId: row.report_id },
  ...{ period: row.period, state: row.state, recipients: row.recipients },
  ...{ decidedAt: rfc3339OrNull(row.decided_at), createdAt: rfc3339(row.created_at) },
});
