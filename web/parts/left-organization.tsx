import { useEffect, useRef } from "preact/hooks";
import { holdOrganization } from "../api/pin.ts";
import { leftOrganization as words } from "../words/session.ts";

/** Says that the tab's organization is not the reader's any more; what they have typed can still be copied. */
export function LeftOrganization() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  function leave() {
    holdOrganization(null);
    location.assign("/account");
  }
  return (
    <dialog ref={dialog} aria-labelledby="left">
      <h2 id="left">{words.title}</h2>
      <p class="sub">{words.why}</p>
      <p class="does">
        <button type="button" class="prime" onClick={leave}>
          {words.open}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.stay}
        </button>
      </p>
    </dialog>
  );
}
