import { useLocation } from "preact-iso";
import { answersPath, answerTerms } from "../../address.ts";
import { type AnswerPlace, answerAt, type FullReport, type Provider } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { quoteAround } from "../../figures/quote.ts";
import { why } from "../../words.ts";

const most = 4;

/** A sentence in which an assistant names the brand: the first of a few likely answers that has one to quote. */
export function SaidOfIt({ report, projectId }: { report: FullReport; projectId: string }) {
  const places = report.prompts
    .flatMap(({ prompt_key: promptKey, answers }) =>
      answers
        .filter(({ brand_mentioned, brand_position }) => brand_mentioned && brand_position === 1)
        .map(({ provider, sample }): AnswerPlace => ({ promptKey, provider: provider as Provider, sample })),
    )
    .slice(0, most);
  return <Quoted report={report} projectId={projectId} places={places} />;
}

function Quoted({
  report,
  projectId,
  places,
}: {
  report: FullReport;
  projectId: string;
  places: AnswerPlace[];
}) {
  const { query } = useLocation();
  const [place, ...others] = places;
  const { value: answer, problem } = useKnown(place ? answerAt(report.id, place) : null);
  if (!place) return null;
  const own = answer?.mentions.find(({ is_own_brand }) => is_own_brand);
  const quote =
    answer &&
    own?.evidence
      .map(({ start, end }) => quoteAround(answer.answer_text, start, end))
      .find((q) => q !== null);
  if ((answer && !quote) || problem)
    return <Quoted key={others.length} report={report} projectId={projectId} places={others} />;
  if (!answer || !quote) return <span class="bone quoteless" />;
  return (
    <figure class="quote">
      <blockquote>
        “{quote.before}
        <mark>{quote.brand}</mark>
        {quote.after}”
      </blockquote>
      <figcaption>
        {why.from(place.provider, answer.prompt)}.{" "}
        <a href={answersPath(projectId, query, answerTerms(place))}>{why.read}</a>
      </figcaption>
    </figure>
  );
}
