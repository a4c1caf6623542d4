import { signOut } from "../api/session.ts";
import { frame } from "../words.ts";

/** One's own account, and the way out. */
export function SessionLinks() {
  return (
    <ul>
      <li>
        <a href="/account">{frame.account}</a>
      </li>
      <li>
        <button type="button" onClick={() => void signOut()}>
          {frame.signOut}
        </button>
      </li>
    </ul>
  );
}
