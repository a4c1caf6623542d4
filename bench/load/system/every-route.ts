import { actions } from "../../../src/server/actions.ts";
import { type Own, validInput } from "../../../test/catalogue.ts";
import { type Request, requestOf } from "../../../test/doors.ts";

/** Of what changes something, what may be done again and again, with what it is sent. */
const changes: Record<string, Record<string, unknown>> = {
  ...{ update_project: { name: "Acme again" }, set_prompts: { prompts: ["best crm?", "cheapest crm?"] } },
  ...{ plan_measurement: { goal: { detect: 10 } }, create_intervention: {} },
  ...{ update_client_workspace: { name: "Client again" }, suggest_content: {}, create_share_link: {} },
  run_custom_analysis: { brand: "Acme", prompts: ["best crm?"] },
};

/** What takes as long as there is to read: downloads of everything, and reading stored answers once more. */
const lasting = ["export_account", "export_audit_log", "preview_correction"];

/** Names of the routes that read, and of those that change something, may be called again and again and ask nobody outside. */
export const everyRoute: readonly string[] = actions
  .filter(({ name, effect }) => (effect === "reads" || name in changes) && !lasting.includes(name))
  .map(({ name }) => name);

/** Of them, those that may be called without end: a project has only so many interventions. */
export const endlessRoutes: readonly string[] = everyRoute.filter((name) => name !== "create_intervention");

/** A request to one of them that succeeds, by whoever owns these things. */
export function requestTo(name: string, own: Own): Request {
  const action = actions.find((one) => one.name === name)!;
  return requestOf(name, { ...validInput(action, own), ...changes[name] });
}
