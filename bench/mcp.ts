/**
 * Tool calls over MCP against the same action over REST: get_account_status and list_projects with the same connector token, at both
 * versions of the protocol. The server runs in a separate process; rounds alternate, the median of each counts. What
 * counts is the time of the processor per call: its inverse is the rate of a machine that does nothing else.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import { siteAt } from "../test/conformance/reach.ts";
import { legacy, modern } from "../test/mcp.ts";
import { freePort } from "../test/server-process.ts";
import { startApp } from "../test/start-app.ts";
import { stores } from "../test/stores.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = 32;
const asked = { get_account_status: "/v1/account-status", list_projects: "/v1/projects" };
/** The least that a tool call may reach of the rate of its route. */
const needed = 0.5;

interface Server {
  address: string;
  token: string;
}

async function serve(): Promise<void> {
  const port = await freePort();
  const app = await startApp({ after: () => undefined }, stores[0]!, { config: siteAt(port) });
  // A test keeps its log; a benchmark would fill its memory with it.
  app.logged.push = () => 0;
  const me = await app.member();
  await me.project();
  const token = await me.connector();
  const address = await app.app.door.listen({ host: "127.0.0.1", port });
  process.send!({ address, token } satisfies Server);
  process.on("message", () => process.send!(process.cpuUsage()));
}

type Load = Parameters<typeof autocannon>[0];

/** The same question, in the words of each door. */
function targets({ address, token }: Server, name: string, path: string): Record<string, Load> {
  const authorization = `Bearer ${token}`;
  const called = (version: string): Load => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name, arguments: {}, ...(version >= modern ? { _meta: meta } : {}) };
    return {
      url: `${address}/mcp`,
      method: "POST",
      headers: {
        ...{
          authorization,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
        },
        ...{ "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": name },
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    };
  };
  return {
    REST: { url: address + path, headers: { authorization } },
    [`MCP ${modern}`]: called(modern),
    [`MCP ${legacy}`]: called(legacy),
  };
}

/** Microseconds of the processor that a server has used. */
async function used(child: ChildProcess): Promise<number> {
  child.send("used");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

async function load(child: ChildProcess, target: Load, duration: number) {
  const before = await used(child);
  const result = await autocannon({ ...target, connections, duration });
  const cost = ((await used(child)) - before) / result.requests.total;
  const failed = result.errors + result.non2xx;
  return { perSecond: result.requests.average, cost, p99: result.latency.p99, failed };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function compare(): Promise<void> {
  const child: ChildProcess = fork(import.meta.filename, ["serve"]);
  const [server] = (await once(child, "message")) as [Server];
  for (const [name, path] of Object.entries(asked)) {
    console.log(`${name.padEnd(19)} of REST  µs each  per second  p99 ms  failed`);
    if (await missed(child, targets(server, name, path))) process.exitCode = 1;
  }
  child.kill();
}

/** Measures one action through each door in turn and prints it; whether a door is too slow or fails. */
async function missed(child: ChildProcess, doors: Record<string, Load>): Promise<boolean> {
  const found = Object.entries(doors).map(([name, target]) => ({
    ...{ name, target, rates: [] as number[], costs: [] as number[], p99: 0, failed: 0 },
  }));
  for (const { target } of found) await load(child, target, 3);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of found) {
      const { perSecond, cost, p99, failed } = await load(child, one.target, seconds);
      one.rates.push(perSecond);
      one.costs.push(cost);
      one.p99 = Math.max(one.p99, p99);
      one.failed += failed;
    }
  }
  const base = median(found[0]!.costs);
  let tooSlow = false;
  for (const { name, rates, costs, p99, failed } of found) {
    const cost = median(costs);
    const ratio = base / cost;
    tooSlow ||= ratio < needed || failed > 0;
    const figures = [
      ratio.toFixed(2),
      cost.toFixed(0),
      median(rates).toFixed(0),
      String(p99),
      String(failed),
    ];
    console.log(name.padEnd(18), ...figures.map((figure, at) => figure.padStart([8, 8, 11, 7, 7][at]!)));
  }
  return tooSlow;
}

if (process.argv[2] === "serve") await serve();
else await compare();
