import { type Role, roles } from "../../kernel/role.ts";
import type { QuotaName } from "./quota-name.ts";

export const plans = ["free", "starter", "growth", "agency", "enterprise"] as const;
export type Plan = (typeof plans)[number];

export const planStatuses = ["active", "trialing", "past_due", "canceled"] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** What a plan can enable, as GET /v1/account-status lists it. */
export const features = [
  "visibility_analysis",
  "custom_analysis",
  "content_generation",
  "readiness",
  "prompt_suggestions",
  "content_suggestions",
  "reddit_opportunities",
  "share_links",
  "client_workspaces",
  "cms_publishing",
  "mcp_connector",
] as const;
export type Feature = (typeof features)[number];

/** Features that a project loses while its client workspace is archived; its reports stay readable. */
export const restingFeatures: readonly Feature[] = [
  "visibility_analysis",
  "custom_analysis",
  "content_generation",
  "cms_publishing",
];

/** The quota that a feature uses, if any. */
export const featureQuotas: Partial<Record<Feature, QuotaName>> = {
  visibility_analysis: "visibility",
  custom_analysis: "visibility",
  content_generation: "content",
  readiness: "readiness",
};

export interface PlanTerms {
  /** Units per period; null is unlimited. */
  quotas: Record<QuotaName, number | null>;
  /** Projects at once. */
  projects: number;
  features: readonly Feature[];
  /** Roles that members can be given. */
  roles: readonly Role[];
}

export type PlanTable = Record<Plan, PlanTerms>;

const basic: Feature[] = [
  "visibility_analysis",
  "custom_analysis",
  "content_generation",
  "readiness",
  "prompt_suggestions",
  "content_suggestions",
  "mcp_connector",
];
const starter: Feature[] = [...basic, "share_links"];
const growth: Feature[] = [...starter, "cms_publishing", "reddit_opportunities"];

/** The table of docs/plans.md, used with OVERHEARD_PLANS=on. */
export const standardPlans: PlanTable = {
  free: {
    quotas: { visibility: 20, content: 3, readiness: 5 },
    projects: 1,
    features: basic,
    roles: ["owner"],
  },
  starter: {
    quotas: { visibility: 300, content: 20, readiness: 50 },
    projects: 3,
    features: starter,
    roles: ["owner", "viewer"],
  },
  growth: {
    quotas: { visibility: 1500, content: 60, readiness: 200 },
    projects: 10,
    features: growth,
    roles,
  },
  agency: { quotas: { visibility: 6000, content: 200, readiness: 1000 }, projects: 100, features, roles },
  enterprise: {
    quotas: { visibility: null, content: null, readiness: null },
    projects: 500,
    features,
    roles,
  },
};

const everything: PlanTerms = {
  quotas: { visibility: null, content: null, readiness: null },
  projects: 500,
  features,
  roles,
};

/** Everything allowed for everybody: a self-hosted server without plans. */
export const openPlans: PlanTable = {
  free: everything,
  starter: everything,
  growth: everything,
  agency: everything,
  enterprise: everything,
};

/** The cheapest plan with a feature, for the error that names it; null if none has it. */
export function requiredPlan(table: PlanTable, feature: Feature): Plan | null {
  return plans.find((plan) => table[plan].features.includes(feature)) ?? null;
}

/** The cheapest plan with a role, likewise. */
export function rolePlan(table: PlanTable, role: Role): Plan | null {
  return plans.find((plan) => table[plan].roles.includes(role)) ?? null;
}
