import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { contentPlanOf } from "../../api/page-questions.ts";
import { type ContentPlan, latestSummary } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { promptFilterOf } from "../../filter.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { PromptFilterFields, PromptFilterNote } from "../../parts/filter.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { useMay } from "../../parts/may.ts";
import { Await } from "../../parts/states.tsx";
import { content as words } from "../../words/content.ts";
import { frame } from "../../words.ts";
import { SiteReading } from "./site-reading.tsx";
import "./content.css";
import { Drafts } from "./drafts.tsx";
import { Topic } from "./topic.tsx";
import { WriteDraft } from "./write-draft.tsx";

/** `/projects/{id}/content`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { value: report, project } = useLatest(projectId, latestSummary(projectId));
  const madeUp = report?.surfaces.includes("sandbox") === true;
  const question = contentPlanOf(projectId, promptFilterOf(useLocation().query));
  const crawl = project?.latest_crawl_record_id;
  const unready = project !== undefined && !crawl && !project.latest_report_id;
  // Planning asks for an editor; a viewer reads the drafts.
  const { viewer, may } = useMay();
  const { value: plan, problem } = useKnown(project && !unready && may("editor") ? question : null);
  useEffect(() => {
    // A reading of the website that has just ended changes what is missing.
    if (crawl && plan) void refresh(question);
  }, [crawl]);
  return (
    <Frame projectId={projectId} section="content">
      <div class="bar">
        <p>{madeUp && <span class="madeup">{frame.madeUp}</span>}</p>
        <div class="run">
          {project && !viewer && <PromptFilterFields projectId={projectId} />}
          {project && (
            <EditorsOnly says={words.viewer}>
              <WriteDraft projectId={projectId} topic={null} />
            </EditorsOnly>
          )}
        </div>
      </div>
      <h1 class="plain">{words.title}</h1>
      {project && <p class="sub lead">{words.says(project.brand)}</p>}
      {plan && <PromptFilterNote says={words.onlyTagged} anyAssistant={words.anyAssistant} />}
      {project && !viewer && <SiteReading project={project} />}
      <Await
        question={question}
        value={plan}
        problem={problem}
        bones={unready || viewer ? [] : [110, 110, 110]}
      />
      {unready && (
        <>
          <p class="stand">{words.notReady}</p>
          {!viewer && <p class="sub">{words.notReadyHow}</p>}
        </>
      )}
      {plan && <Plan plan={plan} />}
      <Drafts projectId={projectId} />
      {plan && plan.skipped_topics.length > 0 && <Covered plan={plan} />}
    </Frame>
  );
}

function Plan({ plan }: { plan: ContentPlan }) {
  if (plan.topics.length === 0) return <p class="stand">{words.nothing}</p>;
  return (
    <ol class="topics">
      {plan.topics.map((topic, at) => (
        <Topic key={topic.id ?? topic.topic} topic={topic} projectId={plan.project_id} first={at === 0} />
      ))}
    </ol>
  );
}

function Covered({ plan: { skipped_topics: topics } }: { plan: ContentPlan }) {
  return (
    <details class="sec">
      <summary>{words.covered(topics.length)}</summary>
      <ul class="plain-list">
        {topics.map((topic) => (
          <li key={topic.topic}>
            <bdi>{topic.topic}</bdi>
            <span class="note">
              {topic.target_url && (
                <a href={topic.target_url} target="_blank" rel="noreferrer">
                  <bdi>{topic.target_title ?? topic.target_url}</bdi>
                </a>
              )}
              {topic.confidence === "low" && ` ${words.guess}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
