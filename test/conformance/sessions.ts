import { randomUUID } from "node:crypto";
import {
  type EventStore,
  isInitializeRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Serve } from "../../src/server/mcp/tool-call.ts";

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** The version of the protocol that it began with. */
  version: string;
}

/**
 * Clients of before 2026-07-28 as sessions, behind the door that keeps none: what the suite asks of a server that asks
 * its client something in the middle of a call, or goes on with a stream that broke. Anything else goes on to `others`.
 */
export function withSessions(serverOf: () => Server, others: Serve): Serve {
  const sessions = new Map<string, Session>();

  async function begun(version: string): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, version }),
      onsessionclosed: (id) => void sessions.delete(id),
      eventStore: createEventStore(),
      retryInterval: 100,
    });
    await serverOf().connect(transport);
    return { transport, version };
  }

  return async (requested, visit, message) => {
    const request = requested();
    const named = request.headers.get("mcp-session-id");
    const known = sessions.get(named ?? "");
    if (named && !known && (await isLegacyRequest(request, message))) return ended();
    const begins = isInitializeRequest(message) ? message.params.protocolVersion : null;
    const session = known ?? (begins === null ? null : await begun(begins));
    if (!session) return others(requested, visit, message);
    // server-sse-polling begins with 2025-11-25, then names 2025-03-26, which knows nothing of what it looks for.
    request.headers.set("mcp-protocol-version", session.version);
    return session.transport.handleRequest(request, message ? { parsedBody: message } : {});
  };
}

/** A client whose session is over must begin another. */
const ended = (): Response =>
  Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32001, message: "There is no such session." } },
    { status: 404 },
  );

/** What was sent on each stream, for clients that come back to it. */
function createEventStore(): EventStore {
  const events: { stream: string; message: JSONRPCMessage }[] = [];
  return {
    storeEvent: async (stream, message) => String(events.push({ stream, message })),
    getStreamIdForEventId: async (id) => events[Number(id) - 1]?.stream,
    async replayEventsAfter(last, { send }) {
      const stream = events[Number(last) - 1]?.stream ?? "";
      for (const [at, event] of events.entries()) {
        if (at >= Number(last) && event.stream === stream) await send(String(at + 1), event.message);
      }
      return stream;
    },
  };
}
