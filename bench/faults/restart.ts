/**
 * Rolling restarts: two servers on one PostgreSQL behind a balancer that looks at /readyz each second, restarted in turn
 * under load. No request may fail, no engine call be cut off. `npm run bench -- restart`, BENCH_RESTARTS for other counts.
 */

import { brokenByRestarts, rollingRestarts } from "../../test/faults/rolling-restarts.ts";
import { startPostgres } from "../../test/postgres.ts";

await using postgres = await startPostgres();
const outcome = await rollingRestarts(postgres.url, Number(process.env.BENCH_RESTARTS ?? 6));
console.log(`${outcome.restarts} restarts`);
console.log(`requests / failed               ${outcome.requests} / ${outcome.failed}`);
console.log(`slowest end after SIGTERM       ${Math.round(outcome.slowestExitMs)} ms`);
console.log(`asks / calls made again         ${outcome.asks} / ${outcome.repeated}`);
for (const fault of brokenByRestarts(outcome)) {
  console.log(`failed: ${fault}`);
  process.exitCode = 1;
}
