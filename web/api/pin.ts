/**
 * What this tab is held to: a person and an organization of theirs. A reload keeps it, and no other tab changes it: what
 * somebody does here goes to where they began, or nowhere.
 */
interface Pin {
  person: string;
  /** Their address, to say who it is. */
  email: string | null;
  organization: string | null;
  /** What the address named when the organization was looked up. */
  thing: string | null;
}

const place = "pin";
/** Where the browser lets nothing be kept, a tab is held until it is reloaded. */
let pin: Pin | null = read();

function read(): Pin | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null") as Pin | null;
  } catch {
    return null;
  }
}

function hold(next: Pin): void {
  pin = next;
  try {
    sessionStorage.setItem(place, JSON.stringify(next));
  } catch {
    // Full or forbidden.
  }
}

export const pinned = (): Pin | null => pin;

/** Holds a tab that has no person to this one; false if it is somebody else's. */
export function holdPerson(person: string, email: string | null): boolean {
  if (pin && pin.person !== person) return false;
  if (!pin) hold({ person, email, organization: null, thing: null });
  return true;
}

export function holdOrganization(organization: string | null, thing: string | null = null): void {
  if (pin) hold({ ...pin, organization, thing });
}

/** Leaves nothing to whoever uses the tab next: neither the pin nor unsaved edits. */
export function letGo(): void {
  pin = null;
  try {
    sessionStorage.clear();
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** The id of the project, report or test that a path of the app names. */
export const thingIn = (path: string): string | null =>
  /^\/(?:projects|reports|tests)\/([\w-]{36})(?:\/|$)/.exec(path)?.[1]?.toLowerCase() ?? null;
