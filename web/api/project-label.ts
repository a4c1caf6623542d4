import { inTime } from "../figures/time.ts";
import type { Project } from "./questions.ts";

type Named = Pick<Project, "id" | "name" | "domain" | "created_at">;

/** A project's name in a list: of those with one name, with the domain or day that tells it from the others. */
export function projectLabel(project: Named, all: readonly Named[], locale?: string): string {
  const alike = all.filter(({ id, name }) => name === project.name && id !== project.id);
  if (alike.length === 0) return project.name;
  const tells = [
    (each: Named) => each.domain,
    (each: Named) => inTime(each.created_at, "day", locale),
    (each: Named) => inTime(each.created_at, "moment", locale),
  ];
  const told = tells.find((tell) => tell(project) && alike.every((each) => tell(each) !== tell(project)));
  return `${project.name} · ${(told ?? tells.at(-1)!)(project)}`;
}
