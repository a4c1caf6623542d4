import { useState } from "preact/hooks";
import { ApiProblem } from "../api/problem.ts";
import { form } from "../words/form.ts";

interface Issue {
  path: string;
  message: string;
}

/** How a change is going: nothing yet, under way, done, or failed for a reason. */
export interface Saving {
  busy: boolean;
  done: boolean;
  problem: unknown;
  /** What is wrong with a field, by its JSON Pointer or one below it; null if nothing. */
  issue(path: string): string | null;
  /** The same of a field whose lines are a list, with the line that it is about. */
  lineIssue(path: string): string | null;
  /** Does the work; true if it went well. What was typed is the caller's, and stays. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** As before the first change. */
  forget(): void;
}

/** Keeps how one form's change is going. */
export function useSaving(): Saving {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const rawIssues = problem instanceof ApiProblem ? problem.details.issues : null;
  const issues = Array.isArray(rawIssues) ? (rawIssues as Issue[]) : [];

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setDone(false);
    setProblem(null);
    try {
      await work();
      setDone(true);
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const find = (path: string) =>
    issues.find((each) => each.path === path || each.path.startsWith(`${path}/`));
  return {
    busy,
    done,
    problem,
    issue: (path) => find(path)?.message ?? null,
    lineIssue(path) {
      const issue = find(path);
      const index = issue?.path.slice(path.length + 1);
      return issue ? (index ? form.line(Number(index) + 1, issue.message) : issue.message) : null;
    },
    run,
    forget() {
      setProblem(null);
      setDone(false);
    },
  };
}
