import { useState } from "preact/hooks";
import { answerTo, api, type Schemas } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { accountStatus, type Workspace, workspaceList } from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { Field, TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { form } from "../../words/form.ts";
import { organization } from "../../words/organization.ts";

const words = organization.clients;

/** The client workspaces. */
export function ClientsPart() {
  const question = workspaceList();
  const state = useKnown(question);
  const { value: status } = useKnown(accountStatus());
  const { may, limited } = useMay();
  const barred = status?.features.client_workspaces.enabled === false;
  const changes = may("editor") && !barred;
  return (
    <Part
      title={words.title}
      says={words.says}
      does={changes && !limited && <WorkspaceForm />}
      of={{ question, state }}
    >
      {(workspaces) =>
        workspaces.length === 0 ? (
          <p class="soft">{barred ? words.plan : words.none}</p>
        ) : (
          <DataTable
            name="clients"
            label={words.title}
            rows={workspaces}
            keyOf={({ id }) => id}
            columns={[
              { key: "name", head: words.name, text: ({ name }) => name },
              { key: "kind", head: words.kind, wide: true, text: ({ kind }) => words.kinds[kind] ?? kind },
              { key: "domain", head: words.domain, wide: true, text: ({ domain }) => domain ?? "" },
              { key: "status", head: words.status, text: ({ status }) => words.statuses[status] ?? status },
              {
                key: "projects",
                head: words.projects,
                num: true,
                text: ({ project_ids }) => String(project_ids.length),
                by: ({ project_ids }) => project_ids.length,
              },
            ]}
            acts={{
              head: words.acts,
              cell: (workspace) =>
                changes && (
                  <>
                    <WorkspaceForm workspace={workspace} />
                    {!limited && <DeleteWorkspace workspace={workspace} />}
                  </>
                ),
            }}
          />
        )
      }
    </Part>
  );
}

type Kind = Schemas["WorkspaceKind"];
type Status = Schemas["WorkspaceStatus"];

/** Makes a workspace, or changes one. */
function WorkspaceForm({ workspace }: { workspace?: Workspace }) {
  const saving = useSaving();
  const before = {
    name: workspace?.name ?? "",
    kind: workspace?.kind ?? ("client" as Kind),
    status: workspace?.status ?? ("active" as Status),
    domain: workspace?.domain ?? "",
  };
  const [typed, setTyped] = useState(before);
  const edit = (change: Partial<typeof before>) => setTyped({ ...typed, ...change });
  const domain = typed.domain.trim();

  const save = () =>
    saving.run(async () => {
      const { name, kind, status } = typed;
      await (workspace
        ? answerTo(() =>
            api.PATCH("/client-workspaces/{workspaceId}", {
              params: { path: { workspaceId: workspace.id } },
              body: { name, kind, status, domain: domain || null },
            }),
          )
        : answerTo(() =>
            api.POST("/client-workspaces", { body: { name, kind, ...(domain ? { domain } : {}) } }),
          ));
      await refresh(workspaceList());
    });

  return (
    <FormDialog
      link={workspace !== undefined}
      open={workspace ? words.change : words.add}
      title={workspace ? words.changeOf(workspace.name) : words.add}
      {...(workspace ? { label: words.changeOf(workspace.name) } : {})}
      act={workspace ? form.save : words.addAct}
      ready={typed.name.trim() !== ""}
      saving={saving}
      save={save}
      closed={() => setTyped(before)}
    >
      <TextField
        label={words.name}
        issue={saving.issue("/name")}
        value={typed.name}
        set={(name) => edit({ name })}
        maxLength={limits.CreateClientWorkspaceRequest.name.max}
        required
      />
      <div class="pair">
        <Field label={words.kind}>
          {(fieldProps) => (
            <select
              {...fieldProps}
              value={typed.kind}
              onChange={({ currentTarget }) => edit({ kind: currentTarget.value as Kind })}
            >
              {Object.entries(words.kinds).map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {workspace && (
          <Field label={words.status}>
            {(fieldProps) => (
              <select
                {...fieldProps}
                value={typed.status}
                onChange={({ currentTarget }) => edit({ status: currentTarget.value as Status })}
              >
                {Object.entries(words.statuses).map(([status, name]) => (
                  <option key={status} value={status}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      <TextField
        label={words.domain}
        issue={saving.issue("/domain")}
        value={typed.domain}
        set={(domain) => edit({ domain })}
        placeholder="client.example"
        maxLength={limits.CreateClientWorkspaceRequest.domain.max}
      />
    </FormDialog>
  );
}

function DeleteWorkspace({ workspace: { id: workspaceId, name, project_ids } }: { workspace: Workspace }) {
  return (
    <Sure
      open={words.remove}
      label={words.removeOf(name)}
      title={words.removeTitle(name)}
      says={words.removeSays(project_ids.length)}
      act={words.remove}
      work={async () => {
        const params = { path: { workspaceId } };
        await answerTo(() => api.DELETE("/client-workspaces/{workspaceId}", { params }));
        await refresh(workspaceList());
      }}
    />
  );
}
