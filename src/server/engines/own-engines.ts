import { LRUCache } from "lru-cache";
import type { Provider } from "../../reader/provider.ts";
import type { Db } from "../kernel/db.ts";
import type { Vault } from "../kernel/secret/vault.ts";
import type { Engine, Engines } from "./engine.ts";

/** An engine that is asked with an organization's own key. */
export interface OwnEngine {
  organizationId: string;
  /** Null if the key cannot be decrypted with this server's secret. */
  engine: Engine | null;
  /** The key as stored, which changes with every new key. */
  sealed: string;
  /** False once the vendor has refused it. */
  active: boolean;
}

/** Organizations' keys, and the engines that are asked with them. */
export interface OwnEngines {
  /** The engines of these organizations for a provider at this moment. */
  of(db: Db, provider: Provider, organizationIds: readonly string[]): Promise<OwnEngine[]>;
  /** Encrypts a key so that only this organization and provider can open it. */
  seal(organizationId: string, provider: Provider, apiKey: string): Promise<string>;
  /** Whether a stored key can be decrypted. */
  readable(organizationId: string, provider: Provider, sealed: string): Promise<boolean>;
}

/** A key as stored. */
type Stored = Omit<OwnEngine, "engine">;

const enginesKept = 500;

export function createOwnEngines(parts: {
  engines: Pick<Engines, "withKey">;
  vault: Vault;
  find(db: Db, provider: Provider, organizationIds: readonly string[]): Promise<Stored[]>;
}): OwnEngines {
  const { engines, vault, find } = parts;
  /** By the sealed key. */
  const opened = new LRUCache<string, Engine>({ max: enginesKept });
  const ownerOf = (organizationId: string, provider: Provider) => `${organizationId} ${provider}`;

  async function open(organizationId: string, provider: Provider, sealed: string): Promise<Engine | null> {
    const cachedEngine = opened.get(sealed);
    if (cachedEngine) return cachedEngine;
    const key = await vault.open(ownerOf(organizationId, provider), sealed);
    const engine = typeof key === "string" ? engines.withKey(provider, key) : undefined;
    if (engine) opened.set(sealed, engine);
    return engine ?? null;
  }

  return {
    async of(db, provider, organizationIds) {
      const stored = await find(db, provider, organizationIds);
      return Promise.all(
        stored.map(async ({ organizationId, sealed, active }) => ({
          ...{ organizationId, sealed, active },
          engine: await open(organizationId, provider, sealed),
        })),
      );
    },
    seal: (organizationId, provider, apiKey) => vault.seal(ownerOf(organizationId, provider), apiKey),
    readable: async (organizationId, provider, sealed) =>
      (await open(organizationId, provider, sealed)) !== null,
  };
}
