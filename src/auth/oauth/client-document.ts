import type { OAuthProviderExtension } from "@better-auth/oauth-provider";
import type { Log } from "../../kernel/log.ts";
import { findClient, saveClient } from "../../store/accounts/oauth-clients.ts";
import type { Db } from "../../store/db/db.ts";
import { clientMetadataOf } from "./client-metadata.ts";

/** Reads a JSON document at a stranger's address: bounded, without redirects, public addresses only. Rejects else. */
export type ReadDocument = (url: string) => Promise<unknown>;

type Discovery = Extract<NonNullable<OAuthProviderExtension["clientDiscovery"]>, { id: string }>;

const freshMs = 3_600_000;
/** Used while the document cannot be had. */
const staleMs = 86_400_000;

/**
 * Clients whose id is the address of a document that describes them (client ID metadata documents). What was read
 * is kept for an hour, and for a day where the document is out of reach.
 */
export function documentClients(options: {
  db: Db;
  log: Log;
  now(): Date;
  read: ReadDocument;
  scopes: readonly string[];
  /** `host:port` that the operator lets be fetched; only there a document may come over plain http. */
  allow: readonly string[];
}): Discovery {
  const { db, log, now, read, scopes, allow } = options;

  async function refreshed(clientId: string): Promise<boolean> {
    try {
      const document = await read(clientId);
      if ((document as { client_id?: unknown } | null)?.client_id !== clientId) return false;
      const metadata = clientMetadataOf(document);
      await saveClient(db, { clientId, ...metadata, source: "document" }, scopes, now());
      return true;
    } catch (error) {
      log.debug({ from: "oauth", error: (error as Error).name }, "a client's document could not be used");
      return false;
    }
  }

  return {
    id: "document",
    matches: (clientId) => isDocumentAddress(clientId, allow),
    async resolve({ context }, clientId) {
      const known = await findClient(db, clientId);
      const age = known ? now().getTime() - known.updatedAt.getTime() : Number.POSITIVE_INFINITY;
      if (age > freshMs && !(await refreshed(clientId)) && age > staleMs) return null;
      return context.adapter.findOne({
        model: "oauthClient",
        where: [{ field: "clientId", value: clientId }],
      });
    },
    discoveryMetadata: { client_id_metadata_document_supported: true },
  };
}

const addressMax = 2048;

/** An https address with a path, spelled as it is fetched: no user, query, fragment or dot segments. */
export function isDocumentAddress(clientId: string, allow: readonly string[] = []): boolean {
  const url = clientId.length > addressMax ? null : URL.parse(clientId);
  if (!url || url.href !== clientId) return false;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allow.includes(url.host))) return false;
  return url.pathname !== "/" && url.username === "" && url.password === "" && !/[?#]/.test(clientId);
}
