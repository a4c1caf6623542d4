import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A reverse proxy as operators put in front: in turn to each server that was ready at its last look. */
export interface Balancer extends AsyncDisposable {
  url: string;
  /** How many it would ask now. */
  healthy(): number;
}

const answerMs = 5_000;

/** Looks at /readyz of each every `lookMs`. A request that meets a closed door is a 502: it does not try another. */
export async function startBalancer(backendsNow: () => readonly string[], lookMs: number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;

  /** What does not answer in time stays what it was, as balancers wait for more than one failure. */
  async function look(url: string): Promise<void> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Response && answer.ok) ready.add(url);
    else if (answer instanceof Response || answer.name !== "TimeoutError") ready.delete(url);
  }

  const lookAtAll = () => Promise.all(backendsNow().map(look));
  const healthyOnes = () => backendsNow().filter((url) => ready.has(url));

  const server = createServer((incoming, outgoing) => {
    const healthy = healthyOnes();
    const backend = healthy[turn++ % Math.max(1, healthy.length)];
    if (!backend) return outgoing.writeHead(502).end();
    const { method, url, headers } = incoming;
    const passed = request(backend + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await lookAtAll();
  const looking = setInterval(() => void lookAtAll(), lookMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: () => healthyOnes().length,
    async [Symbol.asyncDispose]() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
