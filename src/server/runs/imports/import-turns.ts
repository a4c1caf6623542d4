import { Problem } from "../../kernel/problem.ts";

/** Imports of one organization that a process reads at once, and that wait for their turn: others' come between them. */
const atOnce = 2;
const waitingMost = 2;

interface Line {
  running: number;
  waiting: (() => void)[];
}

const lines = new Map<string, Line>();

/**
 * Does this when it is the organization's turn. Throws RATE_LIMITED where too many wait already: they would be cut off by the
 * deadline of a request, all of them. Throws the signal's reason if it aborts before.
 */
export async function inTurn<T>(
  organizationId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const line = lines.get(organizationId) ?? { running: 0, waiting: [] };
  lines.set(organizationId, line);
  if (line.running === atOnce) {
    if (line.waiting.length === waitingMost) throw tooMany();
    await turnIn(line, signal);
  } else line.running += 1;
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.running -= 1;
      if (line.running === 0) lines.delete(organizationId);
    }
  }
}

/** Whoever ends gives its place to the first in the line. */
function turnIn(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(give), 1);
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    line.waiting.push(give);
  });
}

const tooMany = (): Problem =>
  new Problem("RATE_LIMITED", {
    message: `This organization has ${atOnce + waitingMost} imports under way. Retry when one has ended.`,
    details: { bucket: "concurrency", limit: atOnce + waitingMost, reset_seconds: 10 },
    retryAfterSeconds: 10,
  });
