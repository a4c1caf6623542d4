import { useRef, useState } from "preact/hooks";
import { answerTo, api } from "../api/client.ts";
import { overview, share as words } from "../words.ts";
import { sayingOf } from "./saying.ts";

type Expiry = keyof typeof words.expiries;

const expiries = Object.keys(words.expiries) as Expiry[];

/** Makes a public page of the newest report, and hands over its address; `plain`: as a button, not as a link. */
export function Share({
  projectId,
  plain = false,
  made,
}: {
  projectId: string;
  plain?: boolean;
  made?(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [expiry, setExpiry] = useState<Expiry>("30d");
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
          body: { expiry, timeframe: "30d", summary: true },
        }),
      );
      setUrl(link.url);
      made?.();
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" class={plain ? "" : "link"} onClick={() => dialog.current?.showModal()}>
        {words.open}
      </button>
      <dialog ref={dialog} aria-label={words.title} onClose={() => setUrl(null)}>
        <h2>{words.title}</h2>
        <p class="sub">{words.says}</p>
        {url === null ? (
          <label class="field">
            {words.expires}
            <select value={expiry} onChange={({ currentTarget: { value } }) => setExpiry(value as Expiry)}>
              {expiries.map((each) => (
                <option key={each} value={each}>
                  {words.expiries[each]}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <label class="field">
            {words.address}
            <input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
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
    </>
  );
}
