import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type Connector, connectorList } from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SecretOnce } from "../../forms/secret-once.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { timeColumn } from "../../tables/columns.ts";
import { DataTable } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { useAccessColumns } from "./access-columns.ts";
import { allScopes, type Scope, ScopesField, saidScopes } from "./scopes-field.tsx";

const words = organization.connectors;

/** Assistants that ask about the figures: one's own, and for an admin everybody's. */
export function ConnectorsSection() {
  const question = connectorList();
  const state = useKnown(question);
  const { may } = useMay();
  const access = useAccessColumns<Connector>();
  const nameOf = ({ name }: Connector) => name ?? organization.keys.unnamed;
  return (
    <Part
      title={words.title}
      says={words.says}
      does={may("editor") && <MakeConnector />}
      of={{ question, state }}
    >
      {(connectors) =>
        connectors.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <DataTable
            name="assistants"
            label={words.title}
            rows={connectors}
            keyOf={({ id }) => id}
            columns={[
              { key: "name", head: words.name, text: nameOf },
              {
                key: "where",
                head: words.where,
                text: ({ redirect_hosts }) => redirect_hosts.join(", ") || words.handmade,
              },
              timeColumn({ key: "connected", head: words.connected, field: "created_at", as: "moment" }),
              ...access,
            ]}
            acts={{
              head: words.acts,
              cell: (connector) => (
                <Sure
                  open={words.revoke}
                  label={words.revokeOf(nameOf(connector))}
                  title={words.revokeTitle(nameOf(connector))}
                  says={endingOf(connector)}
                  act={words.revoke}
                  work={async () => {
                    const params = { path: { connectorId: connector.id } };
                    await answerTo(() => api.DELETE("/connectors/{connectorId}", { params }));
                    await refresh(question);
                  }}
                />
              ),
            }}
          />
        )
      }
    </Part>
  );
}

/** Which connection ends, where several have the same name. */
const endingOf = ({ created_at, last_used_at, scopes }: Connector): string =>
  words.revokeSays(
    inTime(created_at, "moment"),
    last_used_at ? inTime(last_used_at, "moment") : organization.keys.never,
    saidScopes(scopes),
  );

function MakeConnector() {
  const saving = useSaving();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["visibility:read"]);
  const [key, setKey] = useState<string | null>(null);
  return (
    <FormDialog
      open={words.make}
      title={words.make}
      act={words.act}
      ready={name.trim() !== "" && scopes.length > 0}
      saving={saving}
      closed={() => {
        setName("");
        setScopes(["visibility:read"]);
        setKey(null);
      }}
      result={key && <SecretOnce label={words.key} value={key} says={words.once} />}
      save={async () => {
        await saving.run(async () => {
          const body = { name: name.trim(), ...(scopes.length < allScopes.length ? { scopes } : {}) };
          setKey((await answerTo(() => api.POST("/connectors", { body }))).key);
          await refresh(connectorList());
        });
        return false;
      }}
    >
      <TextField
        label={words.name}
        issue={saving.issue("/name")}
        value={name}
        set={setName}
        maxLength={limits.CreateConnectorRequest.name.max}
        required
      />
      <ScopesField scopes={scopes} set={setScopes} />
    </FormDialog>
  );
}
