import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";

/** Begins a session for an account without a password. Only this program can call it; no request reaches it. */
export const sessionOfAccount = () =>
  ({
    id: "session-of-account",
    endpoints: {
      beginSession: createAuthEndpoint(
        "/sign-in/once",
        {
          method: "POST",
          metadata: { SERVER_ONLY: true, $Infer: { body: {} as { accountId: string } } },
        },
        async (context) => {
          const { accountId } = context.body;
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(accountId);
          if (!user) return context.json({ signedIn: false });
          const session = await internalAdapter.createSession(accountId);
          await setSessionCookie(context, { session, user });
          return context.json({ signedIn: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
