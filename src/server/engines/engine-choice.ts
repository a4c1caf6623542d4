import type { Provider } from "../../reader/provider.ts";
import type { Db } from "../kernel/db.ts";
import type { Engine, EngineFacts, EngineListing, Engines } from "./engine.ts";
import type { OwnEngine, OwnEngines } from "./own-engines.ts";

/** The engines available to an organization, with its own credentials or otherwise the server's. */
export interface EngineChoice {
  /** What is known of the engine behind a provider; undefined if there is none for this organization. */
  get(provider: Provider): EngineFacts | undefined;
  /** Whether the server lends its engines. */
  shared: boolean;
  /** Whether it is asked with the organization's own credentials. */
  isOwn(provider: Provider): boolean;
  /**
   * The providers that a project asks by default; none if the server lends no engines and the organization has none.
   */
  configured(): Provider[];
  /** Every provider in the order of `providers`. */
  list(): (EngineListing & { credentials: "organization" | "server" | null })[];
  /** A vendor's assistant with another key, to try it out; undefined if the provider does not use vendors' keys. */
  withKey(provider: Provider, apiKey: string): Engine | undefined;
  /** The engine itself; undefined if its credentials are gone or cannot be read. */
  open(provider: Provider): Promise<OpenEngine | undefined>;
}

/** An engine that can be asked, and the organization's key for it; null: the server's key. */
export interface OpenEngine {
  engine: Engine;
  own: OwnEngine | null;
}

export interface EngineSupply {
  db: Db;
  engines: Engines;
  ownEngines: OwnEngines;
  /** `sharedEngines`: whether the server's engines are lent to organizations. */
  settings: { sharedEngines: boolean };
}

export function engineChoice(
  supply: EngineSupply,
  { organizationId, ownEngines }: { organizationId: string; ownEngines: readonly string[] },
): EngineChoice {
  const { engines, settings } = supply;
  const shared = settings.sharedEngines;
  const isOwn = (provider: Provider) => ownEngines.includes(provider);
  const lent = (provider: Provider) => (shared || provider === "sandbox" ? engines.get(provider) : undefined);
  return {
    get: (provider) => (isOwn(provider) ? engines.withKey(provider, "") : lent(provider)),
    shared,
    isOwn,
    configured() {
      const lendable = shared ? engines.configured() : [];
      if (ownEngines.length === 0) return lendable;
      return engines
        .list()
        .map(({ provider }) => provider)
        .filter((provider) => isOwn(provider) || (provider !== "sandbox" && lendable.includes(provider)));
    },
    list: () =>
      engines.list().map((listing) => {
        const { provider } = listing;
        const own = isOwn(provider) ? engines.withKey(provider, "") : undefined;
        if (own) {
          const { model, searches } = own;
          const choice = { provider, configured: true, model, searches, unavailableReason: null };
          return { ...choice, credentials: "organization" as const };
        }
        if (provider === "sandbox" || !listing.configured) {
          return { ...listing, unavailableReason: reason(listing), credentials: null };
        }
        if (shared) return { ...listing, credentials: "server" as const };
        const none = { provider, configured: false, model: null, searches: false, credentials: null };
        return { ...none, unavailableReason: reason({ provider, unavailableReason: notLent }) };
      }),
    withKey: (provider, apiKey) => engines.withKey(provider, apiKey),
    open: (provider) => openEngine(supply, { organizationId, provider, own: isOwn(provider) }),
  };

  /** If a key of the organization's own would help, says that first. */
  function reason({ provider, unavailableReason }: Pick<EngineListing, "provider" | "unavailableReason">) {
    return shared || unavailableReason === null || !engines.withKey(provider, "")
      ? unavailableReason
      : `Your organization has no key for it. An admin saves one with PUT /v1/engines/${provider}/credentials.`;
  }
}

const notLent = "The server does not lend this engine to organizations.";

/**
 * The engine to ask for an organization at this moment, with its own key or with the server's, whichever `own` says;
 * undefined if that key is missing. It never uses the other key, which would bill somebody else.
 */
export async function openEngine(
  { db, engines, ownEngines, settings }: EngineSupply,
  { organizationId, provider, own }: { organizationId: string; provider: Provider; own: boolean },
): Promise<OpenEngine | undefined> {
  if (own) {
    const [ownEngine] = await ownEngines.of(db, provider, [organizationId]);
    return ownEngine?.engine ? { engine: ownEngine.engine, own: ownEngine } : undefined;
  }
  const engine = settings.sharedEngines || provider === "sandbox" ? engines.get(provider) : undefined;
  return engine && { engine, own: null };
}
