import type { AccountRequest, FetchAccounts } from "./fetch-accounts.ts";

/** The source address and the cookies of a browser. */
export interface Visitor {
  /** The source address, from the door. */
  from: string;
  cookie: string;
}

/** `limited`: one account was tried too often; `crowded`: one network address tried too often. */
export type SignInFailure = "wrong" | "limited" | "crowded" | "busy" | "disabled" | "expired" | "away";

/** The outcome of signing in. `code`: the password was right, and a second factor is required. */
export type SignInOutcome =
  | { ok: true; cookies: string[] }
  | { ok: "code"; cookies: string[] }
  | { ok: false; why: SignInFailure; retryAfterSeconds?: number };

/** The ways to sign in, for pages. Each takes the same path as any other request, with its limits. */
export interface SignIn {
  ways: {
    passwords: boolean;
    /** The display name of the identity provider; null if there is none. */
    provider: string | null;
    /** Whether a link to set a password can be sent. */
    mail: boolean;
  };
  withPassword(credentials: { email: string; password: string } & Visitor): Promise<SignInOutcome>;
  /** With a code of an authenticator app, or a recovery code. */
  withCode(input: { code: string } & Visitor): Promise<SignInOutcome>;
  /** Where to send the browser, or why not. `next`: the path to return to. */
  atProvider(
    input: { next: string } & Visitor,
  ): Promise<{ location: string; cookies: string[] } | { fault: string } | SignInFailure>;
  /** Sends a link if the account exists, without revealing whether it does. False: too many. */
  sendResetLink(email: string, visitor: Visitor): Promise<boolean>;
  /** Sets a password by a link that works once: cookies, by which this browser is known, or the reason why not. */
  setPassword(
    input: { token: string; password: string } & Visitor,
  ): Promise<{ cookies: string[] } | { why: SignInFailure } | { badPassword: string }>;
}

export function createSignIn(fetch: FetchAccounts, site: string, ways: SignIn["ways"]): SignIn {
  const post = (path: string, fields: AccountRequest["fields"], { from, cookie }: Visitor) =>
    fetch({ method: "POST", path, fields, headers: new Headers({ origin: site, cookie }), from });

  return {
    ways,
    async withPassword({ email, password, ...visitor }) {
      const response = await post("/sign-in/email", { email, password }, visitor);
      if (!response.ok) return failed(response);
      const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
      return { ok: twoFactorRedirect ? "code" : true, cookies: response.headers.getSetCookie() };
    },
    async withCode({ code, ...visitor }) {
      const plain = code.replace(/\s/g, "");
      const way = /^\d{6}$/.test(plain) ? "verify-totp" : "verify-backup-code";
      const response = await post(`/two-factor/${way}`, { code: plain }, visitor);
      return response.ok ? { ok: true, cookies: response.headers.getSetCookie() } : failed(response);
    },
    async atProvider({ next, ...visitor }) {
      const [callbackURL, errorCallbackURL] = [`${site}${next}`, `${site}/sign-in`];
      const response = await post(
        "/sign-in/social",
        { provider: "oidc", callbackURL, errorCallbackURL },
        visitor,
      );
      if (!response.ok) return (await providerFaultOf(response)) ?? whyOf(response);
      const { url = "" } = (await response.json()) as { url?: string };
      return { location: url, cookies: response.headers.getSetCookie() };
    },
    async sendResetLink(email, visitor) {
      const response = await post("/request-password-reset", { email }, visitor);
      return response.status !== 429;
    },
    async setPassword({ token, password, ...visitor }) {
      const response = await post("/reset-password", { token, newPassword: password }, visitor);
      if (response.ok) return { cookies: response.headers.getSetCookie() };
      const { code = "", message = "" } = (await response.clone().json()) as {
        code?: string;
        message?: string;
      };
      if (code.startsWith("PASSWORD_")) return { badPassword: message };
      return { why: response.status === 400 ? "expired" : await whyOf(response) };
    },
  };
}

/** What keeps the provider from being asked, if it is that. */
async function providerFaultOf(response: Response): Promise<{ fault: string } | null> {
  const { code = "" } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return code.startsWith("provider_") ? { fault: code } : null;
}

async function failed(response: Response): Promise<SignInOutcome> {
  const wait = Number(response.headers.get("retry-after"));
  const why = await whyOf(response);
  const hasWait = why === "busy" || why === "crowded" || (why === "limited" && wait > 60);
  return { ok: false, why, ...(hasWait ? { retryAfterSeconds: wait } : {}) };
}

async function whyOf(response: Response): Promise<SignInFailure> {
  const { code = "" } = (await response.json().catch(() => ({}))) as { code?: string };
  if (response.status === 429) return code === "TOO_MANY_FROM_ADDRESS" ? "crowded" : "limited";
  if (code === "BUSY") return "busy";
  if (response.status >= 500) return "away";
  if (code === "ACCOUNT_DISABLED") return "disabled";
  const over = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];
  return over.includes(code) ? "expired" : "wrong";
}
