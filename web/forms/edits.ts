import { useState } from "preact/hooks";

export interface Edits<T extends object> {
  /** What the form shows: what was typed, and what is saved where nothing was. */
  now: T;
  /** Only what differs from what is saved. */
  changed: Partial<T>;
  dirty: boolean;
  set<K extends keyof T>(field: K, value: T[K]): void;
  clear(): void;
}

/** What somebody has typed over what is saved; a saved value that changes meanwhile shows where nothing was typed. */
export function useEdits<T extends object>(saved: T): Edits<T> {
  const [typed, setTyped] = useState<Partial<T>>({});
  const fields = Object.keys(typed) as (keyof T)[];
  const differs = fields.filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(saved[field]));
  const changed = Object.fromEntries(differs.map((field) => [field, typed[field]])) as Partial<T>;
  return {
    now: { ...saved, ...typed },
    changed,
    dirty: differs.length > 0,
    set: (field, value) => setTyped((before) => ({ ...before, [field]: value })),
    clear: () => setTyped({}),
  };
}
