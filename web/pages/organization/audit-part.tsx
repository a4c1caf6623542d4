import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { projectPath, type Query, withTerms } from "../../address.ts";
import {
  type AuditEntry,
  type AuditTerms,
  auditEntries,
  auditFile,
  mayBeMore,
} from "../../api/audit-questions.ts";
import { memberList } from "../../api/organization-questions.ts";
import { projectList } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { byteOrderMark } from "../../figures/csv.ts";
import { capital } from "../../figures/number.ts";
import { beginningOf, inTime } from "../../figures/time.ts";
import { Field, Outcome } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { download } from "../../tables/download.ts";
import { organization } from "../../words/organization.ts";

const words = organization.audit;

/** What the address asks for; days are the reader's own. */
function termsOf(query: Record<string, string>): AuditTerms {
  const { by, action, project, from, to } = query;
  return {
    ...(by ? { by } : {}),
    ...(action ? { action } : {}),
    ...(project ? { project } : {}),
    ...(from ? { from: beginningOf(from) } : {}),
    ...(to ? { to: beginningOf(to, 1) } : {}),
  };
}

/** Who did what, for admins. */
export function AuditPart() {
  const { query, path, route } = useLocation();
  const { may } = useMay();
  const terms = termsOf(query);
  const pages = Number(query.pages) || 1;
  const question = auditEntries(terms, pages);
  const state = useKnown(may("admin") ? question : null);
  const saving = useSaving();
  const [actions, setActions] = useState<readonly string[]>([]);
  const { value: members = [] } = useKnown(memberList());
  const { value: projects = [] } = useKnown(projectList());
  if (!may("admin")) return <p class="part soft">{organization.forAdmins}</p>;

  const ask = (change: Query) => route(withTerms(path, query, { pages: "", ...change }), true);
  // What has been seen can be chosen, also where a filter has left it out since.
  const actionNames = new Set([...actions, ...(state.value ?? []).map(({ action }) => action)]);
  if (actionNames.size > actions.length) setActions([...actionNames].sort());

  return (
    <Part
      title={words.title}
      says={words.says}
      does={
        <button
          type="button"
          disabled={saving.busy}
          onClick={() =>
            void saving.run(async () =>
              download("audit-log.csv", "text/csv", byteOrderMark + (await auditFile(terms))),
            )
          }
        >
          {words.export}
        </button>
      }
      of={{ question, state }}
    >
      {(entries) => (
        <>
          <Outcome saving={saving} />
          <div class="filters">
            <Choice
              label={words.who}
              all={words.anybody}
              value={query.by ?? ""}
              set={(by) => ask({ by })}
              options={members.map(({ user_id, email }) => [user_id, email ?? words.gone])}
            />
            <Choice
              label={words.what}
              all={words.anything}
              value={query.action ?? ""}
              set={(action) => ask({ action })}
              options={[...new Set([...actions, ...(query.action ? [query.action] : [])])].map((action) => [
                action,
                saidAction(action),
              ])}
            />
            <Choice
              label={words.project}
              all={words.anyProject}
              value={query.project ?? ""}
              set={(project) => ask({ project })}
              options={projects.map(({ id, name }) => [id, name])}
            />
            {(["from", "to"] as const).map((end) => (
              <Field key={end} label={words[end]}>
                {(fieldProps) => (
                  <input
                    {...fieldProps}
                    type="date"
                    value={query[end] ?? ""}
                    onChange={({ currentTarget }) => ask({ [end]: currentTarget.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          {entries.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <Entries entries={entries} projects={new Map(projects.map(({ id, name }) => [id, name]))} />
          )}
          {mayBeMore(entries, pages) && (
            <p class="does">
              <button type="button" onClick={() => ask({ pages: String(pages + 1) })}>
                {words.more}
              </button>
            </p>
          )}
        </>
      )}
    </Part>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  set(value: string): void;
  options: readonly (readonly [value: string, said: string])[];
}

function Choice({ label, all, value, set, options }: ChoiceProps) {
  return (
    <Field label={label}>
      {(fieldProps) => (
        <select {...fieldProps} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">{all}</option>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Entries({
  entries,
  projects,
}: {
  entries: readonly AuditEntry[];
  projects: ReadonlyMap<string, string>;
}) {
  return (
    <table class="rows data">
      <caption class="vh">{words.title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.when}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.what}</th>
          <th scope="col" class="wide">
            {words.project}
          </th>
          <th scope="col" class="wide">
            {words.how}
          </th>
          <th scope="col" class="wide">
            {words.where}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, email, user_id, action, project_id, credential, door, source }) => (
          <tr key={id}>
            <th scope="row">
              <time dateTime={at}>{inTime(at, "moment")}</time>
            </th>
            <td>
              <bdi>{email ?? (user_id === null ? words.operator : words.gone)}</bdi>
            </td>
            <td>{saidAction(action)}</td>
            <td class="wide">
              {project_id && projects.has(project_id) && (
                <a href={projectPath(project_id)}>
                  <bdi>{projects.get(project_id)}</bdi>
                </a>
              )}
            </td>
            <td class="wide soft">
              {words.credentials[credential] ?? credential}, {words.doors[door] ?? door}
            </td>
            <td class="wide soft">{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "Create share link" of `create_share_link`. */
const saidAction = (action: string): string => capital(action.replaceAll("_", " "));
