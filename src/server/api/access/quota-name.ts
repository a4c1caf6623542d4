/** What a plan counts, and the unit it counts in. */
export const quotaUnits = { visibility: "prompt_runs", content: "drafts", readiness: "checks" } as const;

export type QuotaName = keyof typeof quotaUnits;

export const quotaNames = Object.keys(quotaUnits) as QuotaName[];
