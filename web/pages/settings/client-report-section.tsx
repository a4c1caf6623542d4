import { reportPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { type ClientIssue, type ClientReport, clientReportOf } from "../../api/client-report-questions.ts";
import { shareLinksOf } from "../../api/project-questions.ts";
import { learn, refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, Outcome, SaveForm, Tick } from "../../forms/form.tsx";
import { freeText } from "../../forms/free-text.ts";
import { type Saving, useSaving } from "../../forms/saving.ts";
import { Await } from "../../parts/states.tsx";
import { clientReport as words } from "../../words/client-report.ts";
import type { SectionProps } from "./page.tsx";
import { linesOf } from "./terms.ts";

/** To whom the project's reports go by themselves. */
export function ClientReportSection({ project }: Pick<SectionProps, "project">) {
  const question = clientReportOf(project.id);
  const { value, problem } = useKnown(question);
  return (
    <FormSection title={words.title} says={words.says} anchor="client-report">
      <Await question={question} value={value} problem={problem} bones={[160]} />
      {value && (
        <>
          {!value.mail && <p class="notice">{words.noMail}</p>}
          {value.mail && project.schedule === "off" && <p class="notice calm">{words.noSchedule}</p>}
          <Terms report={value} projectId={project.id} />
          {value.issues.length > 0 && (
            <Issues report={value} projectId={project.id} timezone={project.timezone} />
          )}
        </>
      )}
    </FormSection>
  );
}

interface OfProject {
  report: ClientReport;
  projectId: string;
}

function Terms({ report, projectId }: OfProject) {
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({
    ...{ active: report.active, every: report.every, approval: report.approval },
    logo: report.logo_url ?? "",
    addresses: report.recipients.map(({ address }) => address).join("\n"),
  });
  const off = report.recipients.filter(({ off_because }) => off_because !== null);
  const save = () =>
    saving.run(async () => {
      const { active, every, approval, addresses, logo } = now;
      const body = { active, every, approval, recipients: linesOf(addresses), logoUrl: logo.trim() || null };
      const params = { path: { projectId } };
      learn(
        clientReportOf(projectId),
        await answerTo(() => api.PUT("/projects/{projectId}/client-report", { params, body })),
      );
      clear();
    });
  return (
    <SaveForm
      saving={saving}
      dirty={dirty}
      locked={!report.mail && !report.active}
      save={() => void save()}
      undo={clear}
    >
      <ul class="checks fd">
        <li>
          <Tick label={words.active} checked={now.active} set={(on) => set("active", on)} />
        </li>
        <li>
          <Tick label={words.approval} checked={now.approval} set={(on) => set("approval", on)} />
        </li>
      </ul>
      <Field label={words.every} issue={saving.issue("/every")}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={now.every}
            onChange={({ currentTarget }) => set("every", currentTarget.value as ClientReport["every"])}
          >
            <option value="week">{words.week}</option>
            <option value="month">{words.month}</option>
          </select>
        )}
      </Field>
      <Field label={words.recipients} hint={words.recipientsHint} issue={saving.lineIssue("/recipients")}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            {...freeText(now.addresses)}
            rows={3}
            onInput={({ currentTarget }) => set("addresses", currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words.logo} hint={words.logoHint} issue={saving.issue("/logoUrl")}>
        {(fieldProps) => (
          <input
            {...fieldProps}
            type="url"
            value={now.logo}
            onInput={({ currentTarget }) => set("logo", currentTarget.value)}
          />
        )}
      </Field>
      {off.map(({ address, off_because: because }) => (
        <p key={address} class="hint">
          {because && words.off(address, because)}
        </p>
      ))}
    </SaveForm>
  );
}

function Issues({ report, projectId, timezone }: OfProject & { timezone: string }) {
  const saving = useSaving();
  return (
    <>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{words.report}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">
              <span class="vh">{words.decide}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {report.issues.map((issue) => (
            <tr key={issue.id}>
              <th scope="row">
                <a href={reportPath(issue.report_id)}>{dayIn(timezone, issue.created_at)}</a>
              </th>
              <td>{words.states[issue.state](issue.recipients)}</td>
              <td class="num">
                {issue.state === "waiting" && (
                  <Decision issue={issue} projectId={projectId} saving={saving} mail={report.mail} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Outcome saving={saving} />
    </>
  );
}

function Decision({
  issue,
  projectId,
  saving,
  mail,
}: {
  issue: ClientIssue;
  projectId: string;
  saving: Saving;
  mail: boolean;
}) {
  const decide = (decision: "approve" | "discard") =>
    saving.run(async () => {
      const params = { path: { projectId, clientIssueId: issue.id } };
      const path = "/projects/{projectId}/client-report/issues/{clientIssueId}";
      await answerTo(() => api.POST(path, { params, body: { decision } }));
      await Promise.all([refresh(clientReportOf(projectId)), refresh(shareLinksOf(projectId))]);
    });
  return (
    <>
      <button
        type="button"
        class="link"
        disabled={saving.busy || !mail}
        onClick={() => void decide("approve")}
      >
        {words.approve}
      </button>{" "}
      <button type="button" class="link" disabled={saving.busy} onClick={() => void decide("discard")}>
        {words.discard}
      </button>
    </>
  );
}
