import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiProblem, isPassing } from "./problem.ts";

/** What the app knows of something on the server. */
export interface Known<T> {
  /** The last answer, which may be about to be renewed; undefined before the first. */
  value?: T;
  /** Why the last request has no answer; `value` is from before. */
  problem?: ApiProblem;
}

/** Something to ask the server. */
export interface Question<T> {
  key: string;
  /** The project that its answer is about, or `everyProject`. */
  of?: string;
  ask(): Promise<T>;
  /** Milliseconds after which this answer is asked for again by itself; null: it will not change. */
  again?(value: T): number | null;
}

interface Entry {
  state: Signal<Known<unknown>>;
  askedAt: number;
  asking: Promise<void> | null;
  question: Question<unknown> | null;
  /** How many places on the page show it. */
  viewCount: number;
}

/** What an answer is about that says something of each project. */
export const everyProject = "*";

const entries = new Map<string, Entry>();
/** An answer of this age is shown without asking again. */
const freshMs = 5_000;
/** After so long a server that was away is asked again, unless it has named a time. */
const lookAgainMs = 20_000;

function entryOf(key: string): Entry {
  const entry = entries.get(key) ?? {
    state: signal<Known<unknown>>({}),
    askedAt: 0,
    asking: null,
    question: null,
    viewCount: 0,
  };
  entries.set(key, entry);
  return entry;
}

/** Asks anew, or joins who is asking already. */
export function refresh<T>(question: Question<T>): Promise<void> {
  const entry = entryOf(question.key);
  entry.question = question as Question<unknown>;
  entry.asking ??= question
    .ask()
    .then(
      (value) => {
        entry.state.value = { value };
      },
      (error: unknown) => {
        const problem = error instanceof ApiProblem ? error : new ApiProblem(0, "UNKNOWN", String(error));
        entry.state.value = { ...entry.state.value, problem };
      },
    )
    .finally(() => {
      entry.askedAt = Date.now();
      entry.asking = null;
    });
  return entry.asking;
}

/** Asks again for all that is shown of a project, whatever part it is narrowed to, and for the rest once it is shown. */
export async function refreshProject(projectId: string): Promise<void> {
  const about = [...entries.values()].filter(
    ({ question }) => question?.of === projectId || question?.of === everyProject,
  );
  for (const entry of about) entry.askedAt = 0;
  await Promise.all(
    about.map(({ viewCount, question }) => (viewCount > 0 && question ? refresh(question) : null)),
  );
}

/** Takes over an answer that came another way, such as from saving. */
export function learn<T>(question: Question<T>, value: T): void {
  const entry = entryOf(question.key);
  entry.state.value = { value };
  entry.askedAt = Date.now();
}

/** What is known, shown at once and renewed where it is old; null asks nothing yet. */
export function useKnown<T>(question: Question<T> | null): Known<T> {
  const key = question?.key ?? "";
  const state = question ? (entryOf(key).state.value as Known<T>) : {};
  const { value, problem } = state;
  useEffect(() => {
    if (!question) return;
    const entry = entryOf(key);
    entry.viewCount += 1;
    return () => {
      entry.viewCount -= 1;
    };
  }, [key]);
  useEffect(() => {
    if (question && Date.now() - entryOf(key).askedAt > freshMs) void refresh(question);
  }, [key]);
  useEffect(() => {
    const pause = value === undefined ? null : (question?.again?.(value) ?? null);
    if (!question || pause === null) return;
    return later(pause, () => void refresh(question));
  }, [key, value]);
  useEffect(() => {
    if (!question || !problem || !isPassing(problem)) return;
    const pause = (problem.retryAfterSeconds ?? 0) * 1000 || lookAgainMs;
    return later(pause, () => void refresh(question));
  }, [key, problem]);
  return state;
}

/** Runs it after so many milliseconds, or when the page is next in view: in a tab that nobody sees nothing is asked. Returns how to give it up. */
function later(pause: number, run: () => void): () => void {
  const once = () => {
    if (document.hidden) return;
    stop();
    run();
  };
  const timer = setTimeout(() => {
    document.addEventListener("visibilitychange", once);
    once();
  }, pause);
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", once);
  };
  return stop;
}

/** Asks again for what has failed, such as after signing in. */
export function askFailed(): void {
  for (const { state, question } of entries.values())
    if (question && state.peek().problem) void refresh(question);
}
