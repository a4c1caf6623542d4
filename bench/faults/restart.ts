/**
 * Rolling restarts: two servers on one PostgreSQL behind a balancer that looks at /readyz each second, restarted in turn
 * under load. No request may fail, no engine call be cut off. `npm run bench -- restart`; BENCH_RESTARTS and BENCH_REQUESTS say
 * how many there are at least.
 */
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { brokenByRestarts, rollingRestarts } from "../../test/faults/rolling-restarts.ts";
import { startPostgres } from "../../test/postgres.ts";

await using postgres = await startPostgres();
const requestsLeast = Number(process.env.BENCH_REQUESTS ?? (fullSize ? 20_000 : 0));
const outcome = await rollingRestarts(postgres.url, Number(process.env.BENCH_RESTARTS ?? 6), requestsLeast);
console.log(`${outcome.restarts} restarts`);
console.log(`requests / failed               ${outcome.requests} / ${outcome.failed}`);
console.log(`slowest end after SIGTERM       ${Math.round(outcome.slowestExitMs)} ms`);
console.log(`asks / calls made again         ${outcome.asks} / ${outcome.repeated}`);
for (const fault of brokenByRestarts(outcome)) {
  console.log(`failed: ${fault}`);
  process.exitCode = 1;
}
tellGoal("restarts", {
  measured: `${outcome.failed} of ${outcome.requests} requests failed in ${outcome.restarts} restarts`,
  met: outcome.failed === 0,
  small: outcome.requests < 20_000,
});
