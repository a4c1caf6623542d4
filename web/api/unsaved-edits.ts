import { pinned } from "./pin.ts";

/**
 * Edits that are not saved yet, of the person and organization that the tab is held to: they outlast a reload, and end with the
 * tab, with signing out, or with somebody else going on in it.
 */
const placeOf = (what: string): string =>
  `unsaved ${pinned()?.person ?? ""} ${pinned()?.organization ?? ""} ${what}`;

export function keep(what: string, value: unknown): void {
  try {
    sessionStorage.setItem(placeOf(what), JSON.stringify(value));
  } catch {
    // Full or forbidden: the page itself still has them.
  }
}

/** What was kept; null if nothing was. The caller says what it is, since only this app writes it. */
export function readUnsaved<T>(what: string): T | null {
  try {
    const text = sessionStorage.getItem(placeOf(what));
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function forget(what: string): void {
  try {
    sessionStorage.removeItem(placeOf(what));
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
