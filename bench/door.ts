/**
 * The REST door over ports in memory, against bare node:http that writes the same bytes.
 * Each server runs in a separate process; rounds alternate and the best of each counts, so that a busy machine
 * bothers both alike.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { destination } from "pino";
import { createLog } from "../src/server/kernel/log.ts";
import { createHttpServer } from "../src/server/rest.ts";
import { testActions } from "../test/http/actions.ts";
import { authenticate, fakePorts } from "../test/http/ports.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const path = "/v1/things";
const headers = { authorization: "Bearer key" };

async function serveDoor(): Promise<number> {
  const log = createLog("info", destination({ dest: "/dev/null", sync: false, minLength: 4096 }));
  const ports = fakePorts({ log, rules: { read: { limit: 1e9, windowSeconds: 60 } } });
  ports.observe = () => undefined;
  const billing = await ports.billing(await authenticate(["Bearer key"]));
  ports.billing = async () => billing;
  const config = {
    baseUrl: "http://api.test",
    siteUrl: "http://site.test",
    corsOrigins: ["http://app.test"],
    trustedProxies: 0,
  };
  const door = createHttpServer({ actions: testActions, ports, config, authenticate, log });
  return Number(new URL(await door.listen({ host: "127.0.0.1", port: 0 })).port);
}

/** The very answer of the door, replayed without a thought. */
async function serveBare(doorPort: number): Promise<number> {
  const given = await fetch(`http://127.0.0.1:${doorPort}${path}`, { headers });
  const body = await given.text();
  const automatic = new Set(["date", "connection", "keep-alive"]);
  const fixed = [...given.headers].filter(([name]) => !automatic.has(name)).flat();
  const server = createServer((_request, response) => response.writeHead(200, fixed).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

process.on("message", () => process.send!(process.cpuUsage()));
if (process.argv[2] === "door") process.send!(await serveDoor());
else if (process.argv[2] === "bare") process.send!(await serveBare(Number(process.argv[3])));
else await compare();

interface Server {
  port: number;
  child: ChildProcess;
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
}

async function start(...role: string[]): Promise<Server> {
  const child = fork(new URL(import.meta.url), role);
  return { child, port: await answerOf<number>(child) };
}

async function cpuMicroseconds({ child }: Server): Promise<number> {
  child.send("cpu");
  const { user, system } = await answerOf<NodeJS.CpuUsage>(child);
  return user + system;
}

interface Figures {
  rate: number;
  /** Processor time of the server per request: what it costs, whatever else runs on the machine. */
  microseconds: number;
}

async function load(server: Server, duration: number, extra: Record<string, string> = {}): Promise<Figures> {
  const before = await cpuMicroseconds(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}${path}`,
    connections: 32,
    duration,
    headers: { ...headers, ...extra },
  });
  if (result.errors > 0 || result["4xx"] + result["5xx"] > 0)
    throw new Error("the load was not answered well");
  const spent = (await cpuMicroseconds(server)) - before;
  return { rate: result.requests.average, microseconds: spent / result.requests.total };
}

async function compare() {
  const door = await start("door");
  const bare = await start("bare", String(door.port));
  const { headers: answered } = await fetch(`http://127.0.0.1:${door.port}${path}`, { headers });
  const poll = { "if-none-match": answered.get("etag")! };
  await load(door, 1);
  await load(bare, 1);
  const rounds: [Figures, Figures, Figures][] = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push([await load(bare, seconds), await load(door, seconds), await load(door, seconds, poll)]);
  }
  const best = (column: 0 | 1 | 2): Figures => ({
    rate: Math.max(...rounds.map((round) => round[column].rate)),
    microseconds: Math.min(...rounds.map((round) => round[column].microseconds)),
  });
  const [base, full, unchanged] = [best(0), best(1), best(2)];
  for (const [name, { rate, microseconds }] of [
    ["bare node:http", base],
    ["REST door, 200", full],
    ["REST door, 304", unchanged],
  ] as const) {
    const [byRate, byCpu] = [rate / base.rate, base.microseconds / microseconds].map((ratio) =>
      ratio.toFixed(2),
    );
    console.log(
      `${name}  ${Math.round(rate)} requests/s (ratio ${byRate})  ${microseconds.toFixed(1)} µs of CPU each (ratio ${byCpu})`,
    );
  }
  door.child.kill();
  bare.child.kill();
}
