import type { Static } from "typebox";
import type { Config } from "../../config.ts";
import { connectorKeyMs, insertConnectorKey } from "../accounts/connectors/connector-keys.ts";
import { insertKey } from "../accounts/keys/keys.ts";
import { ownIssuer, userOf } from "../accounts/users.ts";
import { type Plan, plans } from "../api/access/plan.ts";
import type { Warning } from "../api/context.ts";
import type { Identity } from "../auth/accounts/identity.ts";
import type { Keys } from "../auth/key.ts";
import { type ConnectorTokens, mcpResource } from "../auth/oauth/connector-token.ts";
import type { Store } from "../db/store.ts";
import { newId } from "../kernel/id.ts";
import { scopes as allScopes } from "../kernel/scope.ts";
import { findOwned, setPlan } from "../organizations/organizations.ts";
import type { MeasurementPlanView } from "../reports/measurement-plan/measurement-plan-view.ts";
import {
  type AccountOperations,
  createAccountOperations,
  ownAccountsOnly,
  userBy,
} from "./account-operations.ts";
import { writeBackup } from "./backup-file.ts";
import { chosenOrganization } from "./chosen-organization.ts";
import type { StoreFacts } from "./doctor/store-findings.ts";
import { CommandError } from "./io.ts";
import { createOrganizationOperations, type OrganizationOperations } from "./organization-operations.ts";

/** What the command line does to a store: in its own process, or in that of the server that holds it. */
export interface Operations extends AccountOperations, OrganizationOperations {
  createUser(input: { email: string; password: string }): Promise<void>;
  /** Returns the secret; without `organization`: the account's only one. */
  createKey(input: { email: string; name: string | null; organization?: string | null }): Promise<string>;
  /** Returns the key; `scopes` null: reading only; `organization` as for a key. */
  createConnector(input: {
    email: string;
    name: string;
    scopes: string[] | null;
    organization?: string | null;
  }): Promise<string>;
  /** Returns a session JWT. */
  issueToken(input: { email: string }): Promise<string>;
  setPlan(input: { email: string; plan: string }): Promise<void>;
  /** Writes the embedded store to a file; returns its size in bytes. */
  backup(input: { file: string }): Promise<number>;
  /** Imports answers into a project as its owner; returns the report's id, its headline and the warnings. */
  importAnswers(input: { projectId: string; rows: unknown }): Promise<Imported>;
  /** Plans a measurement of a project as its owner. */
  planMeasurement(input: {
    projectId: string;
    goal: { detect?: number; within?: number; budgetUsd?: number };
    schedule?: string;
  }): Promise<Static<typeof MeasurementPlanView>>;
  /** Reads the store's facts for `doctor`. */
  examineStore(input: object): Promise<StoreFacts | null>;
}

export interface Imported {
  id: string;
  headline: string;
  /** Their paths begin with the row's index, from 0. */
  warnings: Warning[];
}

export function createOperations(options: {
  config: Config;
  store: Store;
  identity: Identity;
  keys: Keys;
  newConnectorKey: ConnectorTokens["mintKey"];
  now(): Date;
  importAnswers: Operations["importAnswers"];
  planMeasurement: Operations["planMeasurement"];
  examineStore: Operations["examineStore"];
  /** Called when what a user may has changed. */
  forgetUser?(userId: string): void;
  /** Called when an organization's plan has changed. */
  forgetOrganization?(organizationId: string): void;
}): Operations {
  const { config, store, identity, keys, newConnectorKey, now, forgetUser, forgetOrganization } = options;
  const { db } = store;

  const parts = { config, store, identity, now, ...(forgetUser ? { forgetUser } : {}) };
  const userWith = async (email: string) => {
    const user = await userBy(parts, { email });
    if (user.disabled_at !== null)
      throw new CommandError("This account is disabled; `user enable` opens it again.");
    return user;
  };

  return {
    ...createAccountOperations(parts),
    ...createOrganizationOperations({ db, now, forgetOrganization }),
    async createUser({ email, password }) {
      ownAccountsOnly(config);
      const subject = await identity.createUser(email, password);
      await userOf(db, { issuer: ownIssuer, subject, email: email.toLowerCase() }, now());
    },
    async createKey({ email, name, organization = null }) {
      if (name !== null && (name.length < 1 || [...name].length > 100))
        throw new CommandError("A name has 1 to 100 characters.", 2);
      const { id: userId } = await userWith(email);
      const organizationId = await chosenOrganization(db, userId, organization);
      const { secret, prefix, hash } = keys.mint();
      const createdAt = now().toISOString();
      await insertKey(db, {
        id: newId(),
        organizationId,
        userId,
        scopes: null,
        name,
        prefix,
        hash,
        createdAt,
        lastUsedAt: null,
        expiresAt: null,
      });
      return secret;
    },
    async createConnector({ email, name, scopes, organization = null }) {
      ownAccountsOnly(config);
      if (typeof name !== "string" || name.length < 1 || [...name].length > 100)
        throw new CommandError("A name has 1 to 100 characters.", 2);
      const granted = allScopes.filter((scope) => (scopes ?? ["visibility:read"]).includes(scope));
      if (granted.length === 0 || scopes?.some((scope) => !(allScopes as readonly string[]).includes(scope)))
        throw new CommandError(`There is no such scope. The scopes are ${allScopes.join(", ")}.`, 2);
      const { id: userId } = await userWith(email);
      const { secret, hash } = newConnectorKey();
      const [createdAt, resource] = [now(), mcpResource(config.siteUrl)];
      const expiresAt = new Date(createdAt.getTime() + connectorKeyMs);
      const organizationId = await chosenOrganization(db, userId, organization);
      const terms = { id: newId(), organizationId, userId, name, scopes: granted };
      await insertConnectorKey(db, { ...terms, hash, resource, createdAt, expiresAt });
      return secret;
    },
    async issueToken({ email }) {
      ownAccountsOnly(config);
      await userWith(email);
      return identity.issueToken(email);
    },
    async setPlan({ email, plan }) {
      if (!plans.includes(plan as Plan))
        throw new CommandError(`There is no such plan. The plans are ${plans.join(", ")}.`, 2);
      const user = await userWith(email);
      const organizationId = await findOwned(db, user.id);
      if (!organizationId) throw new CommandError("This account owns no organization.");
      await setPlan(db, organizationId, plan, now());
      forgetOrganization?.(organizationId);
    },
    backup: ({ file }) => writeBackup(store, config.dataDir, file),
    importAnswers: options.importAnswers,
    planMeasurement: options.planMeasurement,
    examineStore: options.examineStore,
  };
}
