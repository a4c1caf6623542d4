import type { TestContext } from "node:test";
import { createHttpServer, type HttpServer, type RestDoorOptions } from "../../src/server/rest.ts";
import { testActions } from "./actions.ts";
import { authenticate, type FakePorts, fakePorts } from "./ports.ts";

export const config = {
  baseUrl: "http://api.test",
  siteUrl: "http://site.test",
  corsOrigins: ["http://app.test"],
  trustedProxies: 0,
};

/** The REST door over fake ports and the test-only actions; closed with the test. */
export function testDoor(
  t: TestContext,
  changes: Partial<RestDoorOptions> & { ports?: FakePorts } = {},
): HttpServer & { ports: FakePorts } {
  const ports = changes.ports ?? fakePorts();
  const door = createHttpServer({
    actions: testActions,
    config,
    authenticate,
    log: ports.services.log,
    ...changes,
    ports,
  });
  t.after(() => door.close(0));
  return { ...door, ports };
}

export const bearer = (token = "key") => ({ authorization: `Bearer ${token}` });

/** Waits until something is so, at most two seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !isSo(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
