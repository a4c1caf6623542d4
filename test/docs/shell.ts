import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Commands } from "./page.ts";

/** What a shell printed for each block, and what it complained about. */
export interface Typed {
  printed: string[];
  complaints: string;
  /** The last block that ended well; the rest was not run. */
  ended: number;
}

const mark = "\u001e";

/**
 * Types blocks into one bash, from top to bottom, stopping at the first that fails. `before` and `after` are run around
 * them. Throws after `timeoutMs`.
 */
export async function typed(
  blocks: readonly Pick<Commands, "text">[],
  options: {
    cwd: string;
    env: Record<string, string | undefined>;
    before: string;
    after: string;
    timeoutMs: number;
  },
): Promise<Typed> {
  const { cwd, env, before, after, timeoutMs } = options;
  const script = [before, ...blocks.map((block) => `${block.text}\nprintf '${mark}'`), after].join("\n");
  // As when typed, a command that fails in the middle of a pipe is not hidden by its end.
  const shell = spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  const [out, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "exit")]);
  const parts = out.split(mark);
  return { printed: parts.slice(0, blocks.length), complaints, ended: parts.length - 1 };
}
