import { type ComponentChildren, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Bones, Missing } from "../../parts/states.tsx";
import { docs as words } from "../../words/docs.ts";
import "../../parts/part.css";
import "../../tables/data-table.css";
import "./docs.css";
import { type Guide, guides, type Piece } from "./guides.ts";

/** `/docs/{guide}`. */
export function Page() {
  const { guide: name = "" } = useRoute().params;
  const [guide, setGuide] = useState<{ name: string; read: Guide } | null>(null);
  const load = guides.get(name);
  useEffect(() => {
    void load?.().then((read) => setGuide({ name, read }));
  }, [name]);
  const page = guide?.name === name ? guide.read : null;
  useEffect(() => {
    if (page && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [page]);
  if (!load) return <Missing />;
  return (
    <PlainFrame title={page?.title ?? words.title}>
      <div class="bar">
        <a href="/docs">{words.all}</a>
      </div>
      {page ? <article class="guide">{page.pieces.map(renderPiece)}</article> : <Bones heights={[28, 600]} />}
    </PlainFrame>
  );
}

function renderPiece(piece: Piece): ComponentChildren {
  if (typeof piece === "string") return piece;
  const [tag, { href, ...attributes }, ...within] = piece;
  const content = within.map(renderPiece);
  // What is no page of the app is said without a link.
  if (tag === "a") return href ? h("a", { href }, ...content) : h("span", null, ...content);
  if (tag === "table")
    return h("div", { class: "wide-table", tabIndex: 0 }, h("table", { class: "rows data" }, ...content));
  // A corner of a table heads nothing.
  if (tag === "th" && within.length === 0) return h("td", null);
  return h(tag, tag === "h1" ? { ...attributes, class: "plain" } : attributes, ...content);
}
