import { session } from "../../api/session.ts";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { home } from "../../words/home.ts";

/** What somebody sees whom the server does not know. */
export function SignedOut() {
  const back = `${location.pathname}${location.search}`;
  return (
    <PlainFrame title="">
      <div class="verdict-out">
        <h1>{home.sentence}</h1>
        <p class="stand">{session.value === "away" ? home.away : home.more}</p>
        {!navigator.cookieEnabled && <p class="notice">{home.noCookies}</p>}
        {session.value === "out" && (
          <p class="does">
            <a class="btn prime" href={`/sign-in?${new URLSearchParams({ next: back })}`}>
              {home.signIn}
            </a>
          </p>
        )}
      </div>
    </PlainFrame>
  );
}
