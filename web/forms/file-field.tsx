import { useState } from "preact/hooks";
import { file as words } from "../words/form.ts";
import { Field } from "./form.tsx";

interface FileFieldProps {
  label: string;
  /** The kinds of file, as an input of a browser names them. */
  accept: string;
  bytesMost: number;
  hint?: string;
  take(text: string, name: string): void;
}

/** A file that is chosen or dropped, read as UTF-8; says where it is too large or no text. */
export function FileField({ label, accept, bytesMost, hint, take }: FileFieldProps) {
  const [issue, setIssue] = useState<string | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    if (file.size > bytesMost) return setIssue(words.large(bytesMost));
    try {
      take(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), file.name);
      setIssue(null);
    } catch {
      setIssue(words.unread);
    }
  }

  return (
    <Field label={label} issue={issue} hint={hint}>
      {(told) => (
        // A browser's own field takes a file that is dropped on it.
        <input
          {...told}
          type="file"
          accept={accept}
          // A file that was mended and has the same name counts as chosen only where the field is empty.
          onClick={({ currentTarget }) => {
            if (issue) currentTarget.value = "";
          }}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}
