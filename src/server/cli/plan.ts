import type { Config } from "../../config.ts";
import type { Io } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Puts an account on a plan; a change of plan begins a new period. */
export async function setPlan(
  config: Config,
  options: { email: string; plan: string },
  io: Io,
): Promise<void> {
  await operate(config, "setPlan", { email: options.email, plan: options.plan });
  const note = config.plansOn ? "" : " Plans are off; set OVERHEARD_PLANS=on to apply it.";
  io.stderr.write(`overheard: ${options.email} is now on the ${options.plan} plan.${note}\n`);
}
