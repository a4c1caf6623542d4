import { useEffect, useRef, useState } from "preact/hooks";
import { answerTo, api } from "../api/client.ts";
import { Field, TextField } from "../forms/form.tsx";
import { freeText } from "../forms/free-text.ts";
import { SecretOnce } from "../forms/secret-once.tsx";
import { share as words } from "../words/share.ts";
import { overview } from "../words.ts";
import { sayingOf } from "./saying.ts";

type Expiry = keyof typeof words.expiries;

/** The most letters of each, as the API has it. */
const presenterMost = 120;
const summaryMost = 2000;

const expiries = Object.keys(words.expiries) as Expiry[];

/** The dialog that makes a public page of a report, and hands over its address. */
export function ShareForm({
  projectId,
  reportId,
  onMade,
  closed,
}: {
  projectId: string;
  reportId: string | undefined;
  onMade: (() => void) | undefined;
  closed(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const [expiry, setExpiry] = useState<Expiry>("30d");
  const [presenter, setPresenter] = useState("");
  const [summary, setSummary] = useState("");
  const [url, setUrl] = useState<string | null>(null);
  const [says, setSays] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function make() {
    setBusy(true);
    setSays(null);
    try {
      const link = await answerTo(() =>
        api.POST("/projects/{projectId}/share-links", {
          params: { path: { projectId } },
          body: {
            ...{ expiry, timeframe: "30d", summary: summary.trim() || true },
            ...(reportId === undefined ? {} : { reportId }),
            ...(presenter.trim() ? { presenterName: presenter.trim() } : {}),
          },
        }),
      );
      setUrl(link.url);
      onMade?.();
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <dialog ref={dialog} aria-label={words.title} onClose={closed}>
      <h2>{words.title}</h2>
      <p class="sub">{words.says(reportId !== undefined)}</p>
      {url === null ? (
        <>
          <Field label={words.expires}>
            {(fieldProps) => (
              <select
                {...fieldProps}
                value={expiry}
                onChange={({ currentTarget: { value } }) => setExpiry(value as Expiry)}
              >
                {expiries.map((each) => (
                  <option key={each} value={each}>
                    {words.expiries[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField
            label={words.presenter}
            hint={words.presenterHow}
            value={presenter}
            set={setPresenter}
            maxLength={presenterMost}
          />
          <Field label={words.summary} hint={words.summaryHow}>
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                {...freeText(summary, summaryMost)}
                onInput={({ currentTarget }) => setSummary(currentTarget.value)}
              />
            )}
          </Field>
        </>
      ) : (
        <SecretOnce label={words.address} value={url} says={words.once} />
      )}
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        {url === null ? (
          <button type="button" class="prime" disabled={busy} onClick={() => void make()}>
            {words.make}
          </button>
        ) : (
          <a class="btn" href={url} target="_blank" rel="noreferrer">
            {words.look}
          </a>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          {url === null ? overview.cancel : words.close}
        </button>
      </p>
    </dialog>
  );
}
