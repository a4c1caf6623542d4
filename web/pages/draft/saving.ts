import { useEffect, useRef, useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { ApiProblem, isPassing } from "../../api/problem.ts";
import { type Draft, reportOf } from "../../api/questions.ts";
import { learn } from "../../api/resource.ts";
import { session } from "../../api/session.ts";
import { forget, keep, readUnsaved } from "../../api/unsaved-edits.ts";
import { sayingOf } from "../../parts/saying.ts";
import { draft as words } from "../../words/content.ts";
import { changesOf, type Fields, fieldsOf, lackOf } from "./fields.ts";

/** How a draft is edited: its fields as they stand, and whether the server has them. */
export interface Editing {
  now: Fields;
  /** As the page found them. */
  original: Fields;
  change(part: Partial<Fields>): void;
  /** Saves at once; true if the server has all of it. */
  save(): Promise<boolean>;
  says: string;
  /** Something is in the way of saving. */
  troubled: boolean;
  restored: boolean;
}

const idleMs = 1200;
const againMs = 5000;

/** Saves while people type; what cannot be saved is kept in the tab and tried again by itself. */
export function useEditing(draft: Draft): Editing {
  const key = `draft ${draft.id}`;
  const [original] = useState(() => fieldsOf(draft));
  const [unsaved] = useState(() => readUnsaved<Fields>(key));
  const [now, setNow] = useState(unsaved ?? original);
  const [status, setStatus] = useState({ says: unsaved ? words.unsaved : words.saved, troubled: false });
  const draftState = useRef({
    draft,
    now,
    saved: original,
    saving: null as Promise<boolean> | null,
    timer: 0,
  });
  const signedIn = session.value === "in";

  function later(pause: number) {
    clearTimeout(draftState.current.timer);
    draftState.current.timer = window.setTimeout(() => void save(), pause);
  }

  function change(part: Partial<Fields>) {
    const next = { ...draftState.current.now, ...part };
    draftState.current.now = next;
    setNow(next);
    keep(key, next);
    const lack = lackOf(draft, next);
    setStatus(
      lack ? { says: lacks[lack], troubled: true } : (before) => ({ ...before, says: words.unsaved }),
    );
    if (!lack) later(idleMs);
  }

  function save(): Promise<boolean> {
    clearTimeout(draftState.current.timer);
    draftState.current.saving ??= saveAll().finally(() => {
      draftState.current.saving = null;
    });
    return draftState.current.saving;
  }

  async function saveAll(): Promise<boolean> {
    const { current } = draftState;
    for (;;) {
      const fields = current.now;
      if (lackOf(draft, fields)) return false;
      const changes = changesOf(current.saved, fields);
      if (Object.keys(changes).length === 0) {
        forget(key);
        setStatus({ says: words.saved, troubled: false });
        return true;
      }
      setStatus((before) => (before.troubled ? before : { says: words.saving, troubled: false }));
      try {
        const answer = await answerTo(() =>
          api.PATCH("/reports/{reportId}/content", {
            params: { path: { reportId: draft.id } },
            body: changes,
          }),
        );
        current.saved = fields;
        learn(reportOf(draft.id), answer);
      } catch (error) {
        const out = error instanceof ApiProblem && error.status === 401 && error.code !== "UNKNOWN";
        const passing = error instanceof ApiProblem && isPassing(error);
        setStatus({ says: out ? words.out : passing ? words.away : sayingOf(error), troubled: true });
        if (passing) later(againMs);
        return false;
      }
    }
  }

  // What was kept in the tab is saved as soon as the page is open, and again after signing in.
  useEffect(() => {
    if (signedIn && draftState.current.now !== draftState.current.saved) void save();
  }, [signedIn]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (changed(draftState.current)) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
      // Going to another page of the app saves what is typed.
      if (changed(draftState.current)) void save();
    };
  }, []);

  return { now, original, change, save, ...status, restored: unsaved !== null };
}

const lacks = { title: words.noTitle, text: words.noText, post: words.noPost };

const changed = ({ saved, now }: { saved: Fields; now: Fields }): boolean =>
  Object.keys(changesOf(saved, now)).length > 0;
