import type { Engines } from "../engines/engine.ts";
import type { EngineChoice } from "../engines/engine-choice.ts";
import type { OwnEngines } from "../engines/own-engines.ts";
import type { Db } from "../kernel/db.ts";
import type { Limiter } from "../kernel/limit.ts";
import type { Log } from "../kernel/log.ts";
import type { Role } from "../kernel/role.ts";
import type { Cursors } from "../kernel/secret/cursor.ts";
import type { Vault } from "../kernel/secret/vault.ts";
import type { Tracing } from "../kernel/trace.ts";
import type { Buckets } from "../outbound/buckets/bucket.ts";
import type { Blogs } from "../outbound/cms/blog.ts";
import type { Destinations } from "../outbound/destinations/destination.ts";
import type { Outside } from "../outbound/outside.ts";
import type { Parsing } from "../outbound/parsing.ts";
import type { Website } from "../outbound/website/website.ts";
import type { Project } from "../projects/project.ts";
import type { HeavyReads } from "./access/heavy-read.ts";
import type { PlanTable } from "./access/plan.ts";
import type { ShownBilling } from "./access/quota.ts";
import type { Reach } from "./access/reach.ts";
import type { Audit } from "./audit/audit-entry.ts";
import type { Caller } from "./caller.ts";
import type { FiguresAhead } from "./figures-ahead.ts";
import type { Queue } from "./queue.ts";
import type { Replays } from "./replay.ts";
import type { Reply } from "./reply.ts";

export interface Warning {
  code: string;
  path: string | null;
  /** The row of an import that the path leads to, from 1. */
  row?: number;
  message: string;
  did_you_mean?: string;
}

/** Settings that product rules depend on. */
export interface ProductSettings {
  baseUrl: string;
  siteUrl: string;
  keyPrefix: string;
  plans: PlanTable;
  /** Running analyses per organization. */
  runsAtOnce: number;
  /** A project's finished report this recent answers a request for an analysis; 0: never. */
  analyzeReuseSeconds: number;
  /** Limit on what all engines together may cost in a calendar month. */
  monthlySpendUsd: number;
  /** Whether the server's engines are lent to organizations. */
  sharedEngines: boolean;
  /** Scheduled runs are spread over their hour; otherwise all start on the hour. */
  spreadSchedules: boolean;
  /** Null: Reddit itself is not searched. */
  reddit: object | null;
  /** Null: no mail is sent. */
  mail: object | null;
  /** Whether people sign in with passwords. */
  passwords: boolean;
  /** Whether strangers can make accounts, with addresses that nobody has confirmed. */
  signUp: "open" | "closed";
}

/** The parts of the program, assembled once in app.ts. */
export interface Services {
  db: Db;
  /** The server's own. */
  engines: Engines;
  ownEngines: OwnEngines;
  queue: Queue;
  /** The one way to an address that somebody else may have chosen. */
  outside: Outside;
  /** A site's files, fetched through it and read. */
  website: Website;
  /** Reads foreign text, on another thread if it is large. */
  parsing: Parsing;
  figuresAhead: FiguresAhead;
  blogs: Blogs;
  /** Where organizations are told what happened. */
  destinations: Destinations;
  /** Seals their addresses and secrets. */
  destinationVault: Vault;
  /** Where organizations have their rows and figures written. */
  buckets: Buckets;
  /** Seals the keys to them. */
  bucketVault: Vault;
  /** Seals the credentials of users' accounts elsewhere. */
  vault: Vault;
  cursors: Cursors;
  /** A new API key: its secret, the part that is shown, and the part that is stored. */
  newKey(): { secret: string; prefix: string; hash: Buffer };
  /** A connector's new key and the resource it is for; null if this server has no `/mcp`. */
  newConnectorKey(): { secret: string; hash: string; resource: string } | null;
  /** Hashes by which somebody who has left is known again, without keeping who it was. */
  marks(text: string): string[];
  /** Call it once a key is deleted, so that the key stops working with the next request. */
  forgetKey(keyId: string): void;
  /** Call it once somebody's role in an organization has changed or ended. */
  forgetUser(userId: string): void;
  /** Call it once an organization's credentials for engines have changed. */
  forgetOrganization(organizationId: string): void;
  /** The same for a connector and its tokens. */
  forgetConnector(connectorId: string): void;
  /** Counts one more letter with an invitation to an address; false: it is one too many. */
  countInvitationLetter(address: string): Promise<boolean>;
  /** Takes that back, of a letter that was not sent after all. */
  uncountInvitationLetter(address: string): Promise<void>;
  /** Counts one more report to each of these addresses of a client, no two of one inbox, or none; false: one has had too many. */
  countClientLetters(addresses: readonly string[]): Promise<boolean>;
  /** Takes that back, of letters that were not sent after all. */
  uncountClientLetters(addresses: readonly string[]): Promise<void>;
  /** Where one request ends letters to this address of a client. */
  clientUnsubscribeUrlOf(recipientId: string): string;
  settings: ProductSettings;
  now(): Date;
  log: Log;
}

/** The longest that any caller waits for a result. Source: docs/contract/analyse.md. */
export const longestWaitSeconds = 25;

/** Tells the caller that `done` of `total` parts of the work are done. */
export type Progress = (done: number, total: number) => void;

/** What an action may use. Nothing in it tells which door the call came through. */
export interface Context extends Omit<Services, "engines"> {
  caller: Caller;
  /** Those that the caller's organization may have asked. */
  engines: EngineChoice;
  requestId: string;
  /** Seconds that the caller is willing to wait for a result, if stated; at most `longestWaitSeconds`. */
  waitSeconds: number | null;
  /** Aborts when the caller has gone away. */
  signal: AbortSignal;
  /** Present if the caller watches the progress of long work. */
  progress?: Progress;
  warn(warning: Warning): void;
  /**
   * The caller's project with this id, for an action whose project is not its `projectId`. Throws PROJECT_NOT_FOUND, and
   * what `perform` throws if the action's feature may not be used in it.
   */
  ownProject(projectId: string): Promise<Project>;
  /**
   * Runs `work` in one transaction that also remembers an idempotent request: a repeated request gets the same reply and
   * never does the work again. At most once per call. If it collides with another transaction, everything is rolled back
   * and `work` runs again, so it must change nothing outside the store. If one of the caller's projects that it writes to
   * is deleted meanwhile, it fails with PROJECT_NOT_FOUND.
   */
  write<T>(work: (db: Db) => Promise<Reply<T>>): Promise<Reply<T>>;
  /** Writes an entry of the audit log for what was tried and has failed; `details` hold no foreign text. */
  noteFailure(details: Record<string, unknown>): Promise<void>;
}

export interface ProjectContext extends Context {
  project: Project;
}

/** What `perform` itself needs from the store, the limits and the metrics. */
export interface Ports {
  services: Services;
  limiter: Limiter;
  heavyReads: HeavyReads;
  /** Does this for an organization: what it takes of what organizations share is taken from its part. */
  onBehalfOf<T>(organizationId: string, work: () => T): T;
  replays: Replays;
  /** Runs `work` in one transaction, and again if it collides with others. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  findProject(db: Db, reach: Reach, projectId: string): Promise<Project | undefined>;
  /** Keeps the caller's project from being deleted until the transaction ends; false if it is already gone. */
  holdProject(db: Db, reach: Reach, projectId: string): Promise<boolean>;
  /**
   * The caller's role in the organization at this moment, which stays the same until the transaction ends; undefined if
   * they are not a member.
   */
  currentRole(db: Db, caller: Caller): Promise<Role | undefined>;
  audit: Audit;
  billing(caller: Caller): Promise<ShownBilling>;
  /** Differs wherever the program or its settings may show the same data in another way. */
  edition(): string;
  observe(event: { action: string; door: string; status: number; seconds: number }): void;
  tracing: Tracing;
}
