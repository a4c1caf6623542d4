import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { projectPath } from "../address.ts";
import { isMissing } from "../api/problem.ts";
import { projectLabel } from "../api/project-label.ts";
import { projectList, projectOf } from "../api/questions.ts";
import { useKnown } from "../api/resource.ts";
import { filterIn } from "../filter.ts";
import { namedPages, type ProjectPage, pages } from "../pages.ts";
import { frame } from "../words.ts";
import { SessionLinks } from "./session-links.tsx";
import { Missing } from "./states.tsx";
import { useTitle } from "./title.ts";

const lists = (["measured", "acted"] as const).map((list) => namedPages.filter((page) => page.list === list));
const nameOf = (section: ProjectPage | null) => namedPages.find(({ page }) => page === (section ?? ""))?.name;

interface FrameProps {
  projectId: string;
  /** Which of the project's pages this is; null for one that hangs on none. */
  section: ProjectPage | null;
  /** What it is called, where it is none of these. */
  title?: string;
  children: ComponentChildren;
}

/** Around every page of a project: which one, its pages, the way out. */
export function Frame({ projectId, section, title, children }: FrameProps) {
  const { value: project, problem } = useKnown(projectOf(projectId));
  const sectionName = title ?? nameOf(section) ?? "";
  useTitle(project ? `${project.name}: ${sectionName.toLowerCase()}` : sectionName);
  const terms = filterIn(useLocation().query);
  const strip = useRef<HTMLElement>(null);
  // Where the pages are a strip that is wider than the window, the one that is open is in sight.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft + current.offsetWidth - strip.current.clientWidth;
  }, [section, project !== undefined]);
  if (problem && isMissing(problem)) return <Missing />;
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
          {lists.map((listed, at) => (
            <ul key={at}>
              {listed.map(({ page, name }) => (
                <li key={page}>
                  <a
                    href={projectPath(projectId, page, terms)}
                    aria-current={page === section ? "page" : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ))}
          <SessionLinks
            before={{
              href: projectPath(projectId, "settings"),
              name: pages["/projects/:projectId/settings"].name,
              current: section === "settings",
            }}
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
        route(currentTarget.value === "all" ? "/" : projectPath(currentTarget.value))
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
