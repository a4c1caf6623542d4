import { useRoute } from "preact-iso";
import { type Project, projectOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { Frame } from "../../parts/frame.tsx";
import { useMay } from "../../parts/may.ts";
import { Await, Bones } from "../../parts/states.tsx";
import { form } from "../../words/form.ts";
import { settings as words } from "../../words/settings.ts";
import { AskingSection } from "./asking-section.tsx";
import { BlogSection } from "./blog-section.tsx";
import { BrandSection } from "./brand-section.tsx";
import { ClientReportSection } from "./client-report-section.tsx";
import { Deletion } from "./deletion.tsx";
import { RivalsSection } from "./rivals-section.tsx";
import { ScheduleSection } from "./schedule-section.tsx";
import "./settings.css";
import { SharingSection } from "./sharing-section.tsx";
import { SpendingSection } from "./spending-section.tsx";
import { WatchesSection } from "./watches-section.tsx";
import { WorkspaceSection } from "./workspace-section.tsx";

/** What each part of the page is given. */
export interface SectionProps {
  project: Project;
  /** The reader may look, not change. */
  locked: boolean;
}

/** `/projects/{id}/settings`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const question = projectOf(projectId);
  const { value: project, problem } = useKnown(question);
  const { organization, may } = useMay();
  const locked = !may("editor");
  return (
    <Frame projectId={projectId} section="settings">
      <div class="bar" />
      <h1 class="plain">{words.title}</h1>
      <Await question={question} value={project} problem={problem} />
      {organization && locked && <p class="notice calm">{form.readOnly(organization.role)}</p>}
      {(!project || !organization) && !problem && <Bones heights={[28, 320, 240]} />}
      {project && organization && (
        <>
          <BrandSection project={project} locked={locked} />
          <RivalsSection project={project} locked={locked} />
          <AskingSection project={project} locked={locked} />
          <ScheduleSection project={project} locked={locked} />
          <WatchesSection project={project} locked={locked} />
          <SpendingSection project={project} locked={locked} />
          <WorkspaceSection project={project} locked={locked} />
          <BlogSection project={project} locked={!may("admin")} />
          <SharingSection project={project} locked={locked} />
          {!locked && <ClientReportSection project={project} />}
          {!locked && <Deletion project={project} />}
        </>
      )}
    </Frame>
  );
}
