import type { ComponentChildren } from "preact";
import { useMay } from "./may.ts";

/** What an editor may do. To a viewer it is not offered; where it is missed, a sentence says who can. */
export function EditorsOnly({ says, children }: { says?: string; children: ComponentChildren }) {
  const { viewer } = useMay();
  if (!viewer) return <>{children}</>;
  return says ? <span class="soft">{says}</span> : null;
}
