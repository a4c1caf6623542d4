import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Ending } from "../stores.ts";

/** One request as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answering = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  host: string;
  url: string;
  received: Received[];
  /** Answers so from now on. */
  answer(answering: Answering): void;
}

export const status =
  (code: number, body = "", headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response.writeHead(code, headers).end(body);

/** A server on loopback that keeps what it is sent; it answers 204 unless told otherwise. */
export async function startReceiver(t: Ending): Promise<Receiver> {
  const received: Received[] = [];
  let answering: Answering = status(204);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = {
      ...{ path: request.url ?? "", headers: request.headers, body },
      json: JSON.parse(body === "" ? "null" : body),
    };
    received.push(one);
    answering(one, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hooks/a-secret-path`,
    received,
    answer(next) {
      answering = next;
    },
  };
}
