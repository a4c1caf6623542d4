/**
 * The server of `bench/load/neighbours.ts`, in a separate process: the whole program, on PostgreSQL if TEST_DATABASE_URL is
 * set, else on the embedded store. Tells its parent the address, and of two accounts the tokens and what they own.
 */
import type { Own } from "../../../test/catalogue.ts";
import { everythingOf } from "../../../test/owner.ts";
import { startApp } from "../../../test/start-app.ts";
import { anyStore } from "../../../test/stores.ts";
import { startGhost } from "../../../test/vendors/ghost.ts";

/** What the parent is told: once at first, and again when the sessions are new. */
export interface Told {
  address: string;
  quiet: Account;
  heavy: Account;
}

export interface Account {
  key: string;
  session: string;
  own: Own;
}

const sessionMs = 10 * 60_000;

const endings: (() => unknown)[] = [];
const blog = await startGhost();
const app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, anyStore[0]!, {
  config: { rateLimitScale: 0, runsAtOnce: 100_000, outboundAllow: [blog.host], logLevel: "silent" },
});
const members = { quiet: await app.member(), heavy: await app.member() };
const owned = {
  quiet: await everythingOf(app, blog, members.quiet),
  heavy: await everythingOf(app, blog, members.heavy),
};
const address = await app.address();

async function tell(): Promise<void> {
  const account = async (name: "quiet" | "heavy"): Promise<Account> => ({
    key: members[name].key,
    session: await app.app.operator.issueToken({ email: members[name].email }),
    own: owned[name],
  });
  process.send!({ address, quiet: await account("quiet"), heavy: await account("heavy") } satisfies Told);
}

await tell();
const telling = setInterval(() => void tell(), sessionMs);
process.once("disconnect", () => {
  clearInterval(telling);
  process.exit();
});
