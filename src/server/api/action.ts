import type { Static, TObject, TSchema } from "typebox";
import type { LimitClass } from "../kernel/limit.ts";
import type { ProblemCode } from "../kernel/problem.ts";
import type { Role } from "../kernel/role.ts";
import type { Scope } from "../kernel/scope.ts";
import type { Feature } from "./access/plan.ts";
import type { QuotaName } from "./access/quota-name.ts";
import type { AuditEntry } from "./audit/audit-entry.ts";
import type { Caller } from "./caller.ts";
import type { Context, ProjectContext } from "./context.ts";
import type { Reply } from "./reply.ts";
import type { Example } from "./schema/example.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A retired route: it still works and says so. Source: docs/contract/deprecation.md. */
export interface Deprecation {
  since: Date;
  sunset: Date;
  docs: string;
  /** Path of the route to use instead. */
  successor?: string;
}

/** What the assistants' door must know about a tool beyond the rest of its declaration. */
export interface ToolTerms {
  /** It undoes or overwrites something; by default true for methods that replace (PUT, PATCH). */
  destructive?: boolean;
  /** It reaches beyond this server; by default true for what uses a quota. */
  openWorld?: boolean;
  /** Paged lists of the result; `[""]` if the result itself is the list. */
  pages?: readonly string[];
  /** Lists whose last items matter most: if one is too long for an answer, its first items are left out. */
  newestLast?: readonly string[];
  /** What to ask for instead if a result is too long for an answer, in one sentence. */
  narrower?: string;
}

/** Something a customer can do. Every door is generated from it. */
export interface Declaration<I extends TObject, O extends TSchema, On extends "project" | undefined> {
  /** snake_case; its file is the same with dashes, and its tool has the same name. */
  name: string;
  http: `${Method} /v1/${string}`;
  /** One sentence, at most 160 characters. */
  summary: string;
  /** What it is for and what to do with its answer, for the reference; its summary if absent. */
  description?: string;
  tag:
    | "projects"
    | "analysis"
    | "reports"
    | "content"
    | "sharing"
    | "account"
    | "keys"
    | "setup"
    | "organization";
  scope: Scope;
  /** The lowest role that may do it; absent: any role with the scope. */
  role?: Role;
  /** Not for members who are limited to some client workspaces. */
  unlimited?: boolean;
  effect: "reads" | "writes" | "deletes";
  limit: LimitClass;
  /** Counted for the organization as well, in the same class: of all its members together no more are allowed. */
  limitShared?: boolean;
  /**
   * Whether it is a large read with this input: of those an organization has few at once, over all processes. One that reads in small
   * steps, and has the rest done in threads, takes no turn of others meanwhile.
   */
  heavy?(input: Static<I>): boolean | "in_steps";
  /** Path, query and body as one flat object. */
  input: I;
  output: O;
  /** What the documentation shows; made when it is asked for, as servers never show it. */
  example?(): Example<NoInfer<I>, NoInfer<O>>;
  /** Status of a plain success; 200 by default. */
  status?: 200 | 201 | 202;
  /** Other success statuses, e.g. 202. */
  mayAnswer?: readonly (200 | 202)[];
  /** `project`: the caller's project `input.projectId` is loaded and passed on as `context.project`. */
  on?: On;
  /** Throws the 404 for anything else in the input that is not the caller's. Runs before the plan is checked. */
  owned?(context: Owning<On>, input: Static<I>): Promise<void>;
  /**
   * Names everything stored that the answer is made of, without making it: a caller who holds the answer of the same name is told so
   * before any of it is built. Null where that cannot be told; then the answer itself is compared. Runs after the plan is checked.
   */
  mark?(context: Marking<On>, input: Static<I>): Promise<string | null>;
  feature?: Feature;
  spends?: QuotaName;
  /** Requires a session JWT. */
  sessionOnly?: boolean;
  /** Requires a session that was opened a short while ago. */
  signedInRecently?: boolean;
  /** The same, for some inputs alone. */
  signedInRecentlyFor?(input: Static<I>): boolean;
  /** Never stored by a cache. */
  noStore?: boolean;
  /** The answer contains a secret shown once: never cached, compressed or replayed. */
  secret?: boolean;
  /** What the audit log records beyond the route: never text that somebody wrote. */
  audit?(
    input: Static<I>,
    data: Static<O>,
  ): Partial<Pick<AuditEntry, "organizationId" | "objectId" | "details">>;
  /** Whether the assistants' door offers it, and hints that do not follow from the rest of the declaration. */
  tool?: boolean | ToolTerms;
  /** Address at which assistants may read it as a resource, with its path parameters in braces. */
  resource?: string;
  /** The whole body is one field of the input: an array as JSON or JSON Lines. */
  body?: { field: string; maxBytes: number };
  /** Media types of an answer that is not JSON. */
  produces?: readonly string[];
  paged?: boolean;
  /** Codes it may answer with, besides those of every action. */
  problems?: readonly ProblemCode[];
  deprecated?: Deprecation;
}

/** What `owned` looks the owner up with; `project` as in `run`. */
type Owning<On> = On extends "project"
  ? Pick<ProjectContext, "db" | "caller" | "project">
  : Pick<Context, "db" | "caller">;

/** What `mark` looks things up with; `project` as in `run`. */
type Marking<On> = Owning<On> & Pick<Context, "now">;

type Run<I extends TObject, O extends TSchema, On> = (
  context: On extends "project" ? ProjectContext : Context,
  input: Static<I>,
) => Promise<Static<O> | Reply<Static<O>>>;

export interface Action<
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  On extends "project" | undefined = "project" | undefined,
> extends Declaration<I, O, On> {
  run: Run<I, O, On>;
}

// The list of actions erases each one's input and output; `perform` validates both at run time.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyAction = Action<any, any, any>;

/** Declares an action; `.run(...)` gives it its one function. */
export function action<
  const I extends TObject,
  const O extends TSchema,
  const On extends "project" | undefined = undefined,
>(declaration: Declaration<I, O, On>): { run(run: Run<I, O, On>): Action<I, O, On> } {
  return { run: (run) => ({ ...declaration, run }) };
}

/** Whether this caller is refused because the action requires a session. */
export const needsSession = (action: { sessionOnly?: boolean }, { kind }: Pick<Caller, "kind">): boolean =>
  action.sessionOnly === true && kind !== "session" && kind !== "operator";

/** The method and the path template of an action, e.g. `["GET", "/v1/reports/{reportId}"]`. */
export function route(http: string): { method: Method; path: string; parameters: string[] } {
  const [method, path] = http.split(" ") as [Method, string];
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) };
}

/** Where a field of the input travels over HTTP. */
export function placeOf(http: string, field: string): "path" | "query" | "body" {
  const { method, parameters } = route(http);
  if (parameters.includes(field)) return "path";
  return method === "GET" || method === "DELETE" ? "query" : "body";
}
