import type { Limiter } from "../../kernel/access/limit.ts";
import type { Log } from "../../kernel/log.ts";
import { emailAddress } from "../../kernel/outside/email-address.ts";
import type { Mail } from "../../kernel/outside/mail.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import { isProviders } from "../../store/accounts/vouchers.ts";
import type { Db } from "../../store/db/db.ts";
import { ownKeys, type ReadKeys } from "../jwt/jwks.ts";
import type { AdmissionRules } from "../oidc/admission.ts";
import type { ProviderSettings } from "../oidc/provider.ts";
import { providerParts } from "../oidc/provider-parts.ts";
import { derivedSecret } from "../server-secret.ts";
import type { Accounts, SessionFacts } from "./accounts.ts";
import type { FetchAccounts } from "./fetch-accounts.ts";
import { createOnceLinks } from "./once-links.ts";
import { createOwnAccount, type OwnAccount } from "./own-account.ts";
import { createPasswordLinks } from "./password-link.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { type Attempt, createSignInGuard } from "./sign-in-guard.ts";

/** Why an account could not be created or used: one line, in our words, for the person who asked. */
export class AccountError extends Error {
  override name = "AccountError";
}

/** The built-in accounts: an identity provider of our own. */
export interface Identity {
  issuer: string;
  audience: string;
  /** Answers everything under /api/auth; `sourceAddress` limits sign-in. */
  handler: FetchAccounts;
  /** The ways to sign in, for pages. */
  signIn: SignIn;
  /** A path on this site that signs somebody in, once, within a quarter of an hour. Throws AccountError. */
  onceLink(email: string): Promise<string>;
  /** The cookies of a session that such a link begins; null if the link does not work, or no longer does. */
  useOnceLink(token: string): Promise<string[] | null>;
  /** What people can do with their own account, for its page. */
  own: OwnAccount;
  /** The session of a request, confirmed by the identity provider if that opened it; null if there is none. */
  sessionOf(headers: Headers): Promise<SessionFacts | null>;
  /** Creates an account, even if sign-up is closed; returns its id. Throws AccountError. */
  createUser(email: string, password: string): Promise<string>;
  /** Sets a password and ends every session. Throws AccountError. */
  resetPassword(email: string, password: string): Promise<void>;
  /** A link to set the password of an account, once, within an hour. Throws AccountError. */
  resetLink(email: string): Promise<string>;
  /** Id of the account with this address, or null. */
  findUser(email: string): Promise<string | null>;
  /** A session JWT of 15 minutes. Throws AccountError. */
  issueToken(email: string): Promise<string>;
  /** The public keys of the session JWTs, read without loading the accounts. */
  jwks: ReadKeys;
}

/** Where such a link leads; src/doors/pages answers there. */
export const oncePath = "/sign-in/once";

/** The endpoints of the library that can be reached from outside; no others can. */
const open = [
  "POST /sign-out",
  "GET /get-session",
  "GET /token",
  "GET /jwks",
  "POST /two-factor/enable",
  "POST /two-factor/disable",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-backup-code",
  "GET /passkey/generate-register-options",
  "POST /passkey/verify-registration",
  "GET /passkey/generate-authenticate-options",
  "POST /passkey/verify-authentication",
  "GET /passkey/list-user-passkeys",
  "POST /passkey/delete-passkey",
];
const byPassword = [
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /change-password",
  "POST /reset-password",
];
const byMail = ["POST /request-password-reset"];
/** Those of them that name an account by its address. */
const naming = ["POST /sign-up/email", "POST /sign-in/email", ...byMail];
const byProvider = ["POST /sign-in/social", "GET /callback/oidc"];

/**
 * Tells the accounts the source address of a request; overwritten on every request, so a client gains nothing by
 * sending it.
 */
export const sourceHeader = "x-overheard-source-address";

export interface IdentityConfig {
  siteUrl: string;
  baseUrl: string;
  signUp: "open" | "closed";
  passwords: boolean;
  oidc: (ProviderSettings & AdmissionRules & { name: string }) | null;
  /** The previous secret, while it is being replaced. */
  previousSecret?: string | null;
}

export function createIdentity(options: {
  db: Db;
  log: Log;
  limiter: Limiter;
  secret: string;
  now?(): Date;
  config: IdentityConfig;
  /** Queues a letter; null if no mail is sent. */
  sendMail: ((mail: Mail) => Promise<void>) | null;
  /** Keeps what the identity provider entrusts to us. */
  vault: Vault;
  /** The way to the identity provider. */
  network?: typeof fetch;
}): Identity {
  const { db, log, limiter, config, sendMail, now = () => new Date() } = options;
  const issuer = config.siteUrl;
  const { origin } = new URL(config.siteUrl);
  const audience = `${config.baseUrl}/v1`;
  const guard = createSignInGuard({ db, limiter, now, siteUrl: config.siteUrl, secret: options.secret });
  const oidc = config.oidc && providerParts({ ...options, now }, config.oidc);
  const links = createPasswordLinks({ site: origin, sendMail, limiter, now });
  const reachable = [
    ...open,
    ...(config.passwords ? byPassword : []),
    ...(config.passwords && sendMail ? byMail : []),
    ...(oidc ? byProvider : []),
  ];
  const once = createOnceLinks(now);
  let loading: Promise<Accounts> | null = null;

  const load = (): Promise<Accounts> => {
    loading ??= import("./accounts.ts").then(async ({ createAccounts }) => {
      const secret = derivedSecret(options.secret, "accounts").toString("base64url");
      const plugin = oidc && (await import("../oidc/provider-plugin.ts")).providerPlugin(oidc);
      const sealed = await import("./sealed-accounts.ts");
      const before = options.config.previousSecret;
      if (before)
        await sealed.resealAccounts(db, secret, derivedSecret(before, "accounts").toString("base64url"));
      await sealed.dropUnopenedKeys(db, secret);
      return createAccounts({
        ...{ db, log, limiter, secret, siteUrl: config.siteUrl, issuer, audience, sourceHeader },
        ...{ passwords: config.passwords, signUp: config.signUp, provider: plugin },
        // A password would let in people whom the provider no longer lets in; the operator's link may.
        sendReset: async ({ id, email }, token) => {
          if (!oidc || !(await isProviders(db, id, true))) await links.send(email, token);
        },
        latestEnd: async ({ user, session }) => (isVouched(session) ? renewed(user.id) : null),
      });
    });
    return loading;
  };

  const isVouched = ({ signedInBy }: { signedInBy?: string | null }) => signedInBy === "oidc";
  const renewed = async (accountId: string) => (oidc ? oidc.renewal.validUntil(accountId) : null);

  async function sessionOf(headers: Headers): Promise<SessionFacts | null> {
    const found = (await (await load()).api.getSession({ headers })) as SessionFacts | null;
    if (!found || !isVouched(found.session)) return found;
    return (await renewed(found.user.id)) ? found : null;
  }

  const find = async (email: string) => {
    const { internalAdapter } = await (await load()).$context;
    const address = emailAddress(email);
    return address === null ? null : ((await internalAdapter.findUserByEmail(address))?.user ?? null);
  };
  const demand = async (email: string) => {
    const user = await find(email);
    if (!user) throw new AccountError("There is no account with this email address.");
    return user;
  };

  const handler: FetchAccounts = async (request, sourceAddress) => {
    const route = `${request.method} ${new URL(request.url).pathname.replace(/^\/api\/auth(?=\/)/, "")}`;
    if (!reachable.includes(route)) return refusal(404, "NOT_FOUND", "This route does not exist.");
    if (route === "POST /sign-up/email" && config.signUp === "closed") {
      return refusal(403, "SIGN_UP_CLOSED", "Sign-up is closed: the operator of this server makes accounts.");
    }
    const signsIn = route === "POST /sign-in/email";
    const attempt = signsIn ? await attemptIn(request, sourceAddress) : null;
    if (signsIn && !attempt)
      return refusal(400, "VALIDATION_ERROR", "A sign-in names an email and a password.");
    if (naming.includes(route) && emailAddress((await fieldsIn(request))?.email) === null)
      return refusal(400, "INVALID_EMAIL", refusals.INVALID_EMAIL!);
    const wait = attempt && (await guard.take(attempt));
    if (wait !== null) return tooMany(wait);
    const headers = new Headers(request.headers);
    headers.set(sourceHeader, sourceAddress);
    if (route === "POST /request-password-reset") {
      const wait = await links.take(String((await fieldsIn(request))?.email ?? ""));
      if (wait !== null) return tooMany(wait);
    }
    if (["GET /token", "GET /get-session"].includes(route) && (await hasLeft(headers))) {
      return route === "GET /token"
        ? refusal(401, "UNAUTHORIZED", "The session has ended. Sign in again.")
        : Response.json(null, { headers: { "cache-control": "no-store" } });
    }
    const response = await (await load()).handler(new Request(request, { headers }));
    const device = attempt && response.ok ? guard.remember(attempt) : null;
    return withOurHeaders(response, route === "GET /jwks", device);
  };

  /** Whether the provider no longer vouches for the owner of a session; also true without a session. */
  async function hasLeft(headers: Headers): Promise<boolean> {
    const found = (await (await load()).api.getSession({ headers })) as SessionFacts | null;
    return found !== null && isVouched(found.session) && (await renewed(found.user.id)) === null;
  }

  return {
    issuer,
    audience,
    jwks: ownKeys(db),
    handler,
    sessionOf,
    signIn: createSignIn(handler, origin, {
      passwords: config.passwords,
      provider: config.oidc?.name ?? null,
      mail: sendMail !== null,
    }),
    own: createOwnAccount({
      ...{ db, now, sessionOf, fetch: handler, site: origin },
      csrfSecret: derivedSecret(options.secret, "account pages"),
    }),
    async onceLink(email) {
      const { id } = await demand(email);
      return `${oncePath}?${new URLSearchParams({ token: once.mint(id) })}`;
    },
    async useOnceLink(token) {
      const accountId = once.take(token);
      if (accountId === null) return null;
      const { api } = await load();
      const { headers } = await api.beginSession({ body: { accountId }, returnHeaders: true });
      return headers.getSetCookie();
    },
    async createUser(given, password) {
      const email = emailAddress(given);
      if (email === null) throw new AccountError(refusals.INVALID_EMAIL);
      const name = email.split("@")[0] ?? "";
      if (!config.passwords) return makeAccount(email, name);
      const accounts = await load();
      const { user } = await accounts.api.signUpEmail({ body: { email, password, name } }).catch(refused);
      const { internalAdapter } = await accounts.$context;
      // The operator vouches for the address.
      await internalAdapter.updateUser(user.id, { emailVerified: true });
      // Signing up also signs in, which creating an account for somebody else must not.
      await internalAdapter.deleteUserSessions(user.id);
      return user.id;
    },
    async resetPassword(email, password) {
      const { internalAdapter, password: passwords } = await (await load()).$context;
      const { minPasswordLength: least, maxPasswordLength: most } = passwords.config;
      if (password.length < least || password.length > most) {
        throw new AccountError(`A password has ${least} to ${most} characters.`);
      }
      const { id } = await demand(email);
      await internalAdapter.updatePassword(id, await passwords.hash(password));
      await internalAdapter.deleteUserSessions(id);
    },
    async resetLink(email) {
      if (!config.passwords) throw new AccountError("Passwords are off: OVERHEARD_PASSWORDS.");
      const { internalAdapter } = await (await load()).$context;
      const { id } = await demand(email);
      const { identifier, expiresAt, address } = links.mint();
      await internalAdapter.createVerificationValue({ identifier, value: id, expiresAt });
      return address;
    },
    findUser: async (email) => (await find(email))?.id ?? null,
    async issueToken(email) {
      const accounts = await load();
      const user = await demand(email);
      const iat = Math.floor(Date.now() / 1000);
      const { token } = await accounts.api.signJWT({
        body: { payload: { sub: user.id, email: user.email, iat } },
      });
      return token;
    },
  };

  /** Creates an account that signs in at the identity provider. */
  async function makeAccount(email: string, name: string): Promise<string> {
    const { internalAdapter } = await (await load()).$context;
    if (await find(email)) throw new AccountError(refusals.USER_ALREADY_EXISTS);
    const user = await internalAdapter.createUser(
      { email, name, emailVerified: true },
      { method: "oauth", oauth: { providerId: "oidc" } },
    );
    return user.id;
  }
}

const refusals: Record<string, string> = {
  USER_ALREADY_EXISTS: "There is an account with this address already.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is an account with this address already.",
  INVALID_EMAIL: "This is no email address that can be used here.",
  VALIDATION_ERROR: "This is no email address.",
  PASSWORD_TOO_SHORT: "A password has at least 8 characters.",
  PASSWORD_TOO_LONG: "A password has at most 128 characters.",
};

function refused(error: unknown): never {
  const code = (error as { body?: { code?: string } }).body?.code ?? "";
  throw code in refusals ? new AccountError(refusals[code]) : error;
}

/** A refusal in the shape of the library's own. */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store" } });
}

/** The account that a request wants to sign in to; null if it names none. */
async function attemptIn(request: Request, from: string): Promise<Attempt | null> {
  const given = await fieldsIn(request);
  if (typeof given?.email !== "string") return null;
  return { email: given.email, from, cookie: request.headers.get("cookie") ?? "" };
}

const fieldsIn = (request: Request) => fieldsOf(request.clone()).catch(() => null);

async function fieldsOf(request: Request): Promise<{ email?: unknown } | null> {
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const text = await request.text();
  return type.includes("form") ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}

function tooMany(seconds: number): Response {
  const response = refusal(
    429,
    "TOO_MANY_ATTEMPTS",
    "Too many attempts on this account. Wait, or sign in where you have before.",
  );
  response.headers.set("retry-after", String(seconds));
  return response;
}

function withOurHeaders(response: Response, cacheable: boolean, device: string | null): Response {
  const ours = new Response(response.body, response);
  if (device !== null) ours.headers.append("set-cookie", device);
  ours.headers.set("cache-control", cacheable ? "public, max-age=300" : "no-store");
  const retryAfter = ours.headers.get("x-retry-after");
  if (retryAfter) ours.headers.set("retry-after", retryAfter);
  if (ours.headers.get("content-type")?.startsWith("text/plain"))
    ours.headers.set("content-type", "application/json");
  return ours;
}
