/**
 * The server of `bench/load/neighbours.ts`, in a separate process: the whole program, on PostgreSQL if TEST_DATABASE_URL is
 * set, else on the embedded store. Tells its parent the address, and of two accounts the tokens and what they own.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Own } from "../../../test/catalogue.ts";
import { always } from "../../../test/fake-engines.ts";
import { everythingOf } from "../../../test/owner.ts";
import { startApp } from "../../../test/start-app.ts";
import { anyStore } from "../../../test/stores.ts";
import { startGhost } from "../../../test/vendors/ghost.ts";

/** What the parent is told: once at first, and again when the sessions are new. */
export interface Told {
  address: string;
  /** Of a website that may be crawled. */
  site: string;
  quiet: Account;
  heavy: Account;
}

export interface Account {
  email: string;
  key: string;
  session: string;
  own: Own;
}

const sessionMs = 10 * 60_000;

const endings: (() => unknown)[] = [];
const blog = await startGhost();
// In a process of its own, so that the time it takes is not this one's.
const site = fork(join(import.meta.dirname, "site.ts"), { execArgv: [] });
const [siteHost] = (await once(site, "message")) as [string];
const app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, anyStore[0]!, {
  config: {
    ...{ rateLimitScale: 0, runsAtOnce: 100_000, trustedProxies: 1, logLevel: "silent" },
    outboundAllow: [blog.host, siteHost],
  },
  engines: { chatgpt: always("1. **Acme** is a good choice.\n2. **Bolt** is cheaper.") },
});
const members = { quiet: await app.member(), heavy: await app.member() };
const owned = {
  quiet: await everythingOf(app, blog, members.quiet),
  heavy: await everythingOf(app, blog, members.heavy),
};
for (const name of ["quiet", "heavy"] as const) {
  const [me, own] = [members[name], owned[name]];
  const other = await me.call<{ id: string }>("POST", `/v1/projects/${own.projectId}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Bolt." },
  ]);
  const { data } = await me.call<{ rows: { prompt_key: string }[] }>(
    "GET",
    `/v1/reports/${own.reportId}?view=raw`,
  );
  own["compare_reports with"] = other.data.id;
  own["get_provider_answer promptKey"] = data.rows[0]!.prompt_key;
}
const address = await app.address();

async function tell(): Promise<void> {
  const account = async (name: "quiet" | "heavy"): Promise<Account> => ({
    email: members[name].email,
    key: members[name].key,
    session: await app.app.operator.issueToken({ email: members[name].email }),
    own: owned[name],
  });
  process.send!({
    ...{ address, site: `http://${siteHost}/` },
    ...{ quiet: await account("quiet"), heavy: await account("heavy") },
  } satisfies Told);
}

await tell();
const telling = setInterval(() => void tell(), sessionMs);
process.once("disconnect", () => {
  clearInterval(telling);
  site.disconnect();
  process.exit();
});
