import type { Project } from "../domain/project/project.ts";
import type { Limiter } from "./access/limit.ts";
import type { PlanTable } from "./access/plan.ts";
import type { Billing } from "./access/quota.ts";
import type { Caller } from "./caller.ts";
import type { Db } from "./db.ts";
import type { Engines } from "./engine.ts";
import type { Log } from "./log.ts";
import type { Blogs } from "./outside/blog.ts";
import type { Outside } from "./outside/outside.ts";
import type { Parsing } from "./outside/parsing.ts";
import type { Website } from "./outside/website.ts";
import type { Queue } from "./queue.ts";
import type { Replays } from "./replay.ts";
import type { Reply } from "./reply.ts";
import type { Cursors } from "./secret/cursor.ts";
import type { Vault } from "./secret/vault.ts";

export interface Warning {
  code: string;
  path: string | null;
  message: string;
  did_you_mean?: string;
}

/** Settings that product rules depend on. */
export interface ProductSettings {
  baseUrl: string;
  siteUrl: string;
  keyPrefix: string;
  plans: PlanTable;
  /** Running analyses per user. */
  runsAtOnce: number;
  /** Answer an analysis of a project with a finished report this young; 0 never. */
  analyzeReuseSeconds: number;
  /** Bound on what all engines together may cost in a calendar month. */
  monthlySpendUsd: number;
  /** Scheduled runs are spread over their hour; otherwise all of them begin with it. */
  spreadSchedules: boolean;
  /** Null: Reddit itself is not searched. */
  reddit: object | null;
}

/** What the program is made of, put together once in app.ts. */
export interface Services {
  db: Db;
  engines: Engines;
  queue: Queue;
  /** The one way to an address that somebody else may have chosen. */
  outside: Outside;
  /** The files of somebody's site, fetched through it and read. */
  website: Website;
  /** Reads foreign text, on another thread if it is large. */
  parsing: Parsing;
  blogs: Blogs;
  /** Credentials of users' own accounts elsewhere. */
  vault: Vault;
  cursors: Cursors;
  /** A new API key: its secret, what is shown of it, and what is stored of it. */
  newKey(): { secret: string; prefix: string; hash: Buffer };
  /** A new key of a connector and what it is for; null where this server has no `/mcp`. */
  newConnectorKey(): { secret: string; hash: string; resource: string } | null;
  /** To be called once a key is deleted: it stops working with the next request. */
  forgetKey(keyId: string): void;
  /** The same for a connector and its tokens. */
  forgetConnector(connectorId: string): void;
  settings: ProductSettings;
  now(): Date;
  log: Log;
}

/** As long as any caller is kept waiting for a result. Source: docs/contract/analyse.md. */
export const longestWaitSeconds = 25;

/** Tells the caller that `done` of `total` parts of the work are done. */
export type Progress = (done: number, total: number) => void;

/** What an action may use. It says nothing of the door it came through. */
export interface Context extends Services {
  caller: Caller;
  requestId: string;
  /** Seconds the caller is willing to wait for a result, if it said so; at most `longestWaitSeconds`. */
  waitSeconds: number | null;
  /** Ends when the caller has gone away. */
  signal: AbortSignal;
  /** There where the caller watches how a long piece of work comes on. */
  progress?: Progress;
  warn(warning: Warning): void;
  /**
   * The caller's project of this id, for an action that does not name its project as `projectId`.
   * Throws PROJECT_NOT_FOUND, and what `perform` throws where the action's feature may not be used in it.
   */
  ownProject(projectId: string): Promise<Project>;
  /**
   * Runs `work` in one transaction, with the memory of an idempotent request in it: a repeated request
   * gets the same reply and never does the work again. At most once per call. If it collides with another
   * transaction all of it is taken back and `work` runs again, so it must change nothing outside the store.
   * What it writes into a project of the caller's that is deleted meanwhile fails with PROJECT_NOT_FOUND.
   */
  write<T>(work: (db: Db) => Promise<Reply<T>>): Promise<Reply<T>>;
}

export interface ProjectContext extends Context {
  project: Project;
}

/** What perform itself needs from the store, the limits and the metrics. */
export interface Ports {
  services: Services;
  limiter: Limiter;
  replays: Replays;
  /** Runs `work` in one transaction, and again if it collides with others. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  findProject(db: Db, userId: string, projectId: string): Promise<Project | undefined>;
  /** Keeps the caller's project from being deleted until the transaction ends; false if it is gone already. */
  holdProject(db: Db, userId: string, projectId: string): Promise<boolean>;
  billing(caller: Caller): Promise<Billing>;
  observe(event: { action: string; door: string; status: number; seconds: number }): void;
}
