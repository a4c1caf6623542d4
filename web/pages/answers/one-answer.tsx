import { useEffect, useState } from "preact/hooks";
import { useDays } from "../../api/days.ts";
import { type Answer, type AnswerPlace, answerAt, type FullReport } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { type Place, placesOf, type Stretch, sourceOf, stretchesOf } from "../../figures/marked.ts";
import { useMay } from "../../parts/may.ts";
import { Bones, Trouble } from "../../parts/states.tsx";
import { ruleInWords, answer as words } from "../../words/answers.ts";
import { corrections } from "../../words/corrections.ts";
import { sources } from "../../words/sources.ts";
import { assistant } from "../../words.ts";
import { ReadingAgain } from "./reading-again.tsx";
import { Say, SayAlias } from "./say.tsx";

/** Which answer it is. */
export type Asked = AnswerPlace & { prompt: string; model: string | null };

interface OneAnswerProps {
  report: FullReport;
  target: Asked;
  /** Where the reader came from, and what that is called. */
  back: { href: string; says: string };
  /** Asks for the report again. */
  renew(): void;
}

/** One answer word for word, with what was counted in it and why. */
export function OneAnswer({ report, target, back, renew }: OneAnswerProps) {
  const { promptKey, prompt, provider, sample, model } = target;
  const day = useDays(report.project_id);
  const question = answerAt(report.id, { promptKey, provider, sample });
  const { value, problem } = useKnown(question);
  const [since, setSince] = useState<number | null>(null);
  const { may } = useMay();
  // A newer reading counts otherwise.
  useEffect(() => {
    if (value && value.reading !== report.reading) void refresh(question);
  }, [report.reading]);
  const onSaid = () => setSince(report.reading);
  return (
    <article aria-labelledby="a">
      <p class="sub">
        <a href={back.href}>{back.says}</a>
      </p>
      <h2 id="a">
        <bdi>“{prompt}”</bdi>
      </h2>
      <p class="note">
        {[assistant(provider), model, value?.answered_at && day(value.answered_at)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {problem && <Trouble problem={problem} again={() => void refresh(question)} />}
      {!value && !problem && <Bones heights={[400]} />}
      <ReadingAgain report={report} since={since} renew={renew} />
      {value && <Verbatim report={report} answer={value} onSaid={may("editor") ? onSaid : null} />}
    </article>
  );
}

interface VerbatimProps {
  report: FullReport;
  answer: Answer;
  /** Somebody said something of a name; null for readers who may not. */
  onSaid: (() => void) | null;
}

function Verbatim({ report, answer, onSaid }: VerbatimProps) {
  const places = placesOf(answer);
  const folded = answer.not_shown.filter(({ kind }) => kind === "thought" || kind === "tool_call");
  const mentions = places.filter(({ kind }) => kind !== "not");
  const passed = places.filter(({ kind }) => kind === "not");
  return (
    <div class="read">
      <section aria-label={words.whole}>
        <div class="verbatim" dir="auto">
          {runsOf(stretchesOf(answer.answer_text, places, sourceOf(answer.citations), answer.not_shown)).map(
            ({ key, number, stretches }) => {
              const place = number === null ? undefined : places[number - 1];
              const pieces = stretches.map(({ text, strong, heading, cites }, at) =>
                cites !== null ? (
                  <sup key={at}>
                    <a href={`#s${cites}`} aria-label={words.cites(cites)}>
                      {cites}
                    </a>
                  </sup>
                ) : strong || heading ? (
                  <b key={at} class={heading ? "title" : ""}>
                    {text}
                  </b>
                ) : (
                  text
                ),
              );
              if (!place) return pieces;
              return (
                <a key={key} class={`occ ${place.kind}`} href={`#o${number}`} id={`t${number}`}>
                  {pieces}
                </a>
              );
            },
          )}
        </div>
        {answer.truncated && <p class="note">{words.truncated}</p>}
        {answer.refusal && <p class="note">{words.refusal}</p>}
        {answer.blank && <p class="note">{words.blank}</p>}
        {folded.length > 0 && (
          <details>
            <summary>{words.notShown}</summary>
            {folded.map(({ start, end }) => (
              <p key={start} class="verbatim sub" dir="auto">
                {answer.answer_text.slice(start, end)}
              </p>
            ))}
          </details>
        )}
      </section>
      <aside>
        <h3>{words.mentions}</h3>
        {mentions.length === 0 ? (
          <p class="sub">{words.nothing}</p>
        ) : (
          <Places places={mentions} all={places} answer={answer} report={report} onSaid={onSaid} />
        )}
        {passed.length > 0 && (
          <>
            <h3>{words.notCounted}</h3>
            <Places places={passed} all={places} answer={answer} report={report} onSaid={onSaid} />
          </>
        )}
        {onSaid && (
          <p class="does">
            <SayAlias
              projectId={report.project_id}
              brands={[report.brand, ...report.competitors.map(({ name }) => name)]}
              said={onSaid}
            />
          </p>
        )}
        <h3>{words.sources}</h3>
        {answer.citations.length === 0 ? (
          <p class="sub">{words.noSources}</p>
        ) : (
          <ol class="cited">
            {answer.citations.map(({ position, url, domain, title, source_type }) => (
              <li key={position} id={`s${position}`} value={position}>
                <a href={url} rel="noopener noreferrer nofollow" target="_blank">
                  <bdi>{domain}</bdi>
                </a>
                <span class="soft">
                  {" "}
                  {sources.kinds[source_type]}
                  {title && (
                    <>
                      : <bdi>{title}</bdi>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
        {answer.citations_left_out > 0 && (
          <p class="note">{words.sourcesLeftOut(answer.citations_left_out)}</p>
        )}
        {answer.searches.length > 0 && (
          <>
            <h3>{words.searches}</h3>
            <ul class="cited">
              {answer.searches.map((search) => (
                <li key={search}>
                  <bdi>{search}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
    </div>
  );
}

interface Run {
  /** Where it begins in the list of stretches. */
  key: number;
  number: number | null;
  stretches: Stretch[];
}

/** Stretches of one place together, so that a name that is split by marks is one link. */
function runsOf(stretches: readonly Stretch[]): Run[] {
  const runs: Run[] = [];
  stretches.forEach((stretch, key) => {
    const last = runs.at(-1);
    if (last && last.number === stretch.number) last.stretches.push(stretch);
    else runs.push({ key, number: stretch.number, stretches: [stretch] });
  });
  return runs;
}

/** What no correction reaches: no reader sees a name there, it is a source, or another tracked name has it. */
const settled = new Set([
  ...["code", "image", "url", "link_target", "citation_marker", "longer_name", "shared_name"],
]);

interface PlacesProps extends VerbatimProps {
  places: Place[];
  all: Place[];
}

function Places({ places, all, answer, report, onSaid }: PlacesProps) {
  return (
    <ol class="places">
      {places.map((place) => {
        const number = all.indexOf(place) + 1;
        return (
          <li key={number} id={`o${number}`}>
            <a href={`#t${number}`} class={`occ ${place.kind}`}>
              {answer.answer_text.slice(place.start, place.end)}
            </a>
            <span class="soft">
              {" "}
              {ruleInWords(place.rule)}
              {place.uncertain && ` ${words.uncertain}`}
            </span>
            {onSaid && !settled.has(place.rule) && (
              <SayOf place={place} number={number} answer={answer} report={report} said={onSaid} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface SayOfProps {
  place: Place;
  number: number;
  report: FullReport;
  answer: Answer;
  said(): void;
}

/** The button that says the opposite of what was counted at a place. */
function SayOf({ place, number, answer, report, said: onSaid }: SayOfProps) {
  const kind = place.kind === "not" ? "us" : "not_us";
  const { start, end, name: brand } = place;
  const { report_id: reportId, prompt_key: promptKey, provider, sample } = answer;
  const open = corrections.say[kind](brand, brand === report.brand);
  return (
    <span class="say">
      <Say
        projectId={report.project_id}
        saying={{ kind, brand, occurrence: { reportId, promptKey, provider, sample, start, end } }}
        open={open}
        label={corrections.sayOf(open, answer.answer_text.slice(start, end), number)}
        said={onSaid}
      />
    </span>
  );
}
