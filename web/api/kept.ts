import { chosenOrganization } from "./chosen-organization.ts";

/**
 * Edits that are not saved yet, of one person in one organization: they outlast a reload of the tab, and end with it, with
 * signing out, or with somebody else signing in.
 */
const prefix = "unsaved ";
const keeper = "unsaved edits of";

const placeOf = (what: string): string =>
  `${prefix}${sessionStorage.getItem(keeper) ?? ""} ${chosenOrganization() ?? ""} ${what}`;

/** From here on edits are this person's; what somebody else left in the tab goes. */
export function keepFor(person: string): void {
  try {
    const before = sessionStorage.getItem(keeper);
    if (before === person) return;
    if (before !== null) sessionStorage.clear();
    sessionStorage.setItem(keeper, person);
  } catch {
    // Where nothing can be kept there is nothing to tell apart.
  }
}

export function keep(what: string, value: unknown): void {
  try {
    sessionStorage.setItem(placeOf(what), JSON.stringify(value));
  } catch {
    // Full or forbidden: the page itself still has them.
  }
}

/** What was kept; null if nothing was. The caller says what it is, since only this app writes it. */
export function kept<T>(what: string): T | null {
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

/** Leaves nothing to whoever signs in next. */
export function forgetAll(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
