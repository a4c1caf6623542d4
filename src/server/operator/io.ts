import type { Readable, Writable } from "node:stream";

/** The streams and the environment of a command, so that tests can stand in for a terminal. */
export interface Io {
  stdin: Readable;
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  env: Record<string, string | undefined>;
}

/** A command that cannot go on: one line for the person who typed it. Exit code 2 for a usage error, otherwise 1. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const say = (io: Pick<Io, "stdout">, line: string): void => void io.stdout.write(`${line}\n`);
