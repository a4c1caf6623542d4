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
  return new Problem("VALIDATION_ERROR", { message: `The request is not valid HTTP: ${faultIn(error)}` });
}

/** What clients that speak something else, or write a request wrongly, are told by what the parser found. */
const faults: readonly (readonly [code: RegExp, says: string])[] = [
  [
    /INVALID_URL|INVALID_CONSTANT/,
    "its address must be in ASCII; percent-encode everything else, and spaces.",
  ],
  [/INVALID_METHOD/, "it must begin with a method that there is, in capitals, such as GET."],
  [/INVALID_VERSION/, "its first line must end in HTTP/1.1 (or HTTP/1.0), CR and LF."],
  [/CONTENT_LENGTH/, "Content-Length must stand once, as a number, and never beside Transfer-Encoding."],
  [/TRANSFER_ENCODING/, "Transfer-Encoding must be chunked, or left out."],
  [/CHUNK/, "a chunk of its body does not begin with its size."],
  [
    /HEADER_TOKEN|(?:CR|LF)_EXPECTED/,
    "each header is a line that ends in CR and LF, without a space before its colon.",
  ],
];

function faultIn({ code = "", rawPacket }: ParserError): string {
  const begins = rawPacket instanceof Buffer ? rawPacket.toString("latin1", 0, 16) : "";
  if (begins.startsWith("\x16\x03"))
    return "it is TLS, and this port has none. Use http://, or the address of the proxy that has the certificate.";
  if (begins.startsWith("PRI * HTTP/2")) return "it is HTTP/2, and this port speaks HTTP/1.1.";
  // Source: haproxy.org/download/2.8/doc/proxy-protocol.txt §2.
  if (begins.startsWith("PROXY ") || begins.startsWith("\r\n\r\n\0\r\nQUIT\n"))
    return "it begins with the PROXY protocol. Turn that off at the load balancer, and have it send X-Forwarded-For.";
  return (
    faults.find(([one]) => one.test(code))?.[1] ?? "something in its first lines or its framing is wrong."
  );
}

/** The parser counts address and headers together; if the first line alone is too long, that is the fault. */
function overflowed(packet: unknown): ProblemCode {
  if (!(packet instanceof Buffer)) return "HEADERS_TOO_LARGE";
  const line = packet.indexOf("\r\n");
  const long = line === -1 ? packet.length > targetBytesMax : line > targetBytesMax;
  return long && /^[A-Z]+ /.test(packet.toString("latin1", 0, 16)) ? "URI_TOO_LONG" : "HEADERS_TOO_LARGE";
}
