import type { ComponentChildren } from "preact";
import { form as words } from "../words/form.ts";
import { Outcome } from "./form.tsx";
import type { Saving } from "./saving.ts";

interface DialogFormProps {
  saving: Saving;
  ready: boolean;
  act: string;
  /** `lose` where something is lost by it. */
  look: "prime" | "lose";
  /** Does it; true closes the dialog. */
  save(): Promise<boolean>;
  close(): void;
  children: ComponentChildren;
}

/** The form inside a dialog, with what went wrong and a way out. */
export const DialogForm = ({ saving, ready, act, look, save, close, children }: DialogFormProps) => (
  <form
    class="in-dialog"
    onSubmit={(event) => {
      event.preventDefault();
      if (ready && !saving.busy) void save().then((done) => done && close());
    }}
  >
    {children}
    <Outcome saving={saving} />
    <p class="does">
      <button type="submit" class={look} disabled={!ready || saving.busy}>
        {act}
      </button>
      <button type="button" onClick={close}>
        {words.cancel}
      </button>
    </p>
  </form>
);
