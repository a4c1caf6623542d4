import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name, in the order to try them. Rejects if it has none. */
export type Resolve = (hostname: string, terms: { opened: boolean }) => Promise<string[]>;

/** For one question to one of the two servers; and for everything together. */
const questionMs = 1_500;
const totalMs = 4_000;

/**
 * Asks the system's or the given name servers for the addresses of a stranger's name, for at most four seconds. The
 * system's own lookup has two threads for the whole process: two names whose servers never answer would block the
 * assistants and the database too. Only that lookup reads the hosts file, so it is used for names that the operator has
 * opened.
 */
export const resolveBy =
  (servers?: readonly string[]): Resolve =>
  async (hostname, { opened }) => {
    if (opened) return bySystem(hostname);
    const resolver = new Resolver({ timeout: questionMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const over = setTimeout(() => resolver.cancel(), totalMs);
    try {
      const [four, six] = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ]);
      const addresses = inTurn(addressesOf(four), addressesOf(six));
      if (addresses.length === 0) throw four.status === "rejected" ? four.reason : new Error("no address");
      return addresses;
    } finally {
      clearTimeout(over);
    }
  };

const bySystem = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const addressesOf = (outcome: PromiseSettledResult<string[]>): string[] =>
  outcome.status === "fulfilled" ? outcome.value : [];

/** Alternates between both kinds, as a network may lack either. */
const inTurn = (four: readonly string[], six: readonly string[]): string[] =>
  Array.from({ length: Math.max(four.length, six.length) }, (_, at) => [four[at], six[at]])
    .flat()
    .filter((address) => address !== undefined);
