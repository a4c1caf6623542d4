import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
  /** Everything that came, for answers that are not HTTP. */
  text: string;
}

/** Sends these very bytes, piece by piece, and reads until the server closes or goes quiet for `quietMs`. */
export function sendRaw(
  address: string,
  pieces: (string | Buffer | number)[],
  quietMs = 3000,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const got: Buffer[] = [];
    let quiet: NodeJS.Timeout;
    const end = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(parsed(Buffer.concat(got).toString("latin1")));
    };
    const wait = () => {
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    };
    socket.on("data", (chunk) => {
      got.push(chunk);
      wait();
    });
    socket.on("end", end);
    socket.on("error", (error) => (got.length > 0 ? end() : reject(error)));
    socket.on("connect", async () => {
      for (const piece of pieces) {
        if (typeof piece === "number") await new Promise((resolve) => setTimeout(resolve, piece));
        else if (socket.writable) socket.write(piece);
      }
      wait();
    });
  });
}

function parsed(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(first.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n"), text };
}
