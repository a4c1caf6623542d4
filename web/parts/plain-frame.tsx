import type { ComponentChildren } from "preact";
import { session } from "../api/session.ts";
import { pages } from "../pages.ts";
import { frame } from "../words.ts";
import { SessionLinks } from "./session-links.tsx";
import { useTitle } from "./title.ts";

/** Around pages that belong to no project. */
export function PlainFrame({ title, children }: { title: string; children: ComponentChildren }) {
  useTitle(title);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {frame.skip}
      </a>
      <header class="rail">
        <a class="word" href="/">
          {frame.product}
        </a>
        {session.value === "in" && <SessionNav />}
      </header>
      <main id="main">{children}</main>
    </div>
  );
}

function SessionNav() {
  return (
    <>
      <button class="menu" type="button" popovertarget="nav">
        {frame.menu}
      </button>
      <nav id="nav" popover="auto" aria-label={pages["/account"].name}>
        <ul>
          <li>
            <a href="/" aria-current={location.pathname === "/" ? "page" : undefined}>
              {pages["/"].name}
            </a>
          </li>
        </ul>
        <SessionLinks />
      </nav>
    </>
  );
}
