/** Until when a check of a page is kept, so that asking for it again costs nothing. Nothing of the check itself. */
const keyOf = (projectId: string, url: string | null) => `readiness ${projectId} ${url ?? ""}`;

export function remember(projectId: string, url: string | null, expiresAt: string): void {
  try {
    localStorage.setItem(keyOf(projectId, url), expiresAt);
  } catch {
    // Full or forbidden: the page asks before it checks.
  }
}

export function isKnown(projectId: string, url: string | null): boolean {
  try {
    return Date.parse(localStorage.getItem(keyOf(projectId, url)) ?? "") > Date.now();
  } catch {
    return false;
  }
}
