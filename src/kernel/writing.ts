import type { AnyAction } from "./action.ts";
import type { Context, Ports, Warning } from "./context.ts";
import { Problem } from "./problem.ts";
import type { ReplayKey } from "./replay.ts";
import type { Reply } from "./reply.ts";
import { serialise } from "./schema/serialise.ts";

/** The transaction of an action, with the memory of an idempotent request inside it. */
export interface Writing extends Pick<Context, "write"> {
  /** Stores the reply for good, once the action has ended with it. */
  finish(given: Reply<unknown>): Promise<void>;
  /** The action has failed: what its transaction stored is all there is to be told. */
  abandon(): Promise<void>;
}

export interface Written {
  userId: string;
  /** Projects of the caller's that the action may write into; found, and perhaps deleted since. */
  projects: ReadonlySet<string>;
  /** Null for a request that may be made twice. */
  key: ReplayKey | null;
  warnings: Warning[];
}

export function writing(
  action: AnyAction,
  ports: Ports,
  { userId, projects, key, warnings }: Written,
): Writing {
  const { now } = ports.services;
  const remembered = (given: Reply<unknown>, running: boolean) => ({
    running,
    status: given.status ?? action.status ?? 200,
    json: action.secret
      ? JSON.stringify({ id: (given.data as { id: unknown }).id })
      : serialise(action.output, given.data).json,
    location: given.location ?? null,
  });
  let claimed = false;

  /** First of all, so that a call that waits for the project's deletion does not yet hold a lock in it. */
  async function holdProjects(db: Context["db"]): Promise<void> {
    for (const id of [...projects].sort()) {
      if (!(await ports.holdProject(db, userId, id))) throw new Problem("PROJECT_NOT_FOUND");
    }
  }

  return {
    async write(work) {
      const said = warnings.length;
      const given = await ports.transaction(async (db) => {
        // What an attempt that collided with another transaction has said is said again.
        warnings.length = said;
        if (key) await ports.replays.claim(db, key, now());
        if (action.effect === "writes") await holdProjects(db);
        const given = await work(db);
        if (key) await ports.replays.store(db, key, remembered(given, true));
        return given;
      });
      claimed = true;
      return given;
    },

    async finish(given) {
      if (!key || given.stream) return;
      await ports.transaction(async (db) => {
        if (!claimed) await ports.replays.claim(db, key, now());
        await ports.replays.store(db, key, remembered(given, false));
      });
    },

    async abandon() {
      // Where even that fails, the key is free a minute after it was claimed.
      if (key && claimed) await ports.replays.release(ports.services.db, key).catch(() => undefined);
    },
  };
}
