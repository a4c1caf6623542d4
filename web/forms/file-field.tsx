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

/** UTF-8, or UTF-16 with its mark. Throws for other encodings, which would turn letters of brands into others. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const isLittle = first === 0xff && second === 0xfe;
  const encoding = isLittle ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** A file that is chosen or dropped, read as text; says where it is too large or no text. */
export function FileField({ label, accept, bytesMost, hint, take }: FileFieldProps) {
  const [issue, setIssue] = useState<string | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    if (file.size > bytesMost) return setIssue(words.large(bytesMost));
    try {
      take(textOf(await file.arrayBuffer()), file.name);
      setIssue(null);
    } catch {
      setIssue(words.unread);
    }
  }

  return (
    <Field label={label} issue={issue} hint={hint}>
      {(fieldProps) => (
        // A browser's own field takes a file that is dropped on it.
        <input
          {...fieldProps}
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
