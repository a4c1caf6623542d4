import { sql } from "kysely";
import { promptsTagged, type TagsByPrompt } from "../../../figures/tags/tag.ts";
import type { Asked, Watch } from "../../../figures/watching/watch.ts";
import type { Provider } from "../../../reader/provider.ts";
import { type Db, json } from "../../db/db.ts";
import { isDatedAhead, isSameKind } from "../latest-report.ts";
import type { EndingReport } from "./tellings.ts";

/** Reports of a month that are looked at. */
const mostReports = 200;

/**
 * What of these watches a project asks: as its saved prompts and assistants say, and as the newest report of each kind did within a month
 * before the newest, whatever became of its calls. `ending`: a report that is about to end and will be the newest of its kind.
 */
export async function askedLately(
  db: Db,
  projectId: string,
  {
    watches,
    tags,
    ending,
  }: { watches: readonly Watch[]; tags: TagsByPrompt; ending?: Pick<EndingReport, "id" | "point"> },
): Promise<Asked> {
  const keys = watches.flatMap(({ tag }) => (tag === null ? [] : (promptsTagged(tags, tag) ?? [])));
  const watched = watches.flatMap(({ provider }) => provider ?? []);
  const ofOthers = ending
    ? sql`and not ${isSameKind(sql`${json(ending.point)}::jsonb`, sql`t.point`)}`
    : sql``;
  const { rows } = await sql<{
    keys: string[];
    projectProviders: Provider[] | null;
    providers: Provider[] | null;
    askedProviders: Provider[] | null;
  }>`
    with dated as (
      select t.report_id, t.measured_at, t.point, jsonb_build_array(t.point->'surfaces', (
        select jsonb_agg(p->>'provider' order by p->>'provider') from jsonb_array_elements(t.point->'providers') p)) as kind
      from trend_points t
      where t.project_id = ${projectId} and t.source = 'main' ${ofOthers}
        and t.report_id not in (select r.id from reports r where r.project_id = ${projectId} and ${isDatedAhead(sql`r`)})
      order by t.measured_at desc, t.report_id desc limit ${mostReports}),
    lately as (
      select distinct on (kind) report_id, measured_at, point from dated
      where measured_at > (select max(measured_at) from dated) - interval '31 days'
      order by kind, measured_at desc, report_id desc),
    newest as (
      select t.report_id, t.point from lately t
      where not exists (
        select from lately l where (l.measured_at, l.report_id) > (t.measured_at, t.report_id)
          and ${isSameKind(sql`l.point`, sql`t.point`)}))
    select coalesce((
        select array_agg(k.key) from unnest(${keys}::text[]) k(key)
        where exists (select from prompts p where p.project_id = ${projectId} and p.prompt_key = k.key)
          or exists (
            select from asks a where a.project_id = ${projectId} and a.prompt_key = k.key
              and a.report_id in (select report_id from newest))), '{}') as keys,
      (select to_jsonb(providers) from projects where id = ${projectId}) as "projectProviders",
      (select jsonb_agg(distinct p->>'provider') from newest, jsonb_array_elements(point->'providers') p) as providers,
      (select jsonb_agg(w.provider) from (select distinct unnest(${watched}::text[]) as provider) w
        where exists (
          select from asks a where a.project_id = ${projectId} and a.provider = w.provider
            and (a.report_id = ${ending?.id ?? null}::uuid or a.report_id in (select report_id from newest)))) as "askedProviders"`.execute(
    db,
  );
  const { keys: promptKeys, projectProviders, providers, askedProviders } = rows[0]!;
  // Figures are of those that answered alone, and asks may be gone.
  const answered = [...(providers ?? []), ...(ending?.point.providers ?? []).map(({ provider }) => provider)];
  const measured = [...answered, ...(askedProviders ?? [])];
  const isKnown = projectProviders !== null || measured.length > 0;
  return {
    promptKeys: new Set(promptKeys),
    providers: isKnown ? new Set([...(projectProviders ?? []), ...measured]) : null,
  };
}
