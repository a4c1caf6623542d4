import type { ComponentChildren } from "preact";
import { form as words } from "../words/form.ts";
import { DialogForm } from "./dialog-form.tsx";
import { Modal } from "./modal.tsx";
import type { Saving } from "./saving.ts";

interface FormDialogProps {
  /** What the button says that opens it. */
  open: string;
  label?: string;
  link?: boolean;
  title: string;
  says?: string;
  act: string;
  ready: boolean;
  saving: Saving;
  /** Does it; true if the dialog is done with. */
  save(): Promise<boolean>;
  /** What came of it, to be looked at before the dialog is closed. */
  result?: ComponentChildren;
  closed(): void;
  children: ComponentChildren;
}

/** A form over the page. What was typed stays until it is closed. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    label,
    link = false,
    title,
    says,
    act,
    ready,
    saving,
    save,
    result,
    closed,
    children,
  } = props;
  const forget = () => {
    saving.forget();
    closed();
  };
  return (
    <Modal open={open} label={label} link={link} title={title} closed={forget}>
      {(close) =>
        result ? (
          <>
            {result}
            <p class="does">
              <button type="button" onClick={close}>
                {words.close}
              </button>
            </p>
          </>
        ) : (
          <>
            {says && <p class="sub">{says}</p>}
            <DialogForm
              saving={saving}
              ready={ready}
              act={saving.busy ? words.saving : act}
              look="prime"
              save={save}
              close={close}
            >
              {children}
            </DialogForm>
          </>
        )
      }
    </Modal>
  );
}
