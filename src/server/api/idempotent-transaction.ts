import { insufficientRole, Problem } from "../kernel/problem.ts";
import { enoughFor, isAtLeast } from "../kernel/role.ts";
import type { AnyAction } from "./action.ts";
import { auditEntry, type Deed } from "./audit/audit.ts";
import type { Context, Ports, Warning } from "./context.ts";
import type { ReplayKey } from "./replay.ts";
import type { Reply } from "./reply.ts";
import { serialise } from "./schema/serialise.ts";

/** An action's transaction, which also remembers an idempotent request. */
export interface Writing extends Pick<Context, "write" | "noteFailure"> {
  /** Stores the final reply, once the action has ended with it. */
  finish(response: Reply<unknown>): Promise<void>;
  /** The action has failed: what its transaction stored is all there is to return. */
  abandon(): Promise<void>;
}

export interface Written {
  /** Who does it, and to what. */
  deed: Deed;
  /** The caller's projects that the action may write to: found, and perhaps deleted since. */
  projects: ReadonlySet<string>;
  /** Null for a request that may be repeated. */
  key: ReplayKey | null;
  warnings: Warning[];
}

export function writing(
  action: AnyAction,
  ports: Ports,
  { deed, projects, key, warnings }: Written,
): Writing {
  const { now } = ports.services;
  const remembered = (response: Reply<unknown>, running: boolean) => ({
    running,
    status: response.status ?? action.status ?? 200,
    json: action.secret
      ? JSON.stringify({ id: (response.data as { id: unknown }).id })
      : serialise(action.output, response.data).json,
    location: response.location ?? null,
  });
  let claimed = false;

  /** Comes first, so that a call that waits for the deletion of the project holds no lock in it yet. */
  async function holdProjects(db: Context["db"]): Promise<void> {
    for (const id of [...projects].sort()) {
      if (!(await ports.holdProject(db, deed.caller, id))) throw new Problem("PROJECT_NOT_FOUND");
    }
  }

  /** Their role may have changed since they were let in. */
  async function demandStill(db: Context["db"]): Promise<void> {
    const { caller } = deed;
    const role = await ports.currentRole(db, caller);
    if (!role || !isAtLeast(role, caller.role)) throw insufficientRole(enoughFor(caller.role));
  }

  return {
    async write(work) {
      const warningCount = warnings.length;
      const response = await ports.transaction(async (db) => {
        // An attempt that collided with another transaction will repeat its warnings.
        warnings.length = warningCount;
        if (key) await ports.replays.claim(db, key, now());
        if (action.role) await demandStill(db);
        if (action.effect === "writes") await holdProjects(db);
        const workResponse = await work(db);
        const entry = auditEntry(action, deed, workResponse.data, now());
        await ports.audit(db, workResponse.audited ? { ...entry, details: workResponse.audited } : entry);
        if (key) await ports.replays.store(db, key, remembered(workResponse, true));
        return workResponse;
      });
      claimed = true;
      return response;
    },

    async noteFailure(details) {
      await ports.transaction((db) =>
        ports.audit(db, { ...auditEntry(action, deed, null, now()), details: { failed: true, ...details } }),
      );
    },

    async finish(response) {
      if (!key || response.stream) return;
      await ports.transaction(async (db) => {
        if (!claimed) await ports.replays.claim(db, key, now());
        await ports.replays.store(db, key, remembered(response, false));
      });
    },

    async abandon() {
      // If even that fails, the key becomes free a minute after it was claimed.
      if (key && claimed) await ports.replays.release(ports.services.db, key).catch(() => undefined);
    },
  };
}
