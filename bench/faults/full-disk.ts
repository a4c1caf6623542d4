/**
 * A full disk under the store: what is answered while it lasts, what /readyz says, how soon it goes on once there is
 * room, and whether anything accepted is lost. `npm run bench -- full-disk [PGlite|PostgreSQL]`; takes root, for a small tmpfs.
 */
import { tellGoal } from "../../scripts/goals.ts";
import { brokenByFullDisk, fullDisk } from "../../test/faults/full-disk.ts";
import { noSmallDisk } from "../../test/faults/small-disk.ts";

const none = noSmallDisk();
if (none) console.log(`skipped: ${none}`);
else
  for (const store of ["PGlite", "PostgreSQL"] as const)
    if (process.argv[2] === undefined || process.argv[2] === store) await measure(store);

async function measure(store: "PGlite" | "PostgreSQL"): Promise<void> {
  const outcome = await fullDisk(store);
  console.log(`\n${store}`);
  console.log(`writes refused with 503, answered wrongly   ${outcome.refused}, ${outcome.wrong}`);
  console.log(`/readyz said 503 after                      ${Math.round(outcome.unreadyMs)} ms`);
  console.log(`written again after room was made           ${Math.round(outcome.recoveryMs)} ms`);
  console.log(`projects kept, lost                         ${outcome.kept}, ${outcome.lost}`);
  const faults = brokenByFullDisk(outcome);
  for (const fault of faults) {
    console.log(`failed: ${fault}`);
    process.exitCode = 1;
  }
  const [kept, seconds] = [`${outcome.lost} of ${outcome.kept} lost`, (outcome.recoveryMs / 1000).toFixed(1)];
  tellGoal("disk", {
    measured: `${store}: ${kept}, writing again after ${seconds} s`,
    met: faults.length === 0,
    small: false,
  });
}
