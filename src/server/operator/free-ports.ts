import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { CommandError } from "./io.ts";

type Place = Pick<Config, "host" | "port" | "metrics">;

/** Tries every port that a server needs, so that a taken one is reported before the store opens. Throws a CommandError. */
export async function checkPorts({ host, port, metrics }: Place): Promise<void> {
  await check(host, port, "PORT");
  if (metrics.port !== null) await check(host, metrics.port, "OVERHEARD_METRICS_PORT");
}

/** Why nothing can listen, as one line; null for a failure of something else. */
export function listenError(error: unknown, setting = "PORT"): CommandError | null {
  const { code, address, port, syscall } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === "getaddrinfo") return new CommandError("HOST is not an address of this machine.", 2);
  if (syscall !== "listen") return null;
  if (code === "EADDRINUSE") {
    return new CommandError(
      `Port ${port} is taken on ${address}. Stop what listens there, or set ${setting} to another port.`,
    );
  }
  if (code === "EADDRNOTAVAIL") return new CommandError("HOST is not an address of this machine.", 2);
  if (code === "EACCES")
    return new CommandError(`Port ${port} may not be used; set ${setting} to one above 1023.`, 2);
  if (code === "EAFNOSUPPORT" && address?.includes(":"))
    return new CommandError("This machine has no IPv6: set HOST=0.0.0.0, or an IPv4 address of it.", 2);
  return new CommandError(
    `Nothing can listen at HOST ${address ?? ""}, port ${port ?? ""} (${code}): set HOST to an address of this machine, or ${setting} to another port.`,
    2,
  );
}

async function check(host: string, port: number, setting: string): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen({ host, port }, resolve),
    );
  } catch (error) {
    throw listenError(error, setting) ?? error;
  }
  await new Promise((resolve) => server.close(resolve));
}
