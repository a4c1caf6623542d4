import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Check, type Outcome, startSuite } from "./suite.ts";

/** What the suite cannot look at by the ids of checks, each with the reason why that is in order. */
export type Reasons = Readonly<Record<string, string>>;

/** The oldest version that clients in the field speak. The suite has scenarios for it, but no list of the required. */
export const oldest = "2025-06-18";

/** Waits for answers half a second at most: too little on a machine that is busy otherwise, so that it may ask twice. */
const hasty = "server-stateless";

/** What the suite was asked, and what it found. */
export interface Asked {
  outcome: Outcome;
  again(name: string): Promise<Outcome>;
}

/** Has the suite run all that it has for a revision of the protocol. */
export async function asked(t: TestContext, revision: string, url: string): Promise<Asked> {
  const ask = (...given: string[]) => startSuite(t, "server", "--url", url, ...given).outcome();
  const all = revision === oldest ? ["--suite", "all", "--spec-version"] : ["--requirements"];
  return {
    outcome: await ask(...all, revision),
    again: (name) => ask("--scenario", name, "--spec-version", revision),
  };
}

/** Holds a scenario to account: something passed, nothing failed, warned or was left out but for a reason. */
export async function judge(
  t: TestContext,
  { outcome, again }: Asked,
  name: string,
  reasons: Reasons = {},
): Promise<void> {
  let checks = outcome.get(name) ?? [];
  if (name === hasty && faultsIn(checks, reasons).length > 0) checks = (await again(name)).get(name) ?? [];
  assert.deepEqual(faultsIn(checks, reasons), []);
  for (const [id, reason] of Object.entries(reasons)) t.diagnostic(`${id}: ${reason}`);
}

/** What is wrong with a scenario, in words for the reader of the failure. */
export function faultsIn(checks: readonly Check[], reasons: Reasons = {}): string[] {
  const open = checks.filter(({ status }) => status !== "SUCCESS" && status !== "INFO");
  const unseen = new Set(open.filter(isUnseen).map(({ id }) => id));
  const passed = checks.some(({ status }) => status === "SUCCESS");
  return [
    ...(passed ? [] : ["Nothing passed, or the suite has not run it."]),
    ...open
      .filter((check) => !(check.id in reasons && isUnseen(check)))
      .map(({ id, status, errorMessage = "" }) => `${status} ${id} ${errorMessage}`),
    ...Object.keys(reasons)
      .filter((id) => !unseen.has(id))
      .map((id) => `${id} was looked at: the reason why it cannot be is out of date.`),
  ];
}

/** Whether the suite says of a check that it could not be made. */
const isUnseen = ({ status, errorMessage = "" }: Check): boolean =>
  status === "SKIPPED" || errorMessage.startsWith("Not testable: ");
