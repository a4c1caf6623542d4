import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ModalProps {
  /** What the button says that opens it. */
  open: string;
  /** The same for those who hear it apart from its row. */
  label?: string | undefined;
  link?: boolean;
  title: string;
  closed?(): void;
  /** What it holds, while it is open. */
  children(close: () => void): ComponentChildren;
}

/** A button, and the dialog that it opens over the page. */
export function Modal({ open, label, link = false, title, closed, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <button type="button" class={link ? "link" : ""} aria-label={label} onClick={() => setIsOpen(true)}>
        {open}
      </button>
      {isOpen && (
        <dialog
          ref={dialog}
          aria-label={title}
          onClose={() => {
            setIsOpen(false);
            closed?.();
          }}
        >
          <h2>
            <bdi>{title}</bdi>
          </h2>
          {children(() => dialog.current?.close())}
        </dialog>
      )}
    </>
  );
}
