import { boundSession } from "../../accounts/sessions.ts";
import type { Db } from "../../db/db.ts";
import type { accountOptions } from "./account-options.ts";

/** How long people stay signed in. */
export interface SessionLives {
  /** Seconds since the session was last renewed, which its use does. */
  idleSeconds: number;
  /** Seconds since it began. */
  maxSeconds: number;
}

const daySeconds = 86_400;

/** The options by which the account library keeps to these lifetimes: it knows one, since the last renewal. */
export function boundedSessions(
  { session, databaseHooks }: Pick<ReturnType<typeof accountOptions>, "session" | "databaseHooks">,
  db: Db,
  { idleSeconds, maxSeconds }: SessionLives,
) {
  const begin = databaseHooks.session.create.before;
  return {
    // Renewed at its use, but not at every one.
    session: { ...session, expiresIn: idleSeconds, updateAge: Math.min(daySeconds, idleSeconds / 8) },
    databaseHooks: {
      ...databaseHooks,
      session: {
        create: {
          async before<S extends { userId: string; expiresAt: Date }>(
            newSession: S,
            context: Parameters<typeof begin>[1],
          ) {
            const { data } = await begin(newSession, context);
            const last = Date.now() + Math.min(idleSeconds, maxSeconds) * 1000;
            return { data: { ...data, expiresAt: new Date(Math.min(data.expiresAt.getTime(), last)) } };
          },
        },
        update: {
          // Null if the session has ended meanwhile.
          async after(renewed: { id: string } | null) {
            if (renewed) await boundSession(db, renewed.id, maxSeconds);
          },
        },
      },
    },
  };
}
