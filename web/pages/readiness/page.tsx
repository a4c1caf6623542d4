import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { readinessOf } from "../../api/page-questions.ts";
import { type Project, projectOf } from "../../api/questions.ts";
import { learn, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useMay } from "../../parts/may.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Await, Bones } from "../../parts/states.tsx";
import { readiness as words } from "../../words/acting.ts";
import { colophon } from "../../words.ts";
import { isKnown, remember } from "./known-check.ts";
import { OtherPage } from "./other-page.tsx";
import "./readiness.css";
import { Result } from "./result.tsx";

/** `/projects/{id}/readiness`; `?url=` names another page than the project's website. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { query } = useLocation();
  const url = query.url || null;
  const { value: project } = useKnown(projectOf(projectId));
  return (
    <Frame projectId={projectId} section="readiness">
      {project ? <Checked key={url} project={project} url={url} /> : <Bones heights={[40, 48, 300]} />}
    </Frame>
  );
}

function Checked({ project, url }: { project: Project; url: string | null }) {
  const { viewer } = useMay();
  const [isRequested, setIsRequested] = useState(() => isKnown(project.id, url));
  const question = readinessOf(project.id, url);
  const { value: cachedCheck, problem } = useKnown(isRequested ? question : null);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  async function check(forceRerun: boolean) {
    setBusy(true);
    setSays(null);
    try {
      const body = { projectId: project.id, ...(url ? { url } : {}), ...(forceRerun ? { forceRerun } : {}) };
      const newCheck = await answerTo(() => api.POST("/readiness", { body }));
      learn(question, newCheck);
      remember(project.id, url, newCheck.expires_at);
      setIsRequested(true);
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div class="bar">
        <p>
          {cachedCheck &&
            words.of(cachedCheck.result.final_url, dayIn(project.timezone, cachedCheck.result.fetched_at))}
        </p>
        <div class="run">
          {cachedCheck && (
            <>
              <button type="button" class="link" onClick={() => window.print()}>
                {colophon.print}
              </button>
              {!viewer && (
                <button type="button" disabled={busy} onClick={() => void check(true)}>
                  {words.again}
                </button>
              )}
            </>
          )}
        </div>
      </div>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      {busy && (
        <p class="notice calm" role="status">
          {words.checking}
        </p>
      )}
      <Await question={question} value={cachedCheck} problem={problem} />
      {isRequested && !cachedCheck && !problem && <Bones heights={[48, 300]} />}
      {cachedCheck ? (
        <Result readiness={cachedCheck} />
      ) : (
        !isRequested && <Unchecked project={project} url={url} busy={busy} check={() => void check(false)} />
      )}
      {!viewer && <OtherPage url={url} />}
    </>
  );
}

function Unchecked({
  project,
  url,
  busy,
  check,
}: {
  project: Project;
  url: string | null;
  busy: boolean;
  check(): void;
}) {
  const { viewer } = useMay();
  const hasAddress = url !== null || project.website_url !== null || project.domain !== null;
  return (
    <>
      <h1 class="plain">{words.title}</h1>
      <p class="stand">{words.says}</p>
      <p class="sub">
        {viewer ? words.never : hasAddress ? `${words.never} ${words.neverHow}` : words.noAddress}
      </p>
      {(hasAddress || viewer) && (
        <p class="does">
          <EditorsOnly says={words.viewer}>
            <button type="button" class="prime" disabled={busy} onClick={check}>
              {words.check}
            </button>
          </EditorsOnly>
        </p>
      )}
    </>
  );
}
