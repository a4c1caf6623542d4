import { useState } from "preact/hooks";
import { answerTo, api, type Schemas } from "../../api/client.ts";
import { type Destination, type DestinationKind, destinationList } from "../../api/destination-questions.ts";
import { limits } from "../../api/limits.ts";
import { projectList } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { Field, TextField, Tick } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SecretOnce } from "../../forms/secret-once.tsx";
import { destinations as words } from "../../words/organization.ts";

type EventType = NonNullable<Destination["types"]>[number];

const kinds = Object.keys(words.kinds) as DestinationKind[];
const allTypes = (Object.keys(words.types) as (keyof typeof words.types)[]).filter(
  (type): type is EventType => type !== "webhook.test" && type !== "digest.weekly",
);

/** What is chosen of a destination, when it is added and later. */
interface Choice {
  name: string;
  url: string;
  types: EventType[];
  projectId: string;
  quotes: boolean;
}

const usual: Choice = { name: "", url: "", types: allTypes, projectId: "", quotes: true };

const choiceOf = ({ name, types, project_id, quotes }: Destination): Choice => ({
  ...{ name: name ?? "", url: "", types: types ?? allTypes, projectId: project_id ?? "", quotes },
});

const bodyOf = ({ name, url, types, projectId, quotes }: Choice) => ({
  ...(url.trim() === "" ? {} : { url: url.trim() }),
  name: name.trim() || null,
  types: types.length === allTypes.length ? null : types,
  projectId: projectId || null,
  quotes,
});

interface ChoiceProps {
  choice: Choice;
  set(choice: Choice): void;
  issue(path: string): string | null;
}

/** Fields that every kind has. */
function ChoiceFields({ choice, set, issue }: ChoiceProps) {
  const { value: projects = [] } = useKnown(projectList());
  const { name, types, projectId, quotes } = choice;
  return (
    <>
      <TextField
        label={words.label}
        hint={words.labelHint}
        issue={issue("/name")}
        value={name}
        set={(name) => set({ ...choice, name })}
        maxLength={limits.CreateWebhookRequest.name.max}
      />
      {projects.length > 1 && (
        <Field label={words.project} issue={issue("/projectId")}>
          {(fieldProps) => (
            <select
              {...fieldProps}
              value={projectId}
              onChange={({ currentTarget }) => set({ ...choice, projectId: currentTarget.value })}
            >
              <option value="">{words.anyProject}</option>
              {projects.map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <fieldset class="plain fd">
        <legend class="label">{words.which}</legend>
        <ul class="checks">
          {allTypes.map((type) => (
            <li key={type}>
              <Tick
                label={words.types[type]}
                checked={types.includes(type)}
                set={(on) =>
                  set({
                    ...choice,
                    types: allTypes.filter((each) => (each === type ? on : types.includes(each))),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <ul class="checks fd">
        <li>
          <Tick label={words.quotes} checked={quotes} set={(quotes) => set({ ...choice, quotes })} />
        </li>
      </ul>
    </>
  );
}

/** A new destination. */
export function AddDestination() {
  const saving = useSaving();
  const [kind, setKind] = useState<DestinationKind>("slack");
  const [choice, setChoice] = useState(usual);
  const [added, setAdded] = useState<Schemas["CreatedWebhook"] | null>(null);
  const { url, types } = choice;
  return (
    <FormDialog
      open={words.add}
      title={words.add}
      act={words.act}
      ready={types.length > 0 && (kind === "email" || url.trim() !== "")}
      saving={saving}
      closed={() => {
        setKind("slack");
        setChoice(usual);
        setAdded(null);
      }}
      result={
        added && (
          <>
            <p>{words.added}</p>
            {added.secret && <SecretOnce label={words.secret} value={added.secret} says={words.once} />}
          </>
        )
      }
      save={async () => {
        await saving.run(async () => {
          const { url, ...others } = bodyOf(choice);
          const body = { kind, ...others, ...(kind === "email" || url === undefined ? {} : { url }) };
          setAdded(await answerTo(() => api.POST("/webhooks", { body })));
          await refresh(destinationList());
        });
        return false;
      }}
    >
      <Field
        label={words.kind}
        hint={kind === "email" ? words.mine : undefined}
        issue={saving.issue("/kind")}
      >
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as DestinationKind)}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind !== "email" && (
        <TextField
          label={words.url}
          hint={`${words.urls[kind]} ${words.stored}`}
          issue={saving.issue("/url")}
          value={url}
          set={(url) => setChoice({ ...choice, url })}
          inputMode="url"
          autoComplete="off"
          maxLength={limits.CreateWebhookRequest.url.max}
        />
      )}
      <ChoiceFields choice={choice} set={setChoice} issue={saving.issue} />
    </FormDialog>
  );
}

/** Changes a destination, or turns it off or on. */
export function ChangeDestination({ destination, name }: { destination: Destination; name: string }) {
  const saving = useSaving();
  const [choice, setChoice] = useState(choiceOf(destination));
  const [active, setActive] = useState(destination.active);
  return (
    <FormDialog
      link
      open={words.change}
      label={words.changeOf(name)}
      title={words.changeOf(name)}
      act={words.save}
      ready={choice.types.length > 0}
      saving={saving}
      closed={() => {
        setChoice(choiceOf(destination));
        setActive(destination.active);
      }}
      save={() =>
        saving.run(async () => {
          const params = { path: { webhookId: destination.id } };
          const body = { ...bodyOf(choice), ...(active === destination.active ? {} : { active }) };
          await answerTo(() => api.PATCH("/webhooks/{webhookId}", { params, body }));
          await refresh(destinationList());
        })
      }
    >
      <ul class="checks fd">
        <li>
          <Tick label={words.active} checked={active} set={setActive} />
        </li>
      </ul>
      {destination.kind !== "email" && (
        <TextField
          label={words.newUrl}
          hint={words.newUrlHint}
          issue={saving.issue("/url")}
          value={choice.url}
          set={(url) => setChoice({ ...choice, url })}
          inputMode="url"
          autoComplete="off"
          maxLength={limits.CreateWebhookRequest.url.max}
        />
      )}
      <ChoiceFields choice={choice} set={setChoice} issue={saving.issue} />
    </FormDialog>
  );
}

/** Another signing secret, beside which the one before counts for a while. */
export function NewSecret({ destination, name }: { destination: Destination; name: string }) {
  const saving = useSaving();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <FormDialog
      link
      open={words.rotate}
      label={words.rotateOf(name)}
      title={words.rotateOf(name)}
      says={words.rotateSays}
      act={words.rotateAct}
      ready
      saving={saving}
      closed={() => setSecret(null)}
      result={secret && <SecretOnce label={words.secret} value={secret} says={words.once} />}
      save={async () => {
        await saving.run(async () => {
          const params = { path: { webhookId: destination.id } };
          const rotated = await answerTo(() => api.POST("/webhooks/{webhookId}/rotate-secret", { params }));
          setSecret(rotated.secret);
        });
        return false;
      }}
    >
      {null}
    </FormDialog>
  );
}
