/** The cookies of the account library, in what browsers send and in what they get. */
const session = "session_token";
const challenge = "two_factor";
const trust = /^(?:__Secure-)?overheard\.trust_device$/;

/** How the cookies of a site are named. */
export interface CookieNames {
  /** Whether the site is on https, where browsers hold cookies of some names to it. */
  secure: boolean;
  prefix: string;
}

/** Browsers send a cookie to every port of a host: servers beside each other have names of their own. */
export function cookieNamesAt(siteUrl: string): CookieNames {
  const { protocol, port } = new URL(siteUrl);
  return { secure: protocol === "https:", prefix: port === "" ? "overheard" : `overheard-${port}` };
}

/** The one name that a cookie of the library has. */
const nameOf = (name: string, { secure, prefix }: CookieNames) =>
  `${secure ? "__Secure-" : ""}${prefix}.${name}`;

/** As the library reads them: the first of each name, without blanks and quotes. */
function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const cookie of header.split(";")) {
    const at = cookie.indexOf("=");
    const name = cookie.slice(0, at).trim();
    const value = cookie.slice(at + 1).trim();
    if (at > 0 && name !== "" && !cookies.has(name))
      cookies.set(name, value.startsWith('"') ? value.slice(1, -1) : value);
  }
  return cookies;
}

/** What was signed: the library writes `value.signature`, encoded. */
function signed(value: string | undefined): string | null {
  try {
    return decodeURIComponent(value ?? "").split(".")[0] || null;
  } catch {
    return null;
  }
}

/** The token of the session that an answer begins or renews; null if it does neither. */
export function sessionTokenIn(setCookies: readonly string[], names: CookieNames): string | null {
  const begin = `${nameOf(session, names)}=`;
  const values = setCookies.filter((cookie) => cookie.startsWith(begin));
  return signed(
    values
      .map((cookie) => cookie.slice(begin.length).split(";")[0])
      .filter(Boolean)
      .at(-1),
  );
}

/** The token of the session of a browser; null if it has none. */
export const sessionTokenOf = (header: string, names: CookieNames): string | null =>
  signed(cookiesIn(header).get(nameOf(session, names)));

/** Under which the account of a browser is noted that is asked for a code; null if it is not. */
export const pendingAccount = (header: string, names: CookieNames): string | null =>
  signed(cookiesIn(header).get(nameOf(challenge, names)));

/** Whether a browser was once trusted with skipping the second step. */
export const wasTrusted = (header: string): boolean =>
  [...cookiesIn(header).keys()].some((name) => trust.test(name));

/** Takes that cookie from the browser, over https and http. */
export const endTrust: readonly string[] = [
  "__Secure-overheard.trust_device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  "overheard.trust_device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
];

/**
 * The cookies for the library, written anew: each name once, so that it reads the ones that are looked at here, and none
 * that skips the second step.
 */
export const cookiesOnce = (header: string): string =>
  [...cookiesIn(header)]
    .filter(([name]) => !trust.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
