import { answerTo, api, everyPage, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type JoinedOrganization = Schemas["JoinedOrganization"];
export type Member = Schemas["Member"];
export type Role = Member["role"];
export type Invitation = Schemas["Invitation"];
export type Workspace = Schemas["ClientWorkspace"];
export type Engine = Schemas["Engine"];
/** An assistant for which an admin can save a key. */
export type KeyedEngine = Engine & { provider: Schemas["VendorProvider"] };
export type ApiKey = Schemas["ApiKey"];
export type Connector = Schemas["Connector"];
export type AccountStatus = Schemas["AccountStatus"];

const reportPages = 20;

/** When the reports with answers were stored; `all`: there are none before the list's end. */
export const reportTimes = (): Question<{ storedAt: string[]; all: boolean }> => ({
  key: "report times",
  ask: async () => {
    const limit = 100;
    const reports = await everyPage(
      (cursor) => api.GET("/reports", { params: { query: { ...query({ cursor }), limit } } }),
      reportPages,
    );
    const answered = reports.filter(({ type, terminal }) => type !== "generated_content" && terminal);
    return {
      storedAt: answered.map(({ created_at }) => created_at),
      all: reports.length < limit * reportPages,
    };
  },
});

export const joinedOrganizations = (): Question<JoinedOrganization[]> => ({
  key: "organizations",
  ask: () => answerTo(() => api.GET("/organizations")),
});

export const memberList = (): Question<Member[]> => ({
  key: "members",
  ask: () =>
    everyPage((cursor) => api.GET("/organization/members", { params: { query: query({ cursor }) } })),
});

/** Of admins and owners alone. */
export const invitationList = (): Question<Invitation[]> => ({
  key: "invitations",
  ask: () =>
    everyPage((cursor) => api.GET("/organization/invitations", { params: { query: query({ cursor }) } })),
});

export const workspaceList = (): Question<Workspace[]> => ({
  key: "workspaces",
  ask: () => everyPage((cursor) => api.GET("/client-workspaces", { params: { query: query({ cursor }) } })),
});

/** Every assistant there is, and whether this organization can ask it. */
export const engineList = (): Question<Engine[]> => ({
  key: "engines",
  ask: () => answerTo(() => api.GET("/engines")),
});

/** Whether an assistant is asked with a key that an admin can save. */
export const takesKey = (engine: Engine): engine is KeyedEngine => engine.takes_key;

export const keyList = (): Question<ApiKey[]> => ({
  key: "keys",
  ask: () => answerTo(() => api.GET("/keys")),
});

export const connectorList = (): Question<Connector[]> => ({
  key: "connectors",
  ask: () => answerTo(() => api.GET("/connectors")),
});

/** Plan, quotas and spending; of a project too where one is named. */
export const accountStatus = (projectId?: string): Question<AccountStatus> => ({
  key: `status ${projectId ?? ""}`,
  ask: () => answerTo(() => api.GET("/account-status", { params: { query: query({ projectId }) } })),
});

/** Leaves out what is not given. */
function query<T extends Record<string, unknown>>(terms: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(terms).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

export type EngineKey = Schemas["EngineCredentials"];

/** The organization's own keys for assistants; of admins and owners alone. */
export const engineKeyList = (): Question<EngineKey[]> => ({
  key: "engine keys",
  ask: () => answerTo(() => api.GET("/engines/credentials")),
});
