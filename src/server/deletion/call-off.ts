import type { Context } from "../api/context.ts";
import { deleteProjectsOfGone } from "./account-deletion.ts";

/**
 * Deletes the projects of organizations that are gone and calls off what runs in them. What fails of it is left to the
 * sweep: the organizations are gone all the same, and so is what opens them.
 */
export async function callOff(
  { db, queue, log, now }: Pick<Context, "db" | "queue" | "log" | "now">,
  organizationIds: readonly string[],
): Promise<void> {
  try {
    for (const report of await deleteProjectsOfGone(db, organizationIds, now())) queue.stopAsking(report);
  } catch (error) {
    log.warn({ err: error }, "projects of a deleted organization are left to the next sweep");
  }
}
