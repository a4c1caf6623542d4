import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Fault, misbehave } from "./faults.ts";
import { isAnswerRoute, modelsBody, type Said, successBody, type Vendor } from "./wire.ts";

export type { Fault } from "./faults.ts";
export type { Vendor } from "./wire.ts";
export { habitsOf, providerOf, vendors } from "./wire.ts";

/** What the server does with one question: answer in its vendor's format, send `raw` as JSON, or misbehave. */
export interface Script extends Partial<Said> {
  delayMs?: number;
  /** Answers only then. */
  after?: Promise<void>;
  raw?: unknown;
  fault?: Fault;
}

export interface VendorRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

export interface FakeVendor extends AsyncDisposable {
  /** The base URL to give an engine. */
  url: string;
  /** Questions asked so far. */
  count(): number;
  /** The newest hundred requests, oldest first. */
  requests: VendorRequest[];
  close(): Promise<void>;
}

const requestsKept = 100;

/**
 * A local server that speaks a vendor's wire format: `startVendor("openai", { answer: "…", delayMs: 1_000 })`. A
 * function as script decides per request, by its number from 1. Serves thousands of connections at once.
 */
export async function startVendor(
  vendor: Vendor,
  script: Script | ((request: VendorRequest, number: number) => Script) = {},
): Promise<FakeVendor> {
  const requests: VendorRequest[] = [];
  let count = 0;
  const server = createServer((incoming, response) => {
    readRequest(incoming).then((request) => {
      requests.push(request);
      if (requests.length > requestsKept) requests.shift();
      if (request.path.endsWith("/models") && request.method === "GET")
        return send(response, 200, modelsBody);
      if (!isAnswerRoute(vendor, request.path))
        return send(response, 404, { error: { message: "no such route" } });
      count += 1;
      const now = typeof script === "function" ? script(request, count) : script;
      if (now.after) return now.after.then(() => play(vendor, now, request, response));
      if (!now.delayMs) return play(vendor, now, request, response);
      setTimeout(() => play(vendor, now, request, response), now.delayMs);
    }, ignored);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve),
  );
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${port}`;
  return { url, count: () => count, requests, close, [Symbol.asyncDispose]: close };
}

function play(vendor: Vendor, script: Script, request: VendorRequest, response: ServerResponse): void {
  if (response.destroyed) return;
  const said: Said = { answer: "Acme is the usual pick.", sources: [], model: null, ...script };
  const success = () => successBody(vendor, said, request);
  if (script.fault) misbehave(script.fault, response, success);
  else send(response, 200, "raw" in script ? script.raw : success());
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readRequest(incoming: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? "",
    path: new URL(incoming.url ?? "/", "http://vendor").pathname,
    headers: incoming.headers,
    body: text === "" ? {} : JSON.parse(text),
  };
}

/** A client that went away while it was read. */
function ignored(): void {}
