import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../kernel/log.ts";
import { Problem, type ProblemCode } from "../kernel/problem.ts";
import { problemJson } from "./envelope.ts";
import { commonHeaders, jsonType } from "./headers.ts";
import { targetBytesMax } from "./request/target.ts";

interface ParserError extends Error {
  code?: string;
  /** The bytes that the parser rejected, if it has them. */
  rawPacket?: unknown;
}

/** Answers what node's HTTP parser refuses (bad framing, oversized headers, too slow) with our envelope. */
export function answerParserErrors(siteUrl: string, log: Log): (error: ParserError, socket: Socket) => void {
  const common = commonHeaders(siteUrl);
  return (error, socket) => {
    // A second response would corrupt one under way; a closed socket hears nothing.
    const busy =
      (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
    if (error.code === "ECONNRESET" || !socket.writable || busy) return void socket.destroy();
    const problem = problemOf(error);
    const requestId = randomUUID();
    const body = problemJson(problem, requestId);
    const headers = [
      ...[...common, "Content-Type", jsonType, "Cache-Control", "no-store", "X-Request-Id", requestId],
      ...[
        "Date",
        new Date().toUTCString(),
        "Connection",
        "close",
        "Content-Length",
        String(Buffer.byteLength(body)),
      ],
    ];
    const lines = headers.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : [],
    );
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`,
    );
    setTimeout(() => socket.destroy(), 1000).unref();
    log.info({
      request_id: requestId,
      door: "rest",
      action: null,
      route: null,
      status: problem.status,
      code: problem.code,
    });
  };
}

function problemOf(error: ParserError): Problem {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return new Problem("REQUEST_TIMEOUT");
  if (error.code === "HPE_HEADER_OVERFLOW") return new Problem(overflowed(error.rawPacket));
  if (error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new Problem("PAYLOAD_TOO_LARGE");
  return new Problem("VALIDATION_ERROR", { message: "The request is not valid HTTP." });
}

/** The parser counts address and headers together; if the first line alone is too long, that is the fault. */
function overflowed(packet: unknown): ProblemCode {
  if (!(packet instanceof Buffer)) return "HEADERS_TOO_LARGE";
  const line = packet.indexOf("\r\n");
  const long = line === -1 ? packet.length > targetBytesMax : line > targetBytesMax;
  return long && /^[A-Z]+ /.test(packet.toString("latin1", 0, 16)) ? "URI_TOO_LONG" : "HEADERS_TOO_LARGE";
}
