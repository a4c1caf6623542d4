import "./taken.css";
import { file as words } from "../words/form.ts";

/** Rows that are named one by one, each by its beginning. */
const namedMost = 8;
const shownMost = 120;

interface WrongRow {
  /** Where it stands, such as "Line 4". */
  place: string;
  /** What is wrong with it. */
  says: string;
  text: string;
}

/** Rows of a file that are left out, and why. */
export const WrongRows = ({ rows }: { rows: readonly WrongRow[] }) =>
  rows.length === 0 ? null : (
    <ul class="wrong">
      {rows.slice(0, namedMost).map(({ place, says, text }) => (
        <li key={place}>
          <b>{place}</b> {says}
          {text && (
            <q>
              <bdi>{beginningOf(text, shownMost)}</bdi>
            </q>
          )}
        </li>
      ))}
      {rows.length > namedMost && <li>{words.more(rows.length - namedMost)}</li>}
    </ul>
  );

/** At most so many letters, none of them cut in two. */
export const beginningOf = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
