/** Edits that are not saved yet: they outlast a reload of the tab, and end with it or with signing out. */
const prefix = "unsaved ";

export function keep(what: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + what, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page itself still has them.
  }
}

/** What was kept; null if nothing was. The caller says what it is, since only this app writes it. */
export function kept<T>(what: string): T | null {
  try {
    const text = sessionStorage.getItem(prefix + what);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function forget(what: string): void {
  try {
    sessionStorage.removeItem(prefix + what);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** Leaves nothing to whoever signs in next. */
export function forgetAll(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
