import { useState } from "preact/hooks";
import { forget, keep, readUnsaved } from "../../api/unsaved-edits.ts";

/** Fields of a form that outlast a reload; `clear` once the server has them. */
export function useKept<T extends object>(key: string, first: T) {
  const [before] = useState(() => readUnsaved<Partial<T>>(key));
  const [fields, setFields] = useState<T>({ ...first, ...before });

  function change(part: Partial<T>) {
    setFields((now) => {
      const next = { ...now, ...part };
      keep(key, next);
      return next;
    });
  }

  return { fields, change, clear: () => forget(key), restored: before !== null };
}
