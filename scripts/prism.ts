/**
 * Has Prism's validating proxy judge recorded traffic against openapi.json:
 *
 *   RECORD_TRAFFIC=/tmp/traffic npm test && node scripts/prism.ts /tmp/traffic
 *
 * Each recorded answer is played back behind the proxy, and each request sent through it. Whatever Prism finds wrong
 * with an answer, or with a request that was accepted, is a failure; only where it is and what kind it is of are
 * printed, never a value. Requests that were refused, or answered with a warning that something in them is not known,
 * may be wrong: that is what they are for.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../test/server-process.ts";
import { type Exchange, recordedIn } from "../test/traffic.ts";

const root = resolve(import.meta.dirname, "..");
const startMs = 60_000;
const answerMs = 20_000;
/** Prism judges on one core; each of them is asked so much at once. */
const prisms = 2;
const atOnce = 4;

/** True where Prism finds nothing; prints how much it has looked at, and what it finds. */
export async function judgeTraffic(folder: string): Promise<boolean> {
  const recorded = recordedIn(folder);
  const distinct = recorded.distinct.filter(({ path }) => isDecodable(path));
  if (distinct.length === 0) {
    console.log("failed: no traffic was recorded");
    return false;
  }
  await using cleanup = new AsyncDisposableStack();
  const upstream = await serveRecorded(distinct, cleanup);
  const ports = await Promise.all(Array.from({ length: prisms }, () => startPrism(upstream, cleanup)));
  const agent = cleanup.adopt(new Agent({ keepAlive: false }), (agent) => agent.destroy());

  const mismatches = new Map<string, number>();
  const waiting = [...distinct.entries()];
  const judgeNext = async (port: number) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, exchange] = next;
      const answer = await throughPrism(port, agent, exchange, index);
      for (const mismatch of mismatchesIn(exchange, answer))
        mismatches.set(mismatch, (mismatches.get(mismatch) ?? 0) + 1);
    }
  };
  await Promise.all(ports.flatMap((port) => Array.from({ length: atOnce }, () => judgeNext(port))));

  const routes = new Set(distinct.map(({ route }) => route));
  const accepted = distinct.filter(({ status }) => status < 400).length;
  console.log(
    `Prism has judged ${distinct.length} kinds of exchanges (${accepted} accepted, ${distinct.length - accepted} refused)` +
      ` of the ${recorded.count} that the tests had with ${routes.size} routes: ${mismatches.size} mismatches`,
  );
  for (const [mismatch, times] of mismatches)
    console.log(`  ${mismatch}${times > 1 ? ` (${times} times)` : ""}`);
  return mismatches.size === 0;
}

/** Prism ends on an address that does not percent-decode; we answer 400 or 404. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** Names the recorded exchange, on its way through the proxy. */
const numberHeader = "x-recorded-exchange";

/** Plays recorded answers back; returns the address below which the routes are. */
async function serveRecorded(exchanges: readonly Exchange[], cleanup: AsyncDisposableStack): Promise<string> {
  const server = createServer(({ headers }, response) => {
    const exchange = exchanges[Number(headers[numberHeader])];
    if (!exchange) return response.writeHead(404).end();
    const { status, answerHeaders, answer } = exchange;
    response
      .writeHead(status, kept(answerHeaders))
      .end(status === 204 || status === 304 ? undefined : answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanup.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** @NOTE Without --errors Prism passes everything on and lists all that it finds, in a header, on either side. */
async function startPrism(upstream: string, cleanup: AsyncDisposableStack): Promise<number> {
  const port = await freePort();
  const settings = ["--host", "127.0.0.1", "--port", `${port}`, "--cors", "false"];
  const bin = join(root, "node_modules", ".bin", "prism");
  const child = spawn(bin, ["proxy", join(root, "openapi.json"), upstream, ...settings], { stdio: "ignore" });
  const ended = once(child, "close");
  cleanup.defer(async () => {
    child.kill();
    await ended;
  });
  const deadline = performance.now() + startMs;
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error("Prism did not start");
    await delay(100);
  }
  return port;
}

interface Judged {
  headers: IncomingHttpHeaders;
  body: string;
}

/** What Prism's parser does with requests that are not HTTP to it. */
const hungUp: Judged = {
  headers: { "content-type": "application/problem+json" },
  body: JSON.stringify({ title: "hung up" }),
};

function throughPrism(port: number, agent: Agent, exchange: Exchange, index: number): Promise<Judged> {
  const { method, path } = exchange;
  const headers = { ...kept(exchange.headers), [numberHeader]: String(index) };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerMs);
    const outgoing = request({
      signal,
      port,
      host: "127.0.0.1",
      agent,
      method,
      path: path.slice("/v1".length),
      headers,
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (process.env.PRISM_VERBOSE) console.error("hung", index, method, path, exchange.status);
      if (error.code === "ECONNRESET" || signal.aborted) resolve(hungUp);
      else reject(error);
    });
    outgoing.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    outgoing.end(sentBody(exchange));
  });
}

/**
 * A body where none belongs is ignored by the API, and not passed on by Prism; over one that is not JSON it waits for
 * ever, so that only the answer to it is judged.
 */
function sentBody({ method, headers, body }: Exchange): string | undefined {
  if (method === "GET" || method === "DELETE" || body === null) return undefined;
  if (!headers["content-type"]?.includes("json") || headers["content-type"].includes("ndjson")) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return "{}";
  }
}

const ofConnection = [
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "expect",
  "host",
  "date",
];

const kept = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name.toLowerCase())));

interface Violation {
  location: string[];
  severity: string;
  code: string | number;
  message: string;
}

function mismatchesIn(exchange: Exchange, { headers, body }: Judged): string[] {
  const { route, status } = exchange;
  const where = `${route} → ${status}:`;
  const conforms = status < 400 && !exchange.answer.includes('"UNKNOWN_PARAMETER"');
  if (headers["content-type"] === "application/problem+json") {
    // Prism's own answer: it could not take the request at all.
    return conforms ? [`${where} Prism refuses the request: ${JSON.parse(body).title}`] : [];
  }
  const header = String(headers["sl-violations"] ?? "[]");
  // A request that is refused may have more faults than fit.
  if (!header.startsWith("[")) return conforms ? [`${where} more than fits into a header`] : [];
  return (JSON.parse(header) as Violation[])
    .filter(({ location }) => location[0] === "response" || conforms)
    .map(({ location, code, message }) => `${where} ${location.join("/")} [${code}] ${message}`);
}

function usage(): number {
  console.error("usage: node scripts/prism.ts FOLDER, where RECORD_TRAFFIC=FOLDER has recorded the tests");
  return 2;
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder] = process.argv;
  if (folder) process.exitCode = (await judgeTraffic(folder)) ? 0 : 1;
  else process.exitCode = usage();
}
