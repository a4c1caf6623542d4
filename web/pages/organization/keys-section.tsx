import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type ApiKey, accountStatus, keyList } from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { Field, TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SecretOnce } from "../../forms/secret-once.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { useAccessColumns } from "./access-columns.ts";
import { allScopes, type Scope, ScopesField } from "./scopes-field.tsx";

const words = organization.keys;

/** API keys: one's own, and for an admin everybody's. */
export function KeysSection() {
  const question = keyList();
  const state = useKnown(question);
  const { value: status } = useKnown(accountStatus());
  const { may } = useMay();
  const access = useAccessColumns<ApiKey>();
  const nameOf = ({ name }: ApiKey) => name ?? words.unnamed;
  const keyLimit = status?.limits.api_keys;
  return (
    <Part
      title={words.title}
      says={`${words.says}${keyLimit ? ` ${words.keysUsed(keyLimit.used, keyLimit.max)}` : ""}`}
      does={may("editor") && <MakeKey />}
      of={{ question, state }}
    >
      {(keys) =>
        keys.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <DataTable
            name="keys"
            label={words.title}
            rows={keys}
            keyOf={({ id }) => id}
            columns={[
              { key: "name", head: words.name, text: nameOf },
              {
                key: "prefix",
                head: words.begins,
                text: ({ prefix }) => prefix,
                cell: ({ prefix }) => <code>{prefix}…</code>,
              },
              ...access,
            ]}
            acts={{
              head: words.acts,
              cell: (key) => (
                <Sure
                  open={words.revoke}
                  label={words.revokeOf(nameOf(key))}
                  title={words.revokeTitle(nameOf(key))}
                  says={words.revokeSays}
                  act={words.revoke}
                  work={async () => {
                    const params = { path: { keyId: key.id } };
                    await answerTo(() => api.DELETE("/keys/{keyId}", { params }));
                    await Promise.all([refresh(question), refresh(accountStatus())]);
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

const dayMs = 86_400_000;

function MakeKey() {
  const saving = useSaving();
  const [name, setName] = useState("");
  const [days, setDays] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(allScopes);
  const [key, setKey] = useState<string | null>(null);
  return (
    <FormDialog
      open={words.make}
      title={words.make}
      act={words.act}
      ready={scopes.length > 0}
      saving={saving}
      closed={() => {
        setName("");
        setDays("");
        setScopes(allScopes);
        setKey(null);
      }}
      result={key && <SecretOnce label={words.key} value={key} says={words.once} />}
      save={async () => {
        await saving.run(async () => {
          const body = {
            ...(name.trim() ? { name: name.trim() } : {}),
            ...(days ? { expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString() } : {}),
            ...(scopes.length < allScopes.length ? { scopes } : {}),
          };
          setKey((await answerTo(() => api.POST("/keys", { body }))).key);
          await Promise.all([refresh(keyList()), refresh(accountStatus())]);
        });
        return false;
      }}
    >
      <TextField
        label={words.name}
        issue={saving.issue("/name")}
        value={name}
        set={setName}
        maxLength={limits.CreateKeyRequest.name.max}
      />
      <Field label={words.expires}>
        {(fieldProps) => (
          <select {...fieldProps} value={days} onChange={({ currentTarget }) => setDays(currentTarget.value)}>
            {Object.entries(words.expiries)
              .sort(([one], [other]) => Number(one) - Number(other))
              .map(([after, text]) => (
                <option key={after} value={after}>
                  {text}
                </option>
              ))}
          </select>
        )}
      </Field>
      <ScopesField scopes={scopes} set={setScopes} />
    </FormDialog>
  );
}
