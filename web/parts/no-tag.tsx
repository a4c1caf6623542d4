import { useLocation } from "preact-iso";
import { withTerms } from "../address.ts";
import { filter as words } from "../words/filter.ts";

/** Says that no prompt has the address's tag, and leads to the whole. */
export function NoTag() {
  const { path, query } = useLocation();
  return (
    <div class="notice" role="status">
      <p>{words.noTag(query.tag ?? "")}</p>
      <a class="btn" href={withTerms(path, query, { tag: "" })}>
        {words.allPrompts}
      </a>
    </div>
  );
}
