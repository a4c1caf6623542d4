import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { findConnectorToken } from "../accounts/connectors/connectors.ts";
import { findKey, rehashKey } from "../accounts/keys/keys.ts";
import { memberOf, ownIssuer } from "../accounts/users.ts";
import type { Caller } from "../api/caller.ts";
import type { Db } from "../db/db.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { Problem, type ProblemCode } from "../kernel/problem.ts";
import { scopesOf } from "../kernel/role.ts";
import type { Membership } from "../organizations/members/memberships.ts";
import { type JwtVerifier, unauthorized } from "./jwt/jwt.ts";
import type { Keys } from "./key.ts";
import type { KeyUse } from "./key-use.ts";
import type { ConnectorTokens } from "./oauth/connector-token.ts";

const headerBytesAtMost = 8 * 1024;
const rememberedMs = 1_000;

const bearer = /^bearer +([!-~]+)$/i;
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Authenticator {
  /**
   * The caller who sends these Authorization headers (all of the request's), in the organization with this id. Without
   * one, a session acts in the organization that its user chose last; keys and connectors have only one. Throws UNAUTHORIZED with
   * `details.reason` missing, malformed, invalid or expired; ORGANIZATION_NOT_FOUND.
   */
  authenticate(authorizationHeaders: readonly string[], organization?: string | null): Promise<Caller>;
  /** Call it when a key is deleted, or a role or plan changes: what is remembered is dropped. */
  forgetKey(keyId: string): void;
  forgetUser(userId: string): void;
  forgetOrganization(organizationId: string): void;
  /** Call it when tokens of assistants may have been revoked. */
  forgetConnectors(): void;
}

/** The tokens of assistants that our own OAuth server gives out. */
export interface ConnectorSource {
  tokens: ConnectorTokens;
  /** The resource they must have been issued for. */
  resource: string;
  use: KeyUse;
}

/** A caller, and how long the token is valid; null: without end. */
interface Known {
  caller: Caller;
  validUntil: Date | null;
}

export function createAuthenticator(options: {
  db: Db;
  keyPrefix: string;
  keys: Keys;
  /** Keys as hashed with the previous secret, if there is one. */
  formerKeys?: Keys | null;
  keyUse: KeyUse;
  jwt: JwtVerifier;
  /** Absent if another identity provider signs people in. */
  connectors?: ConnectorSource;
  /** The value of `users.issuer` for the users of the JWTs. */
  issuer: string;
  /** Hashes by which somebody is known again who has deleted their account. */
  marks?(text: string): string[];
  now(): Date;
  /** Milliseconds on a clock that never jumps. */
  elapsed?(): number;
}): Authenticator {
  const {
    db,
    keyPrefix,
    keys,
    formerKeys,
    keyUse,
    jwt,
    connectors,
    issuer,
    marks,
    now,
    elapsed = () => performance.now(),
  } = options;
  const remembered = new LRUCache<string, Known>({
    max: 10_000,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  const lookups = new Map<string, Promise<Known>>();
  /** Grows when something is forgotten, so that an earlier lookup is not remembered after that. */
  let generation = 0;

  async function lookUp(token: string, organization: string | null): Promise<Known> {
    if (connectors && token.startsWith(connectors.tokens.prefix)) return byConnector(connectors, token);
    if (token.startsWith(`${keyPrefix}_`)) return byKey(token);
    if (jwtShape.test(token)) return byJwt(token, organization);
    throw unauthorized("malformed");
  }

  async function byKey(token: string): Promise<Known> {
    const keyHash = keys.hashOf(token);
    const formerHash = keyHash && formerKeys?.hashOf(token);
    let key = keyHash && (await findKey(db, keyHash));
    if (!key && keyHash && formerHash && (await rehashKey(db, formerHash, keyHash)))
      key = await findKey(db, keyHash);
    if (!key) throw unauthorized("invalid");
    const { membership, keyId, scopes, expiresAt } = key;
    return { caller: callerOf(membership, "key", keyId, scopes), validUntil: expiresAt };
  }

  async function byConnector({ tokens, resource }: ConnectorSource, token: string): Promise<Known> {
    const tokenHash = tokens.hashOf(token);
    if (tokenHash) await tokens.renew?.(token.slice(tokens.prefix.length), "access_token");
    const grant = tokenHash === null ? undefined : await findConnectorToken(db, tokenHash);
    if (!grant?.resources.includes(resource)) throw unauthorized("invalid");
    const { subject, email, connectorId, organizationId, expiresAt } = grant;
    const identity = { issuer: ownIssuer, subject, email, ...(marks ? { marks } : {}) };
    const membership = await memberOf(db, identity, organizationId, now()).catch((error) => {
      // The member who let it in has left that organization.
      throw isProblem(error, "ORGANIZATION_NOT_FOUND") ? unauthorized("invalid") : error;
    });
    return { caller: callerOf(membership, "connector", connectorId, grant.scopes), validUntil: expiresAt };
  }

  async function byJwt(token: string, organization: string | null): Promise<Known> {
    const { subject, email, sessionId, validUntil } = await jwt.verify(token);
    const organizationId = organization === null ? null : canonicalUuid(organization);
    if (organization !== null && organizationId === null) throw noSuchOrganization();
    // Ending a session ends its tokens; other providers' sessions are unknown to us.
    const session = issuer === ownIssuer ? sessionId : null;
    const identity = { issuer, subject, email, ...(marks ? { marks } : {}) };
    const membership = await memberOf(db, identity, organizationId, now(), session);
    return { caller: callerOf(membership, "session", null, null), validUntil };
  }

  /** One lookup for all simultaneous requests, remembered for a second. */
  function lookUpOnce(id: string, lookUp: () => Promise<Known>): Promise<Known> {
    const hit = remembered.get(id);
    if (hit) return Promise.resolve(hit);
    const running = lookups.get(id);
    if (running) return running;
    const startGeneration = generation;
    const answer = lookUp().then((access) => {
      if (startGeneration === generation) remembered.set(id, access);
      return access;
    });
    lookups.set(id, answer);
    const done = () => void (lookups.get(id) === answer && lookups.delete(id));
    answer.then(done, done);
    return answer;
  }

  function forget(matches: (caller: Caller) => boolean): void {
    generation += 1;
    lookups.clear();
    for (const [id, { caller }] of remembered.entries()) if (matches(caller)) remembered.delete(id);
  }

  return {
    async authenticate(headers, organization = null) {
      const token = tokenIn(headers);
      const id = hash("sha256", organization === null ? token : `${token} ${organization}`, "base64");
      // A plain hash, for memory only: the peppered one in the store costs thirty times as much.
      const { caller, validUntil } = await lookUpOnce(id, () => lookUp(token, organization));
      if (validUntil && validUntil <= now()) throw unauthorized("expired");
      if (organization !== null && caller.organizationId !== canonicalUuid(organization))
        throw noSuchOrganization();
      if (caller.kind === "key") keyUse.used(caller.credentialId!);
      if (caller.kind === "connector") connectors?.use.used(caller.credentialId!);
      return caller;
    },
    forgetKey: (keyId) => forget((caller) => caller.credentialId === keyId),
    forgetUser: (userId) => forget((caller) => caller.userId === userId),
    forgetOrganization: (organizationId) => forget((caller) => caller.organizationId === organizationId),
    forgetConnectors: () => forget((caller) => caller.kind === "connector"),
  };
}

const noSuchOrganization = (): Problem =>
  new Problem("ORGANIZATION_NOT_FOUND", {
    message:
      "The header Overheard-Organization names no organization that this token opens: it takes an id, and a key opens its own organization alone.",
  });

function tokenIn(headers: readonly string[]): string {
  const [header] = headers;
  if (!header?.trim()) throw unauthorized("missing");
  if (headers.length > 1 || header.length > headerBytesAtMost) throw unauthorized("malformed");
  const token = bearer.exec(header)?.[1];
  if (/^bearer\s*$/i.test(header)) throw unauthorized("malformed", noToken);
  if (!token)
    throw unauthorized("malformed", schemes.find(([begins]) => begins.test(header))?.[1] ?? noScheme);
  if (/^["'`]|["'`]$/.test(token)) throw unauthorized("malformed", quotes);
  return token;
}

const headerForm = "The header is written `Authorization: Bearer TOKEN`";
const noToken = `${headerForm}, and no token follows Bearer: a variable may be empty.`;
const noScheme = `${headerForm}: the word Bearer is missing before the token.`;
const schemes: readonly (readonly [begins: RegExp, says: string])[] = [
  [
    /^basic\b/i,
    `${headerForm}: names and passwords (Basic) are not taken. With curl, write -H in place of -u.`,
  ],
  [/^bearer\s+bearer\b/i, `${headerForm}: the word Bearer stands twice.`],
  [/^bearer[:=]/i, `${headerForm}: a space follows Bearer, no colon and no equals sign.`],
  [/^bearer\b/i, `${headerForm}: the word Bearer, a space, one token, and nothing else.`],
  [/^\S+\s+\S+$/, `${headerForm}: write Bearer in place of the word before the token.`],
];
const quotes = `${headerForm}, without quotation marks around the token.`;

/**
 * `granted`: the most that the key or connector can do; null: all that the role can. Throws UNAUTHORIZED if the account
 * is disabled, as if its credentials did not exist.
 */
function callerOf(
  { disabled, ...membership }: Membership,
  kind: Caller["kind"],
  credentialId: string | null,
  granted: readonly string[] | null,
): Caller {
  if (disabled) throw unauthorized("invalid");
  const roleScopes = scopesOf(membership.role);
  const scopes = granted === null ? roleScopes : roleScopes.filter((scope) => granted.includes(scope));
  return { ...membership, kind, credentialId, scopes };
}

const isProblem = (error: unknown, code: ProblemCode): boolean =>
  error instanceof Problem && error.code === code;
