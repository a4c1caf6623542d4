/** The endpoints of `bench/load/deliveries.ts`, in a process of their own. They end with their parent. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Told {
  /** Each of them is an address of its own, as others' servers are. */
  ports: number[];
  slow: number;
  failing: number;
}

/** One delivery: to whom, of what, and when. */
export interface Arrival {
  id: string;
  object: string;
  number: number;
  at: number;
}

const portsOfTheWell = 50;
const slowMs = 9_000;

let arrived: Arrival[] = [];

const noted: RequestListener = async (request, response) => {
  const at = Date.now();
  const { data } = JSON.parse(await text(request)) as { data: { id: string; message: string } };
  arrived.push({ id: (request.url ?? "").slice(1), object: data.id, number: Number(data.message), at });
  setTimeout(() => response.writeHead(204).end(), 5);
};

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const ports: number[] = [];
for (let at = 0; at < portsOfTheWell; at++) ports.push(await listen(noted));
const slow = await listen((request, response) => {
  request.resume();
  setTimeout(() => response.writeHead(204).end(), slowMs);
});
const failing = await listen((request, response) => {
  request.resume();
  response.writeHead(500).end();
});
process.send!({ ports, slow, failing } satisfies Told);
process.on("message", () => {
  process.send!(arrived);
  arrived = [];
});
process.once("disconnect", () => process.exit(0));
