import type { Project } from "../../../domain/project/project.ts";
import type { Db } from "../../../store/db/db.ts";
import { type ListedCorrection, listCorrections } from "../../../store/reports/corrections.ts";
import { hasAlias } from "./project-aliases.ts";

/** A project's corrections that hold, the newest first: another name that was taken away elsewhere says nothing. */
export async function keptCorrections(db: Db, project: Project): Promise<ListedCorrection[]> {
  const kept = await listCorrections(db, project.id);
  return kept.filter(
    ({ kind, brand, text }) => kind !== "alias" || hasAlias(project, { alias: text, brand }),
  );
}
