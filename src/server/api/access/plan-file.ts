import { roles } from "../../kernel/role.ts";
import { features, type PlanTable, type PlanTerms, plans, standardPlans } from "./plan.ts";
import { quotaNames } from "./quota-name.ts";

/** A table of plans as an operator writes it: the standard table supplies what is absent. */
export type GivenPlans = { [Plan in keyof PlanTable]?: GivenTerms };
type GivenTerms = Partial<Omit<PlanTerms, "quotas">> & { quotas?: Partial<PlanTerms["quotas"]> };

/** What is wrong with a table of plans, in one line that repeats no value; null if nothing is. */
export function faultInPlans(table: unknown): string | null {
  if (!isRecord(table)) return "the file must hold an object with a member for each plan to change.";
  const strange = unknownIn(table, plans);
  if (strange) return `the plans are ${plans.join(", ")}.`;
  for (const [plan, terms] of Object.entries(table)) {
    const fault = faultInTerms(terms);
    if (fault) return `${plan}${fault}`;
  }
  return null;
}

/** The standard table with these changes, which must be valid. */
export function planTableOf(changes: GivenPlans): PlanTable {
  const merged = plans.map((plan) => {
    const [standard, terms] = [standardPlans[plan], changes[plan] ?? {}];
    return [plan, { ...standard, ...terms, quotas: { ...standard.quotas, ...terms.quotas } }];
  });
  return Object.fromEntries(merged) as PlanTable;
}

const members = ["quotas", "projects", "features", "roles"] as const;

function faultInTerms(terms: unknown): string | null {
  if (!isRecord(terms) || unknownIn(terms, members)) return ` must be an object of ${members.join(", ")}.`;
  const { quotas = {}, projects = 0, features: planFeatures = [], roles: planRoles = [] } = terms;
  if (!isRecord(quotas) || unknownIn(quotas, quotaNames))
    return `.quotas must be an object of ${quotaNames.join(", ")}.`;
  const wrong = Object.entries(quotas).find(([, units]) => units !== null && !isCount(units));
  if (wrong) return `.quotas.${wrong[0]} must be a whole number, or null for no limit.`;
  if (!isCount(projects)) return ".projects must be a whole number.";
  if (!Array.isArray(planFeatures) || planFeatures.some((feature) => !features.includes(feature)))
    return `.features must be a list of ${features.join(", ")}.`;
  if (!Array.isArray(planRoles) || planRoles.some((role) => !roles.includes(role)))
    return `.roles must be a list of ${roles.join(", ")}.`;
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const unknownIn = (record: object, allowedNames: readonly string[]): boolean =>
  Object.keys(record).some((name) => !allowedNames.includes(name));
