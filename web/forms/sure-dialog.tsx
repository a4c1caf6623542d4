import { useState } from "preact/hooks";
import { DialogForm } from "./dialog-form.tsx";
import { TextField } from "./form.tsx";
import { Modal } from "./modal.tsx";
import { useSaving } from "./saving.ts";

interface SureProps {
  /** What the button says that opens the question. */
  open: string;
  /** The same for those who hear it apart from its row. */
  label?: string;
  title: string;
  says: string;
  /** What the button says that does it. */
  act: string;
  /** To be typed first, with its label. */
  typed?: { label: string; text: string };
  plain?: boolean;
  work(): Promise<unknown>;
}

/** Asks before something is lost, and says what. */
export function Sure({ open, label, title, says, act, typed, plain = false, work }: SureProps) {
  const [text, setText] = useState("");
  const saving = useSaving();
  const ready = !typed || text.trim() === typed.text.trim();
  const forget = () => {
    setText("");
    saving.forget();
  };
  return (
    <Modal open={open} label={label} link={!plain} title={title} closed={forget}>
      {(close) => (
        <>
          <p class="sub">{says}</p>
          <DialogForm
            saving={saving}
            ready={ready}
            act={act}
            look="lose"
            save={() => saving.run(work)}
            close={close}
          >
            {typed && <TextField label={typed.label} value={text} set={setText} autoComplete="off" />}
          </DialogForm>
        </>
      )}
    </Modal>
  );
}
