import type { Static } from "typebox";
import { planMeasurement } from "../actions/reports/plan-measurement.ts";
import type { MeasurementPlanView } from "../actions/reports/views/measurement-plan-view.ts";
import type { Ports } from "../kernel/context.ts";
import { asOwner, issuesOf } from "./as-owner.ts";
import { CommandError } from "./io.ts";
import type { Operations } from "./operations.ts";

/** The operator's plan of a measurement, in the name of the project's owner. */
export function createMeasurementPlanning(ports: Ports): Operations["planMeasurement"] {
  return async (terms) => {
    const outcome = await asOwner(ports, planMeasurement, terms);
    if (outcome.ok) return outcome.data as Static<typeof MeasurementPlanView>;
    throw new CommandError(issuesOf(outcome.problem)[0].message);
  };
}
