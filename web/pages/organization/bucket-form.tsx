import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type Bucket, bucketNow } from "../../api/destination-questions.ts";
import { limits } from "../../api/limits.ts";
import { refresh } from "../../api/resource.ts";
import { Field, SecretField, TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { bucket as words } from "../../words/organization.ts";

const formats = Object.keys(words.formats) as Bucket["format"][];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const choiceOf = (bucket: Bucket | null) => ({
  endpoint: bucket?.endpoint ?? "",
  region: bucket?.region ?? "",
  bucket: bucket?.bucket ?? "",
  prefix: bucket?.prefix ?? "",
  format: bucket?.format ?? ("ndjson" as const),
  hour: bucket?.hour ?? 3,
  timezone: bucket?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  accessKey: "",
  secretKey: "",
  active: bucket?.active ?? true,
});

/** Saves the bucket, or another in its place. */
export function SaveBucket({ bucket }: { bucket: Bucket | null }) {
  const saving = useSaving();
  const [choice, setChoice] = useState(() => choiceOf(bucket));
  const change = (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes });
  const { endpoint, region, prefix, format, hour, timezone, accessKey, secretKey, active } = choice;
  const newKey = accessKey.trim() !== "" && secretKey.trim() !== "";
  const act = bucket ? words.change : words.add;
  return (
    <FormDialog
      open={act}
      title={act}
      act={words.save}
      ready={endpoint.trim() !== "" && choice.bucket.trim() !== "" && (newKey || bucket !== null)}
      saving={saving}
      closed={() => setChoice(choiceOf(bucket))}
      save={() =>
        saving.run(async () => {
          const body = {
            ...{
              endpoint: endpoint.trim(),
              bucket: choice.bucket.trim(),
              prefix: prefix.trim(),
              format,
              hour,
            },
            ...{ active, timezone: timezone.trim() || "UTC" },
            region: region.trim() || "us-east-1",
            ...(newKey ? { accessKey: accessKey.trim(), secretKey: secretKey.trim() } : {}),
          };
          const saved = await answerTo(() => api.PUT("/bucket", { body }));
          setChoice(choiceOf(saved));
          await refresh(bucketNow());
        })
      }
    >
      {bucket && (
        <ul class="checks fd">
          <li>
            <label>
              <input
                type="checkbox"
                checked={active}
                onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
              />
              {words.active}
            </label>
          </li>
        </ul>
      )}
      <TextField
        label={words.endpoint}
        hint={words.endpointHint}
        issue={saving.issue("/endpoint")}
        value={endpoint}
        set={(endpoint) => change({ endpoint })}
        inputMode="url"
        autoComplete="off"
        maxLength={limits.SaveBucketRequest.endpoint.max}
      />
      <TextField
        label={words.region}
        hint={words.regionHint}
        issue={saving.issue("/region")}
        value={region}
        set={(region) => change({ region })}
        autoComplete="off"
        maxLength={40}
      />
      <TextField
        label={words.name}
        issue={saving.issue("/bucket")}
        value={choice.bucket}
        set={(bucket) => change({ bucket })}
        autoComplete="off"
        maxLength={63}
      />
      <TextField
        label={words.prefix}
        hint={words.prefixHint}
        issue={saving.issue("/prefix")}
        value={prefix}
        set={(prefix) => change({ prefix })}
        autoComplete="off"
        maxLength={limits.SaveBucketRequest.prefix.max}
      />
      <TextField
        label={words.accessKey}
        hint={bucket ? words.keepHint(bucket.access_key_hint) : words.keyHint}
        issue={saving.issue("/accessKey")}
        value={accessKey}
        set={(accessKey) => change({ accessKey })}
        autoComplete="off"
        maxLength={128}
      />
      <SecretField
        label={words.secretKey}
        hint={words.stored}
        issue={saving.issue("/secretKey")}
        value={secretKey}
        set={(secretKey) => change({ secretKey })}
        maxLength={256}
      />
      <Field label={words.format} issue={saving.issue("/format")}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={format}
            onChange={({ currentTarget }) => change({ format: currentTarget.value as Bucket["format"] })}
          >
            {formats.map((format) => (
              <option key={format} value={format}>
                {words.formats[format]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.hour} issue={saving.issue("/hour")}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={hour}
            onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
          >
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {`${String(hour).padStart(2, "0")}:00`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={words.timezone}
        issue={saving.issue("/timezone")}
        value={timezone}
        set={(timezone) => change({ timezone })}
        maxLength={limits.SaveBucketRequest.timezone.max}
      />
    </FormDialog>
  );
}
