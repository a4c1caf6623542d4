import { endMakersWays } from "../../accounts/disabling.ts";
import { isProviders } from "../../accounts/oidc-grants.ts";
import { boundSessions, endBegun } from "../../accounts/sessions.ts";
import type { Db } from "../../db/db.ts";
import type { Limiter } from "../../kernel/limit.ts";
import type { Log } from "../../kernel/log.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import { organizationNamesOf } from "../../organizations/members/memberships.ts";
import { typedAddress } from "../../outbound/mail/email-address.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { ownKeys, type ReadKeys } from "../jwt/jwks.ts";
import { type AdmissionRules, isOfProvider } from "../oidc/admission.ts";
import type { ProviderSettings } from "../oidc/provider.ts";
import { providerParts } from "../oidc/provider-parts.ts";
import { derivedSecret } from "../server-secret.ts";
import { AccountError } from "./account-error.ts";
import type { PasswordHash } from "./account-options.ts";
import { createAccountRequests, sourceHeader } from "./account-requests.ts";
import type { Accounts, SessionFacts } from "./accounts.ts";
import type { FetchAccounts } from "./fetch-accounts.ts";
import { createJoining, type Joining } from "./joining.ts";
import { createConfirmationLinks } from "./links/confirmation-link.ts";
import { createMailedSignUp } from "./links/mailed-sign-up.ts";
import { createOnceLinks } from "./links/once-links.ts";
import { createOwnAccount, type OwnAccount } from "./own-account.ts";
import { createHashingPlaces, HashingBusy } from "./passwords/hashing-places.ts";
import { createMemberLinks, type MemberLinks } from "./passwords/member-links.ts";
import { createPasswordLinks } from "./passwords/password-link.ts";
import { nearFault, passwordFault } from "./passwords/password-rules.ts";
import { cookieNamesAt } from "./session-cookies.ts";
import type { SessionLives } from "./session-lives.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { createSignInGuard } from "./sign-in-guard.ts";
import { type CredentialChange, createNotices } from "./sign-ins/notices.ts";
import type { SignInEnd } from "./sign-ins/sign-in-end.ts";
import { createSignIns } from "./sign-ins/sign-ins.ts";

/** The built-in accounts: an identity provider of our own. */
export interface Identity {
  issuer: string;
  audience: string;
  /** Answers everything under /api/auth. */
  handler: FetchAccounts;
  /** The ways to sign in, for pages. */
  signIn: SignIn;
  /** A path on this site that signs somebody in, once, within a quarter of an hour. Throws AccountError. */
  onceLink(email: string): Promise<string>;
  /** The cookies of a session that such a link begins; null if the link does not work, or no longer does. */
  useOnceLink(token: string, sourceAddress: string): Promise<string[] | null>;
  /** Notes a change that the operator has made to how an account signs in. */
  changed(accountId: string, change: CredentialChange): Promise<void>;
  /** What people can do with their own account, for its page. */
  own: OwnAccount;
  /** The session of a request, confirmed by the identity provider if that opened it; null if there is none. */
  sessionOf(headers: Headers): Promise<SessionFacts | null>;
  /** Accounts that people make for themselves, by a link that lets them. */
  joining: Joining;
  memberLinks: MemberLinks;
  /**
   * Creates an account, even if sign-up is closed; returns its id. Its name is the address's, and the address counts as
   * confirmed, unless told otherwise. Throws AccountError.
   */
  createUser(email: string, password: string, terms?: NewAccountTerms): Promise<string>;
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

interface NewAccountTerms {
  name?: string;
  confirmed?: boolean;
  /** The name of the organization that it is made for. */
  organization?: string;
}

/** Where such a link leads; src/server/pages answers there. */
export const oncePath = "/sign-in/once";

export interface IdentityConfig {
  siteUrl: string;
  baseUrl: string;
  signUp: "open" | "closed";
  passwords: boolean;
  oidc: (ProviderSettings & AdmissionRules & { name: string }) | null;
  /** How long sessions last; by default a week without use, and a month. */
  sessions?: SessionLives;
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
  /** What a test hashes passwords with, where hashing is not what it is about. */
  passwordHash?: PasswordHash | undefined;
  /** Counts how attempts to sign in end. */
  observeSignIn?(end: Pick<SignInEnd, "way" | "outcome">): void;
}): Identity {
  const { db, log, limiter, config, sendMail, now = () => new Date() } = options;
  const issuer = config.siteUrl;
  const sessions = config.sessions ?? { idleSeconds: 7 * 86_400, maxSeconds: 30 * 86_400 };
  const { origin } = new URL(config.siteUrl);
  const audience = `${config.baseUrl}/v1`;
  const guard = createSignInGuard({ db, limiter, siteUrl: config.siteUrl, secret: options.secret });
  const shutOut = (accountId: string) =>
    signIns.signInEnded({ way: "provider", outcome: "ended_by_provider", accountId, source: null });
  const oidc = config.oidc && providerParts({ ...options, now, shutOut }, config.oidc);
  const links = createPasswordLinks({ site: origin, sendMail, limiter, now });
  const once = createOnceLinks(now);
  const signIns = createSignIns({
    cookieNames: cookieNamesAt(config.siteUrl),
    ...{ db, log, limiter, now },
    notices: createNotices({ site: origin, sendMail, limiter, now }),
    observe: options.observeSignIn ?? (() => undefined),
  });
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
      await boundSessions(db, sessions);
      return createAccounts({
        ...{ db, log, limiter, secret, siteUrl: config.siteUrl, issuer, audience, sourceHeader },
        ...{ passwords: config.passwords, signUp: config.signUp, provider: plugin },
        // A password would let in people whom the provider no longer lets in; the operator's link may.
        sendReset: async ({ id, email }, token) => {
          if (oidc && (await isProviders(db, id, true))) return;
          // Whoever asks is not told: they may be anybody, and those before have been sent to the owner.
          if (!(await links.take(email, "reset"))) return;
          const { internalAdapter } = await (await load()).$context;
          const expiresAt = links.end();
          await internalAdapter.createVerificationValue({ ...links.mailed(token), value: id, expiresAt });
          await links.send(email, token);
        },
        ...{ sessions, passwordHash: options.passwordHash },
        latestEnd: async ({ user, session }) => (isVouched(session) ? renewed(user.id) : null),
      });
    });
    return loading;
  };

  const isVouched = ({ signedInBy }: { signedInBy?: string | null }) => signedInBy === "oidc";
  const renewed = async (accountId: string) => (oidc ? oidc.renewal.validUntil(accountId) : null);

  /** Renewing it is left to the request that can give the browser a renewed cookie. */
  const readSession = async (headers: Headers) =>
    (await (
      await load()
    ).api.getSession({ headers, query: { disableRefresh: true } })) as SessionFacts | null;

  async function sessionOf(headers: Headers): Promise<SessionFacts | null> {
    const facts = await readSession(headers);
    if (!facts || !isVouched(facts.session)) return facts;
    return (await renewed(facts.user.id)) ? facts : null;
  }

  const needsProvider = (email: string): boolean => config.oidc !== null && isOfProvider(config.oidc, email);

  const find = async (email: string) => {
    const { internalAdapter } = await (await load()).$context;
    const address = typedAddress(email);
    return address === null ? null : ((await internalAdapter.findUserByEmail(address))?.user ?? null);
  };
  const demand = async (email: string) => {
    const user = await find(email);
    if (!user) throw new AccountError("There is no account with this email address.");
    return user;
  };

  const hashing = createHashingPlaces();
  const answer = createAccountRequests({
    ...{ db, limiter, guard, hashing, origin, config, load, readSession, hasLeft },
    provider: oidc?.provider ?? null,
    needsProvider,
    links,
    signUpByMail: sendMail && createMailedSignUp({ load, links, site: origin, sendMail }),
  });
  const handler: FetchAccounts = (request) => signIns.watch(request, () => answer(request));

  /** Whether the provider no longer vouches for the owner of a session; also true without a session. */
  async function hasLeft(headers: Headers): Promise<boolean> {
    const facts = await readSession(headers);
    return facts !== null && isVouched(facts.session) && (await renewed(facts.user.id)) === null;
  }

  const signIn = createSignIn(handler, origin, {
    passwords: config.passwords,
    provider: config.oidc?.name ?? null,
    mail: sendMail !== null,
  });
  const findUser = async (email: string) => (await find(email))?.id ?? null;

  return {
    issuer,
    audience,
    jwks: ownKeys(db),
    handler,
    sessionOf,
    signIn,
    joining: createJoining({
      ...{ db, now, passwords: config.passwords, findUser, createUser, needsProvider },
      withPassword: signIn.withPassword,
    }),
    memberLinks: createMemberLinks({ db, now, resetPassword: resetByMember }),
    own: createOwnAccount({
      ...{ db, now, sessionOf, fetch: handler, site: origin },
      csrfSecret: derivedSecret(options.secret, "account pages"),
      confirmations:
        sendMail &&
        createConfirmationLinks({
          ...{ site: origin, sendMail, limiter, now },
          secret: derivedSecret(options.secret, "confirmation links"),
        }),
    }),
    async onceLink(email) {
      const { id } = await demand(email);
      return `${oncePath}?${new URLSearchParams({ token: once.mint(id) })}`;
    },
    async useOnceLink(token, source) {
      const accountId = once.take(token);
      const end = { way: "once_link", accountId, source } as const;
      if (accountId === null) {
        await signIns.signInEnded({ ...end, outcome: "link_refused" });
        return null;
      }
      const { api } = await load();
      const { headers } = await api.beginSession({ body: { accountId }, returnHeaders: true });
      await signIns.signInEnded({ ...end, outcome: "signed_in" });
      return headers.getSetCookie();
    },
    createUser,
    resetPassword,
    async resetLink(email) {
      if (!config.passwords) throw new AccountError("Passwords are off: OVERHEARD_PASSWORDS.");
      const { internalAdapter } = await (await load()).$context;
      const { id } = await demand(email);
      const { identifier, expiresAt, address } = links.mint();
      await internalAdapter.createVerificationValue({ identifier, value: id, expiresAt });
      return address;
    },
    changed: (accountId, change) => signIns.changed(accountId, change, null),
    findUser,
    async issueToken(email) {
      const accounts = await load();
      const user = await demand(email);
      await signIns.signInEnded({ way: "command", outcome: "signed_in", accountId: user.id, source: null });
      const iat = Math.floor(Date.now() / 1000);
      const { token } = await accounts.api.signJWT({
        body: { payload: { sub: user.id, email: user.email, iat } },
      });
      return token;
    },
  };

  /** In a place of its own: the operator's commands are carried out by the server that runs. Throws AccountError. */
  function hashed<T>(work: () => Promise<T>): Promise<T> {
    return hashing.run("recognized", work).catch((error) => {
      if (!(error instanceof HashingBusy)) throw error;
      throw new AccountError("The server is busy with passwords. Try again in a few seconds.");
    });
  }

  async function createUser(
    address: string,
    password: string,
    { confirmed = true, organization, ...terms }: NewAccountTerms = {},
  ): Promise<string> {
    const email = typedAddress(address);
    if (email === null) throw new AccountError(refusals.INVALID_EMAIL);
    const name = terms.name ?? email.split("@")[0] ?? "";
    if (!config.passwords) return makeAccount(email, name);
    demandPassword(password, { email, organizations: organization ? [organization] : [] });
    const accounts = await load();
    const { user } = await hashed(() =>
      accounts.api.signUpEmail({ body: { email, password, name } }).catch(refused),
    );
    const { internalAdapter } = await accounts.$context;
    // Whoever lets somebody make it vouches for the address, or else it counts as one that anybody may have typed.
    if (confirmed) await internalAdapter.updateUser(user.id, { emailVerified: true });
    // Signing up also signs in, which creating an account for somebody else must not.
    await internalAdapter.deleteUserSessions(user.id);
    return user.id;
  }

  async function resetPassword(email: string, password: string): Promise<void> {
    const { internalAdapter, password: passwords } = await (await load()).$context;
    const { id } = await demand(email);
    demandPassword(password, { email, organizations: await organizationNamesOf(db, id) });
    const hash = await hashed(() => passwords.hash(password));
    if (await internalAdapter.findCredentialAccount(id)) await internalAdapter.updatePassword(id, hash);
    else
      await internalAdapter.linkAccount({
        userId: id,
        providerId: "credential",
        accountId: id,
        password: hash,
      });
    await internalAdapter.deleteUserSessions(id);
    // Whom the password is given may be somebody else than whoever made the account, and has proven no address by it.
    await endMakersWays(db, id);
    await endBegun(db, id);
  }

  /** By a link that an admin of theirs made. */
  async function resetByMember(email: string, password: string): Promise<void> {
    await resetPassword(email, password);
    await signIns.changed((await demand(email)).id, "password", null);
  }

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
  INVALID_EMAIL: "This is no email address that can be used here: write one like ada@example.com.",
  VALIDATION_ERROR: "This is no email address.",
};

function demandPassword(password: string, account: Parameters<typeof nearFault>[1]): void {
  const fault = passwordFault(password) ?? nearFault(password, account);
  if (fault) throw new AccountError(fault.message);
}

function refused(error: unknown): never {
  const code = (error as { body?: { code?: string } }).body?.code ?? "";
  throw code in refusals ? new AccountError(refusals[code]) : error;
}
