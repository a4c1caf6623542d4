import { sql } from "kysely";
import type { Provider } from "../../reader/provider.ts";
import type { Db } from "../db/db.ts";
import type { AssistantHealth } from "./assistant-health.ts";
import { healthAfter } from "./assistant-health.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Tells of assistants that stopped answering an organization, or answer it again, in the transaction in which a report ends:
 * once each way.
 */
export async function tellEngines(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  engines: readonly AssistantHealth[],
  now: Date,
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  for (const health of engines.toSorted((one, other) => (one.provider < other.provider ? -1 : 1))) {
    const about = aboutOf(health.provider);
    const row = await db
      .selectFrom("event_marks")
      .where("organization_id", "=", organizationId)
      .where("about", "=", about)
      .select("state")
      .forUpdate()
      .executeTakeFirst();
    const { state, tells } = healthAfter(row?.state ?? null, health);
    if (state !== (row?.state ?? null))
      await sql`
        insert into event_marks (organization_id, about, state, at)
        values (${organizationId}, ${about}, ${state ?? "well"}, ${now})
        on conflict (organization_id, about) do update set state = excluded.state, at = excluded.at`.execute(
        db,
      );
    if (tells)
      await recordEvent(
        db,
        {
          ...{ organizationId, projectId: null, objectId: health.provider, type: `engine.${tells}` },
          facts: { ...health, reportId: id },
        },
        now,
      );
  }
}

const aboutOf = (provider: Provider): string => `engine ${provider}`;
