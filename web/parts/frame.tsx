import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { partQuery } from "../address.ts";
import { projectLabel } from "../api/project-label.ts";
import { projectList, projectOf } from "../api/questions.ts";
import { useKnown } from "../api/resource.ts";
import { frame } from "../words.ts";
import { SessionLinks } from "./session-links.tsx";
import { Missing } from "./states.tsx";
import { useTitle } from "./title.ts";

const measured = ["", "answers", "prompts", "rivals", "sources", "trends"] as const;
const acted = ["content", "readiness", "reddit", "brief"] as const;

export type Section = (typeof measured)[number] | (typeof acted)[number] | "settings";

interface FrameProps {
  projectId: string;
  /** Which of the project's pages this is; null for one that hangs on none. */
  section: Section | null;
  /** What it is called, where it is none of these. */
  named?: string;
  children: ComponentChildren;
}

/** Around every page of a project: which one, its pages, the way out. */
export function Frame({ projectId, section, named: ownName, children }: FrameProps) {
  const { value: project, problem } = useKnown(projectOf(projectId));
  const sectionName = ownName ?? (section === null || section === "" ? frame.overview : frame[section]);
  useTitle(project ? `${project.name}: ${sectionName.toLowerCase()}` : sectionName);
  const home = `/projects/${projectId}`;
  const end = partQuery(useLocation().query);
  const strip = useRef<HTMLElement>(null);
  // Where the pages are a strip that is wider than the window, the one that is open is in sight.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft + current.offsetWidth - strip.current.clientWidth;
  }, [section, project !== undefined]);
  if (problem && (problem.status === 404 || problem.status === 400)) return <Missing />;
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {frame.skip}
      </a>
      <header class="rail">
        <a class="word" href="/">
          {frame.product}
        </a>
        <ProjectChoice projectId={projectId} name={project?.name ?? ""} />
        <button class="menu" type="button" popovertarget="nav">
          {frame.menu}
        </button>
        <nav id="nav" ref={strip} popover="auto" aria-label={frame.project}>
          {[measured, acted].map((sections) => (
            <ul key={sections[0]}>
              {sections.map((each) => (
                <li key={each}>
                  <a
                    href={(each ? `${home}/${each}` : home) + end}
                    aria-current={each === section ? "page" : undefined}
                  >
                    {each ? frame[each] : frame.overview}
                  </a>
                </li>
              ))}
            </ul>
          ))}
          <SessionLinks
            before={{ href: `${home}/settings`, name: frame.settings, current: section === "settings" }}
          />
        </nav>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}

function ProjectChoice({ projectId, name }: { projectId: string; name: string }) {
  const { value: projects } = useKnown(projectList());
  const { route } = useLocation();
  const all = projects ?? [];
  const own = all.find(({ id }) => id === projectId);
  const others = all.filter(({ id }) => id !== projectId);
  return (
    <select
      class="proj"
      aria-label={frame.project}
      value={projectId}
      onChange={({ currentTarget }) =>
        route(currentTarget.value === "all" ? "/" : `/projects/${currentTarget.value}`)
      }
    >
      <option value={projectId}>{own ? projectLabel(own, all) : name}</option>
      {others.map((other) => (
        <option key={other.id} value={other.id}>
          {projectLabel(other, all)}
        </option>
      ))}
      <option value="all">{frame.allProjects}</option>
    </select>
  );
}
