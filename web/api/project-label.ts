import { inTime } from "../figures/time.ts";
import type { Project } from "./questions.ts";

type Named = Pick<Project, "id" | "name" | "domain" | "created_at">;

/** A project's name in a list: of those with one name, with what tells it from the others. */
export const projectLabel = ({ id, name, domain, created_at }: Named, all: readonly Named[]): string =>
  all.some((other) => other.name === name && other.id !== id)
    ? `${name}: ${[domain, inTime(created_at, "moment")].filter(Boolean).join(", ")}`
    : name;
