import { answersPath, answerTerms } from "../../address.ts";
import { type Correction, correctionsOf, takeBack } from "../../api/correction-questions.ts";
import { useDays } from "../../api/days.ts";
import { useKnown } from "../../api/resource.ts";
import { corrections as words } from "../../words/corrections.ts";
import "./corrections.css";
import { Sure } from "../../forms/sure-dialog.tsx";
import { Await } from "../states.tsx";

interface TaughtProps {
  projectId: string;
  /** The reader may look, not change. */
  locked: boolean;
  /** One was undone: stored answers are read again. */
  undone?(): void;
}

/** What was said of names in a project's answers, each with who said it and a way to undo it. */
export function Taught({ projectId, locked, undone }: TaughtProps) {
  const question = correctionsOf(projectId);
  const { value, problem } = useKnown(question);
  return (
    <section class="taught" aria-labelledby="taught">
      <h2 id="taught">{words.title}</h2>
      <p class="note">{value?.length === 0 ? words.none : words.says}</p>
      <Await question={question} value={value} problem={problem} bones={[60]} />
      <ul>
        {value?.map((correction) => (
          <Said key={correction.id} correction={correction} locked={locked} undone={undone} />
        ))}
      </ul>
    </section>
  );
}

function Said({
  correction,
  locked,
  undone,
}: {
  correction: Correction;
  locked: boolean;
  undone: (() => void) | undefined;
}) {
  const { id, project_id: projectId, kind, brand, text, before, after, note, by, created_at } = correction;
  const day = useDays(projectId);
  const summary = words.kinds[kind](brand, text);
  const { occurrence: at } = correction;
  const answer = at && answersPath(projectId, {}, answerTerms({ ...at, promptKey: at.prompt_key }));
  return (
    <li>
      <p>
        <b>
          <bdi>{summary}</bdi>
        </b>
        {note && (
          <span class="soft">
            {" "}
            <bdi>{note}</bdi>
          </span>
        )}
      </p>
      {!locked && (
        <span class="undo">
          <Sure
            open={words.undo}
            label={words.undoOf(summary)}
            title={words.undoTitle}
            says={words.undoSays}
            act={words.undo}
            work={async () => {
              await takeBack(projectId, id);
              undone?.();
            }}
          />
        </span>
      )}
      {before !== null && (
        <p class="note">
          <bdi>
            …{before}
            <mark>{text}</mark>
            {after}…
          </bdi>
        </p>
      )}
      <p class="note">
        {words.by(by, day(created_at))}
        {answer && (
          <>
            {" · "}
            <a href={answer}>{words.answer}</a>
          </>
        )}
      </p>
    </li>
  );
}
