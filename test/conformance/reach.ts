import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server that listens at this port says of itself; nobody is limited. */
export const siteAt = (port: number) => {
  const address = `http://127.0.0.1:${port}`;
  return { baseUrl: address, siteUrl: address, corsOrigins: [address], rateLimitScale: 0 };
};

/** A way to `/mcp` for clients that cannot be told a token: adds it to each request on the way. */
export async function tokenAdder(
  token: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const onward = ask(
      { host: "127.0.0.1", port, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
