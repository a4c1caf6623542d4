import { signOut } from "../api/session.ts";
import { pages } from "../pages.ts";
import { frame } from "../words.ts";

/** What belongs to the reader and not to a project, and the way out; before it what the page's frame adds. */
export function SessionLinks({ before }: { before?: { href: string; name: string; current: boolean } }) {
  const links = [
    ...(before ? [before] : []),
    ...(["/organization", "/docs", "/account"] as const).map((path) => ({
      ...{ href: path, name: pages[path].name, current: location.pathname === path },
    })),
  ];
  return (
    <ul>
      {links.map(({ href, name, current }) => (
        <li key={href}>
          <a href={href} aria-current={current ? "page" : undefined}>
            {name}
          </a>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => void signOut()}>
          {frame.signOut}
        </button>
      </li>
    </ul>
  );
}
