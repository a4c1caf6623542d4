import { useEffect, useRef, useState } from "preact/hooks";
import { askFailed } from "../api/resource.ts";
import { bearer, forgetBearer, signIn } from "../api/session.ts";
import { signInAgain as words } from "../words.ts";

/** Asks for the password over the page, so that nothing on it is lost. */
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [says, setSays] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const outcome = await signIn(String(form.get("email")), String(form.get("password")));
    setBusy(false);
    if (outcome === "in") askFailed();
    else setSays(words[outcome]);
  }

  async function lookAgain() {
    forgetBearer();
    if (await bearer().catch(() => null)) askFailed();
    else setSays(words.notYet);
  }

  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">{words.title}</h2>
      <p class="sub">{words.why}</p>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          {words.email}
          <input type="email" name="email" autoComplete="username" required />
        </label>
        <label class="field">
          {words.password}
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <p class="does">
          <button type="submit" class="prime" disabled={busy}>
            {words.act}
          </button>
          <button type="button" onClick={() => void lookAgain()}>
            {words.done}
          </button>
        </p>
      </form>
      <p class="note">
        <a href="/sign-in?next=/" target="_blank" rel="noreferrer">
          {words.other}
        </a>
      </p>
    </dialog>
  );
}
