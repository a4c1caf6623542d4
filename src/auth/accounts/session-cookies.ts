/** The cookies of the account library, in what browsers send and in what they get. */
const named = (name: string) => new RegExp(`^(?:__Secure-)?overheard\\.${name}=([^;]*)`);
const session = named("session_token");
const challenge = named("two_factor");
const trust = named("trust_device");

const cookiesIn = (header: string): string[] => header.split(";").map((cookie) => cookie.trim());

/** What was signed: the library writes `value.signature`, encoded. */
function signed(value: string): string | null {
  try {
    return decodeURIComponent(value).split(".")[0] || null;
  } catch {
    return null;
  }
}

const valueIn = (pattern: RegExp, cookies: readonly string[]): string | null => {
  const values = cookies.map((cookie) => pattern.exec(cookie)?.[1]).filter((value) => value);
  return values.length > 0 ? signed(values.at(-1)!) : null;
};

/** The token of the session that an answer begins or renews; null if it does neither. */
export const sessionTokenIn = (setCookies: readonly string[]): string | null => valueIn(session, setCookies);

/** The token of the session of a browser; null if it has none. */
export const sessionTokenOf = (header: string): string | null => valueIn(session, cookiesIn(header));

/** Under which the account of a browser is noted that is asked for a code; null if it is not. */
export const pendingAccount = (header: string): string | null => valueIn(challenge, cookiesIn(header));

/** Whether a browser was once trusted with skipping the second step. */
export const wasTrusted = (header: string): boolean => cookiesIn(header).some((cookie) => trust.test(cookie));

/** Takes that cookie from the browser, over https and http. */
export const endTrust: readonly string[] = [
  "__Secure-overheard.trust_device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  "overheard.trust_device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
];

/**
 * The cookies for the library: each name once, so that it reads the ones that are looked at here, and none that skips the
 * second step.
 */
export function cookiesOnce(header: string): string {
  const cookies = new Map<string, string>();
  for (const cookie of cookiesIn(header)) {
    const name = cookie.split("=", 1)[0]!.trim();
    if (!cookies.has(name) && !trust.test(cookie)) cookies.set(name, cookie);
  }
  return [...cookies.values()].join("; ");
}
