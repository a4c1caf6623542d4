import type { QuotaName } from "./quota-name.ts";

export const plans = ["free", "starter", "growth", "agency", "enterprise"] as const;
export type Plan = (typeof plans)[number];

export const planStatuses = ["active", "trialing", "past_due", "canceled"] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** What a plan can switch on, as GET /v1/account-status lists it. */
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

/** What a project does no more while its client workspace is archived; its reports stay readable. */
export const restingFeatures: readonly Feature[] = [
  "visibility_analysis",
  "custom_analysis",
  "content_generation",
  "cms_publishing",
];

/** The quota that a feature draws on, if any. */
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

/** The table of docs/contract/limits-and-plans.md, used with OVERHEARD_PLANS=on. */
export const standardPlans: PlanTable = {
  free: { quotas: { visibility: 20, content: 3, readiness: 5 }, projects: 1, features: basic },
  starter: { quotas: { visibility: 300, content: 20, readiness: 50 }, projects: 3, features: starter },
  growth: { quotas: { visibility: 1500, content: 60, readiness: 200 }, projects: 10, features: growth },
  agency: { quotas: { visibility: 6000, content: 200, readiness: 1000 }, projects: 100, features },
  enterprise: { quotas: { visibility: null, content: null, readiness: null }, projects: 500, features },
};

const everything: PlanTerms = {
  quotas: { visibility: null, content: null, readiness: null },
  projects: 500,
  features,
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
