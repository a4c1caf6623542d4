import { useEffect, useRef, useState } from "preact/hooks";
import { letGo, pinned } from "../api/pin.ts";
import { askFailed } from "../api/resource.ts";
import { bearer, forgetBearer, otherPerson, session } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { signInAgain as words } from "../words/session.ts";

/** The tab becomes the other person's; what was not saved in it goes. */
function goOn() {
  letGo();
  location.assign("/");
}

/** Asks for the password over the page, so that nothing on it is lost; where somebody else is signed in by now, says so first. */
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
    else setSays(session.value === "other" ? null : words[outcome]);
  }

  async function lookAgain() {
    forgetBearer();
    if (await bearer().catch(() => null)) askFailed();
    else setSays(session.value === "other" ? null : words.notYet);
  }

  const isOther = session.value === "other";
  const owner = pinned()?.email ?? "";

  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">{isOther ? words.otherTitle : words.title}</h2>
      <p class="sub">{isOther ? words.otherWhy(owner, otherPerson.value) : words.why}</p>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          {words.email}
          <input
            type="text"
            inputMode="email"
            autoCapitalize="none"
            name="email"
            autoComplete="username"
            defaultValue={owner}
            required
          />
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
      {isOther && (
        <p class="note">
          <button type="button" class="link" onClick={goOn}>
            {words.goOn(otherPerson.value)}
          </button>
        </p>
      )}
    </dialog>
  );
}
