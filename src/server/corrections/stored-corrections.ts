import type { Db } from "../db/db.ts";
import type { Project } from "../projects/project.ts";
import { type ListedCorrection, listCorrections } from "./corrections.ts";
import { hasAlias } from "./project-aliases.ts";

/** A project's corrections that hold, the newest first: another name that was taken away elsewhere says nothing. */
export async function storedCorrections(db: Db, project: Project): Promise<ListedCorrection[]> {
  const corrections = await listCorrections(db, project.id);
  return corrections.filter(
    ({ kind, brand, text }) => kind !== "alias" || hasAlias(project, { alias: text, brand }),
  );
}
