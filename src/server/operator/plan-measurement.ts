import type { Static } from "typebox";
import type { Ports } from "../api/context.ts";
import type { MeasurementPlanView } from "../reports/measurement-plan/measurement-plan-view.ts";
import { planMeasurement } from "../reports/measurement-plan/plan-measurement.ts";
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
