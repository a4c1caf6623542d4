import { useLocation } from "preact-iso";
import { projectPath, type Query } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import type { Comparison } from "../../api/questions.ts";
import { quantity } from "../../figures/number.ts";
import { filterIn } from "../../filter.ts";
import { pages } from "../../pages.ts";
import { assistant, moves as words } from "../../words.ts";
import { judgedOf, type Move, movedIn, movesOf } from "./moves.ts";

/** What changed since the report before, beyond noise; and, as one line, what did not. */
export function Changes({ comparison, projectId }: { comparison: Comparison | null; projectId: string }) {
  const day = useDays(projectId);
  if (comparison === null)
    return (
      <section aria-labelledby="c">
        <h2 id="c">{words.first}</h2>
        <p class="sub">{words.nothingBefore}</p>
      </section>
    );
  const moves = movesOf(comparison);
  const { lost, won, others } = movedIn(comparison);
  const { query } = useLocation();
  const to = (section: "answers" | "prompts" | "rivals" | "sources", terms?: Query) =>
    projectPath(projectId, section, { ...terms, ...filterIn(query) });
  return (
    <section aria-labelledby="c">
      <h2 id="c">{words.title(day(comparison.measured_at_before ?? "", "dayOfYear"))}</h2>
      <p class="sub">
        {lost + won + others === 0 ? words[judgedOf(comparison)] : words.some(lost, won, others)}
      </p>
      <ul class="list">
        {moves.map((move) => (
          <li key={`${move.what} ${"name" in move ? move.name : "section" in move ? move.section : ""}`}>
            <MoveLine move={move} to={to} all={lost + won === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const tags = {
  ...{ lost: "tag l", won: "tag w", up: "tag", down: "tag" },
  ...{ new: "tag", gone: "tag", same: "tag", more: "tag" },
};
const signs = {
  ...{ lost: words.lost, won: words.won, up: words.up, down: words.down },
  ...{ new: words.fresh, gone: words.gone, same: words.same, more: words.more },
};

const nameOf = (section: "answers" | "prompts" | "rivals"): string =>
  pages[`/projects/:projectId/${section}`].name;

interface MoveLineProps {
  move: Move;
  /** The address of another page of the project. */
  to(section: "answers" | "prompts" | "rivals" | "sources", terms?: Query): string;
  all: boolean;
}

function MoveLine({ move, to, all }: MoveLineProps) {
  // Where nothing could be judged, "the same" would be more than is known.
  const isUntold = move.what === "prompts" && move.untold;
  const isBad = (move.what === "rival") === (move.kind === "up");
  const isRated = move.what === "rival" || move.what === "assistant";
  const tag = (
    <span class={isRated ? (isBad ? "tag l" : "tag w") : tags[move.kind]}>
      {isUntold ? words.unknown : signs[move.kind]}
    </span>
  );
  const line = (title: preact.ComponentChildren, says: string, href: string, link: string) => (
    <>
      {tag}
      <span class="t">{title}</span>
      <span class="d">{says}</span>
      <a class="go" href={href}>
        {link}
      </a>
    </>
  );
  if (move.what === "prompt") {
    const href = to("answers", { prompt: move.key });
    return line(
      <q>{move.name}</q>,
      words.prompt(move.before, move.now),
      href,
      quantity(move.now.answers, "answer"),
    );
  }
  if (move.what === "assistant" || move.what === "rival") {
    const says = words.rated(move.delta);
    return move.what === "rival"
      ? line(<bdi>{move.name}</bdi>, says, to("rivals"), nameOf("rivals"))
      : line(assistant(move.name), says, to("answers"), nameOf("answers"));
  }
  if (move.what === "untracked")
    return line(<bdi>{move.name}</bdi>, words.untracked(move.answers), to("rivals"), nameOf("rivals"));
  if (move.what === "source") {
    const says = move.kind === "new" ? words.fresh_source(move.citations) : words.gone_source(move.citations);
    return line(<bdi>{move.name}</bdi>, says, to("sources"), quantity(move.citations, "citation"));
  }
  if (move.kind === "more") {
    const { section, count } = move;
    return line(quantity(count, words.other[section]), words.moved, to(section), nameOf(section));
  }
  const says = move.untold ? words.untold : words.within;
  const link = move.answers === null ? nameOf("prompts") : quantity(move.answers, "answer");
  return line(words.rest(move.prompts, all), says, to("prompts"), link);
}
