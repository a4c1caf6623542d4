import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { reportPath } from "../../address.ts";
import { answerTo, api, type Schemas } from "../../api/client.ts";
import { accountStatus } from "../../api/organization-questions.ts";
import { blogOf } from "../../api/project-questions.ts";
import { projectOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm, SecretField, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";

const words = settings.blog;
type Kind = Schemas["BlogKind"];
const kinds = Object.keys(words.kinds) as Kind[];

/** The blog that drafts are published to. */
export function BlogSection({ project, locked }: SectionProps) {
  const { id, cms } = project;
  const { value: blog } = useKnown(cms.provider ? blogOf(id) : null);
  const { value: status } = useKnown(accountStatus(id));
  const [replacing, setReplacing] = useState(false);
  const { draft } = useLocation().query;
  const barred = status?.features.cms_publishing.enabled === false;
  return (
    <FormSection title={words.title} says={words.says} anchor="blog">
      {cms.provider && blog && (
        <>
          <p>
            <b>{words.connected(words.kinds[blog.kind], blog.site_name ?? blog.site_url)}</b>
          </p>
          <p class="soft">
            <bdi>{blog.site_url}</bdi>. {words.checked(dayIn(project.timezone, blog.verified_at))}
          </p>
          {!blog.active && <p class="notice">{words.inactive}</p>}
          {blog.active && draft && (
            <p class="notice calm">
              {words.ready} <a href={reportPath(encodeURIComponent(draft))}>{words.toDraft}</a>.
            </p>
          )}
          {!locked && (
            <p class="does">
              <button type="button" onClick={() => setReplacing(!replacing)}>
                {words.replace}
              </button>
              <Sure
                open={words.disconnect}
                title={words.disconnectTitle}
                says={words.disconnectSays}
                act={words.disconnect}
                work={async () => {
                  const params = { path: { projectId: id } };
                  await answerTo(() => api.DELETE("/projects/{projectId}/cms-connection", { params }));
                  await refresh(projectOf(id));
                }}
              />
            </p>
          )}
        </>
      )}
      {!cms.provider && (locked || barred) && (
        <p class="soft">
          {words.none} {barred ? words.plan : words.admin}
        </p>
      )}
      {!locked && !barred && (!cms.provider || replacing) && (
        <ConnectForm projectId={id} done={() => setReplacing(false)} />
      )}
    </FormSection>
  );
}

function ConnectForm({ projectId, done }: { projectId: string; done(): void }) {
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({
    kind: "wordpress" as Kind,
    siteUrl: "",
    username: "",
    applicationPassword: "",
    adminApiKey: "",
  });
  const wordpress = now.kind === "wordpress";

  const save = () =>
    saving.run(async () => {
      const { kind, siteUrl, username, applicationPassword, adminApiKey } = now;
      const access = wordpress ? { username, applicationPassword } : { adminApiKey };
      await answerTo(() =>
        api.PUT("/projects/{projectId}/cms-connection", {
          params: { path: { projectId } },
          body: { kind, siteUrl, ...access },
        }),
      );
      await Promise.all([refresh(projectOf(projectId)), refresh(blogOf(projectId))]);
      clear();
      done();
    });

  return (
    <SaveForm saving={saving} dirty={dirty} save={() => void save()} undo={clear} act={words.connect}>
      <div class="pair">
        <Field label={words.kind}>
          {(fieldProps) => (
            <select
              {...fieldProps}
              value={now.kind}
              onChange={({ currentTarget }) => set("kind", currentTarget.value as Kind)}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={words.site}
          issue={saving.issue("/siteUrl")}
          value={now.siteUrl}
          set={(value) => set("siteUrl", value)}
          placeholder="https://blog.example"
          inputMode="url"
          required
        />
      </div>
      {wordpress ? (
        <div class="pair">
          <TextField
            label={words.username}
            issue={saving.issue("/username")}
            value={now.username}
            set={(value) => set("username", value)}
            autoComplete="off"
            required
          />
          <SecretField
            label={words.password}
            hint={words.passwordHint}
            issue={saving.issue("/applicationPassword")}
            value={now.applicationPassword}
            set={(value) => set("applicationPassword", value)}
          />
        </div>
      ) : (
        <SecretField
          label={words.adminKey}
          hint={words.adminKeyHint}
          issue={saving.issue("/adminApiKey")}
          value={now.adminApiKey}
          set={(value) => set("adminApiKey", value)}
        />
      )}
    </SaveForm>
  );
}
