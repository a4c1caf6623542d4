import { useLocation } from "preact-iso";
import { withTerm } from "../api/part-query.ts";
import { part as words } from "../words/part.ts";

/** Says that no prompt has the address's tag, and leads to the whole. */
export function NoTag() {
  const { path, query } = useLocation();
  return (
    <div class="notice" role="status">
      <p>{words.noTag(query.tag ?? "")}</p>
      <a class="btn" href={withTerm(path, query, "tag", "")}>
        {words.allPrompts}
      </a>
    </div>
  );
}
