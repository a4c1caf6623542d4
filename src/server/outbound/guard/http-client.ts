/**
 * The parts of undici that the guard needs. Its index also loads fetch, WebSocket, caches and mocks: 14 MB and 40 ms for
 * nothing. The version is pinned, and if these files move, every test of the guard fails.
 */
import type { Dispatcher } from "undici";
import ask from "undici/lib/api/api-request.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";

export { Agent, buildConnector };

/** One request through an agent, up to its headers; any status is an answer. */
export const request = (
  agent: Dispatcher,
  { origin, pathname, search }: URL,
  options: Omit<Dispatcher.RequestOptions, "origin" | "path">,
): Promise<Dispatcher.ResponseData> => ask.call(agent, { ...options, origin, path: pathname + search });
