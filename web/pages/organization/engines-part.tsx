import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import {
  type EngineKey,
  engineKeyList,
  engineList,
  type KeyedEngine,
  takesKey,
} from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { SecretField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { assistant } from "../../words.ts";

const words = organization.engines;

type Vendor = KeyedEngine["provider"];

/** The assistants that can be asked, and with whose keys. */
export function EnginesPart() {
  const question = engineList();
  const state = useKnown(question);
  const { may } = useMay();
  const { value: keys = [] } = useKnown(may("admin") ? engineKeyList() : null);
  const keyOf = (provider: string) => keys.find((key) => key.provider === provider);
  return (
    <Part
      title={words.title}
      says={`${words.says} ${may("admin") ? words.admins : words.others}`}
      of={{ question, state }}
    >
      {(engines) => (
        <DataTable
          name="engines"
          label={words.title}
          rows={engines}
          keyOf={({ provider }) => provider}
          columns={[
            { key: "engine", head: words.engine, text: ({ provider }) => assistant(provider) },
            {
              key: "state",
              head: words.state,
              text: ({ configured, unavailable_reason }) =>
                configured ? words.ready : (unavailable_reason ?? ""),
            },
            {
              key: "key",
              head: words.key,
              wide: true,
              text: ({ provider, credentials }) => {
                const key = keyOf(provider);
                if (key) return saidKey(key);
                return credentials ? words.whose[credentials] : "";
              },
            },
            {
              key: "model",
              head: words.model,
              wide: true,
              text: ({ provider, model, searches }) =>
                provider === "sandbox"
                  ? words.sandbox
                  : [model, searches && words.searches].filter(Boolean).join(", "),
            },
          ]}
          acts={{
            head: words.acts,
            cell: (engine) => {
              if (!takesKey(engine) || !may("admin")) return null;
              const key = keyOf(engine.provider);
              return (
                <>
                  <KeyForm vendor={engine.provider} replaces={key !== undefined} />
                  {key && <DeleteKey vendor={engine.provider} />}
                </>
              );
            },
          }}
        />
      )}
    </Part>
  );
}

const saidKey = ({ last_four, active, verified_at }: EngineKey): string =>
  active ? words.own(last_four, inTime(verified_at, "day")) : words.inactive(last_four);

const renewed = () => Promise.all([refresh(engineKeyList()), refresh(engineList())]);

function KeyForm({ vendor, replaces }: { vendor: Vendor; replaces: boolean }) {
  const saving = useSaving();
  const [apiKey, setApiKey] = useState("");
  const name = assistant(vendor);
  return (
    <FormDialog
      link
      open={replaces ? words.replace : words.use}
      label={words.useOf(name)}
      title={words.useOf(name)}
      says={words.tried}
      act={words.save}
      ready={apiKey.trim() !== ""}
      saving={saving}
      closed={() => setApiKey("")}
      save={() =>
        saving.run(async () => {
          const params = { path: { provider: vendor } };
          const body = { apiKey: apiKey.trim() };
          await answerTo(() => api.PUT("/engines/{provider}/credentials", { params, body }));
          await renewed();
        })
      }
    >
      <SecretField
        label={words.apiKey}
        issue={saving.issue("/apiKey")}
        value={apiKey}
        set={setApiKey}
        maxLength={limits.SaveEngineCredentialsRequest.apiKey.max}
      />
    </FormDialog>
  );
}

function DeleteKey({ vendor }: { vendor: Vendor }) {
  const name = assistant(vendor);
  return (
    <Sure
      open={words.remove}
      label={words.removeOf(name)}
      title={words.removeTitle(name)}
      says={words.removeSays}
      act={words.remove}
      work={async () => {
        const params = { path: { provider: vendor } };
        await answerTo(() => api.DELETE("/engines/{provider}/credentials", { params }));
        await renewed();
      }}
    />
  );
}
