import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name, in the order to be tried. Rejects if it has none. */
export type Resolve = (hostname: string, terms: { opened: boolean }) => Promise<string[]>;

/** Of one question to one server, of which there are two; and of all of it. */
const questionMs = 1_500;
const totalMs = 4_000;

/**
 * Asks the name servers of the system, or those given, for the addresses of a stranger's name, for four seconds at most. The
 * system's own lookup has two threads for the whole process: two names whose servers never answer would keep it from
 * assistants and the database too. Names that the operator has opened may stand in the hosts file, which only that
 * lookup reads.
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
      const addresses = inTurn(found(four), found(six));
      if (addresses.length === 0) throw four.status === "rejected" ? four.reason : new Error("no address");
      return addresses;
    } finally {
      clearTimeout(over);
    }
  };

const bySystem = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const found = (outcome: PromiseSettledResult<string[]>): string[] =>
  outcome.status === "fulfilled" ? outcome.value : [];

/** Of both kinds one after the other, as a network may lack either. */
const inTurn = (four: readonly string[], six: readonly string[]): string[] =>
  Array.from({ length: Math.max(four.length, six.length) }, (_, at) => [four[at], six[at]])
    .flat()
    .filter((address) => address !== undefined);
