import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { DataLock, Holder } from "../db/embedded/lock.ts";
import type { Log } from "../kernel/log.ts";
import { commandError } from "./errors.ts";
import { CommandError } from "./io.ts";
import type { Operations } from "./operations.ts";

/**
 * The socket named in the data directory's lock: only the directory's owner can open it. The server says ready; then one
 * question and one answer follow, each a line of JSON.
 */
const ready = "ready";
const questionWithinMs = 10_000;

interface Question {
  operation: keyof Operations;
  parameters: unknown;
}
type Answer = { result: unknown } | { error: string; exitCode: number };

/** Lets the command line work on this process's store while the lock is held. */
export function serveControl(lock: DataLock, operations: Operations, log: Log): void {
  lock.server.on("connection", async (socket) => {
    socket.setTimeout(questionWithinMs, () => socket.destroy());
    socket.write(`${ready}\n`);
    const question = await nextLine(linesOf(socket));
    if (question === null) return;
    socket.setTimeout(0);
    socket.end(`${JSON.stringify(await answerTo(question, operations, log))}\n`);
  });
}

async function answerTo(line: string, operations: Operations, log: Log): Promise<Answer> {
  try {
    const { operation, parameters } = JSON.parse(line) as Question;
    if (!Object.hasOwn(operations, operation))
      throw new CommandError("The running server does not know this command.");
    const run = operations[operation] as (parameters: unknown) => Promise<unknown>;
    return { result: (await run(parameters)) ?? null };
  } catch (error) {
    const refusal = commandError(error);
    if (!refusal) log.error({ err: error }, "a command from the local socket failed");
    const message = refusal?.message ?? "The running server failed at it; its log says more.";
    return { error: message, exitCode: refusal?.exitCode ?? 1 };
  }
}

/**
 * Asks the living holder of the data directory to do it. `busy`, with nothing done, if that process takes no questions: a
 * command at work, or a server that is just starting.
 */
export async function askHolder<Name extends keyof Operations>(
  holder: Holder,
  operation: Name,
  parameters: Parameters<Operations[Name]>[0],
): Promise<{ result: Awaited<ReturnType<Operations[Name]>> } | "busy"> {
  const question: Question = { operation, parameters };
  const socket = connect(holder.socket).on("error", () => {});
  try {
    const lines = linesOf(socket);
    if ((await nextLine(lines)) !== ready) return "busy";
    socket.write(`${JSON.stringify(question)}\n`);
    const line = await nextLine(lines);
    if (line === null) throw new CommandError("The running server ended before it answered.");
    const answer = JSON.parse(line);
    if ("error" in answer) throw new CommandError(answer.error, answer.exitCode);
    return answer;
  } finally {
    socket.destroy();
  }
}

type Lines = AsyncIterator<string>;

const linesOf = (socket: Socket): Lines => createInterface({ input: socket })[Symbol.asyncIterator]();

/** The next line, or null if the other side is gone. */
async function nextLine(lines: Lines): Promise<string | null> {
  const line = await lines.next().catch(() => null);
  return line && !line.done ? line.value : null;
}
