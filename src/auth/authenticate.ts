import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { planStatuses, plans } from "../kernel/access/plan.ts";
import { scopes } from "../kernel/access/scope.ts";
import type { Caller } from "../kernel/caller.ts";

import { findConnectorToken } from "../store/accounts/connectors.ts";
import { findKeyWithUser } from "../store/accounts/keys.ts";
import { ownIssuer, type User, userOf, userOfSession } from "../store/accounts/users.ts";
import { type Db, rfc3339 } from "../store/db/db.ts";
import { type JwtVerifier, unauthorized } from "./jwt/jwt.ts";
import type { Keys } from "./key.ts";
import type { KeyUse } from "./key-use.ts";
import type { ConnectorTokens } from "./oauth/connector-token.ts";

const headerBytesAtMost = 8 * 1024;
const rememberedMs = 1_000;

const bearer = /^bearer ([!-~]+)$/i;
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Authenticator {
  /**
   * Who sends these Authorization headers (all that the request has).
   * Throws UNAUTHORIZED with `details.reason` missing, malformed, invalid or expired.
   */
  authenticate(authorizationHeaders: readonly string[]): Promise<Caller>;
  /** To be called when a key is gone or a user's plan is another: what is remembered of them is dropped. */
  forgetKey(keyId: string): void;
  forgetUser(userId: string): void;
  /** To be called when tokens of assistants may have been revoked. */
  forgetConnectors(): void;
}

/** The tokens of assistants that our own OAuth server gives out. */
export interface ConnectorSource {
  tokens: ConnectorTokens;
  /** What they must have been issued for. */
  resource: string;
  use: KeyUse;
}

/** A caller, and until when the token speaks for it; null: for ever. */
interface Known {
  caller: Caller;
  validUntil: Date | null;
}

export function createAuthenticator(options: {
  db: Db;
  keyPrefix: string;
  keys: Keys;
  keyUse: KeyUse;
  jwt: JwtVerifier;
  /** None where another identity provider signs people in. */
  connectors?: ConnectorSource;
  /** What stands in `users.issuer` for those whom the JWTs speak for. */
  issuer: string;
  now(): Date;
  /** Milliseconds on a clock that never jumps. */
  elapsed?(): number;
}): Authenticator {
  const {
    db,
    keyPrefix,
    keys,
    keyUse,
    jwt,
    connectors,
    issuer,
    now,
    elapsed = () => performance.now(),
  } = options;
  const remembered = new LRUCache<string, Known>({
    max: 10_000,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  const asked = new Map<string, Promise<Known>>();
  /** Grows when something is forgotten, so that a look-up from before then is not remembered after it. */
  let generation = 0;

  async function lookUp(token: string): Promise<Known> {
    if (connectors && token.startsWith(connectors.tokens.prefix)) return byConnector(connectors, token);
    if (token.startsWith(`${keyPrefix}_`)) return byKey(keys.hashOf(token));
    if (jwtShape.test(token)) return byJwt(token);
    throw unauthorized("malformed");
  }

  async function byKey(keyHash: Buffer | null): Promise<Known> {
    const found = keyHash && (await findKeyWithUser(db, keyHash));
    if (!found) throw unauthorized("invalid");
    return { caller: callerOf(found.user, "key", found.keyId), validUntil: found.expiresAt };
  }

  async function byConnector({ tokens, resource }: ConnectorSource, token: string): Promise<Known> {
    const tokenHash = tokens.hashOf(token);
    const found = tokenHash === null ? undefined : await findConnectorToken(db, tokenHash);
    if (!found?.resources.includes(resource)) throw unauthorized("invalid");
    const { subject, email, connectorId, expiresAt } = found;
    const user = await userOf(db, { issuer: ownIssuer, subject, email }, now());
    const granted = scopes.filter((scope) => found.scopes.includes(scope));
    return {
      caller: { ...callerOf(user, "connector", connectorId), scopes: granted },
      validUntil: expiresAt,
    };
  }

  async function byJwt(token: string): Promise<Known> {
    const { subject, email, sessionId, validUntil } = await jwt.verify(token);
    const who = { issuer, subject, email };
    // A session that was ended takes its tokens with it; those of another provider's sessions we do not know.
    const ours = issuer === ownIssuer && sessionId !== null;
    const user = ours ? await userOfSession(db, who, sessionId, now()) : await userOf(db, who, now());
    if (!user) throw unauthorized("invalid");
    return { caller: callerOf(user, "session", null), validUntil };
  }

  /** One look-up for all who ask at once, remembered for a second. */
  function known(id: string, lookUp: () => Promise<Known>): Promise<Known> {
    const hit = remembered.get(id);
    if (hit) return Promise.resolve(hit);
    const running = asked.get(id);
    if (running) return running;
    const begun = generation;
    const answer = lookUp().then((found) => {
      if (begun === generation) remembered.set(id, found);
      return found;
    });
    asked.set(id, answer);
    const done = () => void (asked.get(id) === answer && asked.delete(id));
    answer.then(done, done);
    return answer;
  }

  function forget(matches: (caller: Caller) => boolean): void {
    generation += 1;
    asked.clear();
    for (const [id, { caller }] of remembered.entries()) if (matches(caller)) remembered.delete(id);
  }

  return {
    async authenticate(headers) {
      const token = tokenIn(headers);
      // A plain hash, for memory only: the peppered one that the store knows costs thirty times as much.
      const { caller, validUntil } = await known(hash("sha256", token, "base64"), () => lookUp(token));
      if (validUntil && validUntil <= now()) throw unauthorized("expired");
      if (caller.kind === "key") keyUse.used(caller.credentialId!);
      if (caller.kind === "connector") connectors?.use.used(caller.credentialId!);
      return caller;
    },
    forgetKey: (keyId) => forget((caller) => caller.credentialId === keyId),
    forgetUser: (userId) => forget((caller) => caller.userId === userId),
    forgetConnectors: () => forget((caller) => caller.kind === "connector"),
  };
}

function tokenIn(headers: readonly string[]): string {
  const [header] = headers;
  if (!header?.trim()) throw unauthorized("missing");
  if (headers.length > 1 || header.length > headerBytesAtMost) throw unauthorized("malformed");
  const token = bearer.exec(header)?.[1];
  if (!token) throw unauthorized("malformed");
  return token;
}

/** Throws UNAUTHORIZED where the account is disabled: to whoever holds its credentials it is as if they were gone. */
function callerOf(user: User, kind: Caller["kind"], credentialId: string | null): Caller {
  if (user.disabled_at !== null) throw unauthorized("invalid");
  return {
    userId: user.id,
    kind,
    credentialId,
    scopes,
    email: user.email,
    plan: oneOf(plans, user.plan, "free"),
    planStatus: oneOf(planStatuses, user.plan_status, "active"),
    planStartedAt: rfc3339(user.plan_started_at),
  };
}

function oneOf<T extends string>(allowed: readonly T[], text: string, fallback: T): T {
  return allowed.find((value) => value === text) ?? fallback;
}
