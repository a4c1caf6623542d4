import type { Static } from "typebox";
import type { AccountStatusView } from "../account-status/account-status-view.ts";
import {
  askedAt,
  connectorId,
  earlier,
  keyId,
  later,
  memberId,
  projectId,
  workspaceId,
} from "../api/examples/northwind.ts";
import type { ConnectorView, CreatedConnectorView } from "./connectors/connector-view.ts";
import type { CreatedKeyView } from "./keys/key-view.ts";

const resetsAt = "2026-02-01T00:00:00.000Z";
const on = { enabled: true, reason: null };

const key = {
  id: keyId,
  name: "Reporting",
  member_id: memberId,
  scopes: null,
  prefix: "oh_4Zk9",
  created_at: earlier,
  last_used_at: later,
  expires_at: null,
};

export const keys = [key];

export const createdKey: Static<typeof CreatedKeyView> = {
  ...key,
  last_used_at: null,
  key: "oh_4Zk9EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE",
};

export const connectors: Static<typeof ConnectorView>[] = [
  {
    id: connectorId,
    name: "Claude",
    member_id: memberId,
    redirect_hosts: ["claude.ai"],
    scopes: ["visibility:read", "visibility:run", "offline_access"],
    created_at: earlier,
    last_used_at: later,
    expires_at: "2026-02-14T10:30:00.000Z",
  },
];

export const createdConnector: Static<typeof CreatedConnectorView> = {
  id: connectorId,
  name: "Nightly check",
  member_id: memberId,
  redirect_hosts: [],
  scopes: ["visibility:read"],
  created_at: later,
  last_used_at: null,
  expires_at: "2027-01-15T09:00:00.000Z",
  key: "oh_mcp_7Qx2EXAMPLEEXAMPLEEXAMPLEEXAMPLE",
};

export const accountStatus: Static<typeof AccountStatusView> = {
  user: { id: "019bbf18-7d21-7f4b-93a0-5c6d7e8f9a0b", email: "ada@northwind.example" },
  plan: { code: "agency", name: "Agency", status: "active", renews_at: resetsAt },
  quotas: {
    visibility: { limit: 6000, used: 12, remaining: 5988, unit: "prompt_runs", resets_at: resetsAt },
    content: { limit: 200, used: 1, remaining: 199, unit: "drafts", resets_at: resetsAt },
    readiness: { limit: 1000, used: 1, remaining: 999, unit: "checks", resets_at: resetsAt },
  },
  workspace: { id: workspaceId, kind: "client", status: "active" },
  project: {
    id: projectId,
    name: "Northwind, Germany",
    latest_report_status: "completed",
    cms_connected: true,
  },
  features: {
    visibility_analysis: on,
    custom_analysis: on,
    content_generation: on,
    readiness: on,
    prompt_suggestions: on,
    content_suggestions: on,
    reddit_opportunities: on,
    share_links: on,
    client_workspaces: on,
    cms_publishing: on,
    mcp_connector: on,
  },
  spending: {
    organization: { limit_usd: 50, spent_usd: 3.2, reserved_usd: 0 },
    project: { limit_usd: null, spent_usd: 1.1, reserved_usd: 0 },
    resets_at: "2026-02-01T00:00:00.000Z",
  },
  limits: { api_keys: { max: 10, used: 1 }, prompts_per_custom_analysis: 20 },
};

export const keyTerms = { name: key.name, expires_at: null };
export const lateKeyTerms = {
  name: "Trial",
  expires_at: new Date(Date.parse(askedAt) + 90 * 86_400_000).toISOString(),
};
