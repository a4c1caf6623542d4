import type { ScoredReport } from "../../../figures/report.ts";
import type { FiguresAhead } from "../../api/figures-ahead.ts";
import type { Queue } from "../../api/queue.ts";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import type { Pace } from "../../kernel/pace.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import { BusyError, UnreadableError } from "../../outbound/parsing.ts";
import { isRefusal } from "../../queue/refusal.ts";
import { allMeasuredAnswers } from "../../reports/rows/answer-batches.ts";
import type { AnswerMeasurer, Reader } from "../measure-answers.ts";
import {
  addToRereading,
  beginRereading,
  endRereading,
  projectsReadOtherwise,
  type RereadAnswer,
  type Rereading,
  rereadingsOf,
  unreadAnswers,
} from "./rereadings.ts";

export interface RereadParts {
  db: Db;
  measuring: AnswerMeasurer;
  pace: Pace;
  stop: AbortSignal;
  figuresAhead?: FiguresAhead | undefined;
  now(): Date;
  log: Log;
}

/** How long a project may take before others come in between. */
interface Turn {
  isOver(): boolean;
}

/**
 * Reads a project's stored answers again if its brands or our method have changed, without asking any engine. Continues
 * after an interruption, and `later` after its turn, in which it gets on by a batch of answers at least.
 */
export async function rereadProject(
  parts: RereadParts,
  projectId: string,
  turn: Turn,
): Promise<"done" | "stopped" | "later"> {
  const { db, measuring, log } = parts;
  let gotOn = false;
  for (const rereading of await rereadingsOf(db, projectId, measuring.methodVersion)) {
    if (gotOn && turn.isOver()) return "later";
    const outcome = await asJobOf(rereading.organizationId, () => rereadReport(parts, rereading, turn));
    log.info({ report: rereading.reportId, reading: rereading.reading, outcome }, "report read again");
    if (outcome === "stopped" || outcome === "later") return outcome;
    parts.figuresAhead?.soon({ organizationId: rereading.organizationId, projectId });
    // A newer job reads the project on newer terms.
    if (outcome === "overtaken") break;
    // One that cannot be read comes first in the next turn too.
    gotOn ||= outcome === "done";
  }
  return "done";
}

/** Null if one of them cannot be read in time, though it could be before; one that never was is left out. */
async function readable<T>(
  reading: readonly { neverRead: boolean; result: Promise<T> }[],
  log: Log,
): Promise<(T & { neverRead: boolean })[] | null> {
  const read = await Promise.all(
    reading.map(({ neverRead, result }) =>
      result.then(
        (value) => [{ ...value, neverRead }],
        (error) => {
          if (!neverRead || error instanceof BusyError) throw error;
          log.warn({ err: error }, "an answer still cannot be read");
          return [];
        },
      ),
    ),
  ).catch(async (error) => {
    if (error instanceof UnreadableError) return null;
    // The next try does not add to what waits for the threads.
    await Promise.allSettled(reading.map(({ result }) => result));
    throw error;
  });
  return read?.flat() ?? null;
}

/** What the store refuses of an answer that was never read leaves that answer unread. False if overtaken. */
async function addAll(
  db: Db,
  rereading: Rereading,
  read: readonly (RereadAnswer & { neverRead: boolean })[],
): Promise<boolean> {
  const add = (some: readonly RereadAnswer[]) => transaction(db, (db) => addToRereading(db, rereading, some));
  try {
    return await add(read);
  } catch (error) {
    if (!isRefusal(error) || !read.some(({ neverRead }) => neverRead)) throw error;
  }
  for (const one of read) {
    try {
      if (!(await add([one]))) return false;
    } catch (error) {
      if (!(one.neverRead && isRefusal(error))) throw error;
    }
  }
  return true;
}

const answersPerBatch = 200;
/** Of answers and their citations: what the embedded store gives and takes in a few steps of some 10 ms. */
const bytesPerBatch = 100_000;

async function rereadReport(
  { db, measuring, pace, stop, now, log }: RereadParts,
  rereading: Rereading,
  turn: Turn,
): Promise<"done" | "overtaken" | "stopped" | "later" | "unreadable"> {
  const reader = measuring.readerOf(rereading.terms.brands);
  const isBranded = oncePerPrompt(reader);
  const hasBegun = await transaction(db, (db) => beginRereading(db, rereading, now()));
  if (!hasBegun) return "overtaken";
  for (let after = -1; ; ) {
    if (stop.aborted) return "stopped";
    const unread = await unreadAnswers(db, rereading, {
      after,
      limit: answersPerBatch,
      bytes: bytesPerBatch,
    });
    if (unread.length === 0) break;
    after = unread.at(-1)!.ordinal;
    const read = await readable(
      unread.map(({ ordinal, neverRead, prompt, answer, ...answerFields }) => ({
        neverRead,
        result: pace(async () => ({
          ordinal,
          branded: await isBranded(prompt),
          reading: await reader.read({ text: answer, prompt, ...answerFields }),
        })),
      })),
      log,
    );
    // It keeps its current reading.
    if (!read) return "unreadable";
    if (!(await addAll(db, rereading, read))) return "overtaken";
    // What cannot be read would be tried again in the next turn, and it would get no further.
    if (read.length > 0 && turn.isOver()) return "later";
  }
  const { projectId, reportId: id, createdAt, reading } = rereading;
  const stored = await allMeasuredAnswers(db, { projectId, id, createdAt: createdAt.toISOString(), reading });
  const branded = new Map<string, boolean>();
  for (const { promptKey, prompt } of stored)
    if (!branded.has(promptKey)) branded.set(promptKey, await pace(() => isBranded(prompt)));
  const answers = stored.map((answer) => ({ ...answer, branded: branded.get(answer.promptKey)! }));
  const scored = await whole(measuring.score(answers, rereading.terms.brands));
  if (!scored) return "unreadable";
  const result = { scored, point: measuring.point(scored), branded };
  const hasEnded = await transaction(db, (db) => endRereading(db, rereading, result, now()));
  return hasEnded ? "done" : "overtaken";
}

/** Many answers are to the same prompt, and to look for many names in it is work in a thread. */
function oncePerPrompt(reader: Pick<Reader, "branded">): (prompt: string) => Promise<boolean> {
  const brandedByPrompt = new Map<string, Promise<boolean>>();
  return (prompt) => {
    const branded = brandedByPrompt.get(prompt) ?? Promise.resolve(reader.branded(prompt));
    brandedByPrompt.set(prompt, branded);
    return branded;
  };
}

/** Null if it is beyond what can be computed: the report keeps its current reading. */
const whole = (scored: ScoredReport | Promise<ScoredReport>): Promise<ScoredReport | null> =>
  Promise.resolve(scored).catch((error) => {
    if (error instanceof UnreadableError) return null;
    throw error;
  });

/** Queues reports read by an older method than ours; a newer method is left to newer workers. */
export async function enqueueOutdated(
  db: Db,
  queue: Pick<Queue, "enqueueReread">,
  methodVersion: string,
): Promise<void> {
  for (const project of await projectsReadOtherwise(db, methodVersion)) {
    if (Number(project.methodVersion) < Number(methodVersion))
      await queue.enqueueReread(db, project.projectId);
  }
}
