import type { OAuthProviderExtension } from "@better-auth/oauth-provider";
import { LRUCache } from "lru-cache";
import { evictPendingClients, findClient, saveClient } from "../../accounts/connectors/oauth-clients.ts";
import type { Db } from "../../db/db.ts";
import type { LimitClass, Limiter } from "../../kernel/limit.ts";
import type { Log } from "../../kernel/log.ts";
import { clientMetadataOf } from "./client-metadata.ts";
import { allScopes } from "./oauth-query.ts";

/**
 * Reads a JSON document from a foreign address: bounded, without redirects, public addresses only. Otherwise rejects.
 */
export type ReadDocument = (url: string) => Promise<unknown>;

/** What is known of a client from its document; `limited`: nothing, and it may not be fetched right now. */
export type DocumentState = "known" | "unknown" | "limited";

/** Clients whose id is the address of a document that describes them (client ID metadata documents). */
export interface DocumentClients {
  is(clientId: string): boolean;
  /** Reads the document unless that was done recently. `network`: what the fetch is counted against. */
  look(clientId: string, network: string): Promise<DocumentState>;
}

type Discovery = Extract<NonNullable<OAuthProviderExtension["clientDiscovery"]>, { id: string }>;

const freshMs = 3_600_000;
/** Used while the document cannot be fetched. */
const staleMs = 86_400_000;
const failedMs = 300_000;
const failedMax = 1_000;

/**
 * What was read is kept for an hour, and for a day if the document cannot be reached. Strangers choose what is fetched,
 * so there is one fetch at a time per document, few per network, few in all, and failures are remembered.
 */
export function createDocumentClients(options: {
  db: Db;
  log: Log;
  limiter: Limiter;
  now(): Date;
  read: ReadDocument;
  /** `host:port` that the operator lets be fetched; only there a document may come over plain http. */
  allow: readonly string[];
  /** Milliseconds on a clock that never jumps. */
  elapsed?(): number;
}): DocumentClients {
  const { db, log, limiter, now, read, allow, elapsed = () => performance.now() } = options;
  const perf = { now: elapsed };
  const failed = new LRUCache<string, true>({ max: failedMax, ttl: failedMs, ttlResolution: 0, perf });
  const reading = new Map<string, Promise<boolean>>();

  const tryTake = async (who: string, limitClass: LimitClass) => {
    const state = await limiter.take(who, limitClass, limitClass);
    return !state || state.allowed;
  };

  async function refreshed(clientId: string): Promise<boolean> {
    try {
      const document = await read(clientId);
      if ((document as { client_id?: unknown } | null)?.client_id !== clientId)
        throw new Error("another client's");
      const metadata = clientMetadataOf(document);
      await saveClient(db, { clientId, ...metadata, source: "document" }, allScopes, now());
      await evictPendingClients(db);
      return true;
    } catch (error) {
      failed.set(clientId, true);
      log.debug({ from: "oauth", error: (error as Error).name }, "a client's document could not be used");
      return false;
    }
  }

  /** Requests for a document that is being read wait for it and are not counted. */
  async function readOnce(clientId: string, network: string): Promise<boolean | "limited"> {
    const running = reading.get(clientId);
    if (running) return running;
    if (!(await tryTake(network, "oauth_document")) || !(await tryTake("all", "oauth_document_all")))
      return "limited";
    const refresh = reading.get(clientId) ?? refreshed(clientId).finally(() => reading.delete(clientId));
    reading.set(clientId, refresh);
    return refresh;
  }

  return {
    is: (clientId) => isDocumentAddress(clientId, allow),
    async look(clientId, network) {
      const client = await findClient(db, clientId);
      const age = client ? now().getTime() - client.updatedAt.getTime() : Number.POSITIVE_INFINITY;
      if (age <= freshMs) return "known";
      const read = failed.has(clientId) ? false : await readOnce(clientId, network);
      if (read === true || age <= staleMs) return "known";
      return read === "limited" ? "limited" : "unknown";
    },
  };
}

/**
 * The same for the library. It is only shown what has been read: the authorization endpoint has looked before it asks,
 * and at the others nobody is known by a document that was never used.
 */
export function documentDiscovery(
  clients: DocumentClients,
  networkIn: (headers: Headers) => string,
): Discovery {
  return {
    id: "document",
    matches: clients.is,
    async resolve({ context, headers }, clientId, stored) {
      if (!stored || (await clients.look(clientId, networkIn(headers ?? new Headers()))) !== "known")
        return null;
      return context.adapter.findOne({
        model: "oauthClient",
        where: [{ field: "clientId", value: clientId }],
      });
    },
    discoveryMetadata: { client_id_metadata_document_supported: true },
  };
}

const addressMax = 512;

/** An https address with a path, spelled as it is fetched: no user, query, fragment or dot segments. */
export function isDocumentAddress(clientId: string, allow: readonly string[] = []): boolean {
  const url = clientId.length > addressMax ? null : URL.parse(clientId);
  if (!url || url.href !== clientId) return false;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allow.includes(url.host))) return false;
  return url.pathname !== "/" && url.username === "" && url.password === "" && !/[?#]/.test(clientId);
}
