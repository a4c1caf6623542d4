import { useLocation } from "preact-iso";
import { answerTerms, type Query, withTerms } from "../../address.ts";
import type { FullReport } from "../../api/questions.ts";
import { plainExcerpt } from "../../figures/quote.ts";
import { filterIn } from "../../filter.ts";
import { answers as words } from "../../words/answers.ts";
import { assistant } from "../../words.ts";

type Prompt = FullReport["prompts"][number];
type Filter = keyof typeof words.filters;

const filters = Object.keys(words.filters) as Filter[];

/** The answers to one prompt, with who gave them and whether they name the brand. */
export function PromptAnswers({ prompt }: { prompt: Prompt }) {
  const { path, query, route } = useLocation();
  const filter = filters.find((each) => each === query.show) ?? "all";
  const to = (terms: Query) => withTerms(path, query, terms);
  const answers = prompt.answers.filter(
    ({ provider, brand_mentioned: isMentioned }) =>
      (!query.of || provider === query.of) && (filter === "all" || isMentioned === (filter === "named")),
  );
  return (
    <section aria-labelledby="p">
      <p class="sub">
        <a href={withTerms(path, filterIn(query))}>{words.back}</a>
      </p>
      <div class="hd">
        <h2 id="p">
          <bdi>“{prompt.prompt}”</bdi>
        </h2>
        <fieldset class="sw">
          <legend class="vh">{words.show}</legend>
          {filters.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="show"
                checked={filter === each}
                onChange={() => route(to({ show: each }), true)}
              />
              {words.filters[each]}
            </label>
          ))}
        </fieldset>
      </div>
      {query.of && (
        <p class="note">
          {assistant(query.of)} ·{" "}
          <a href={withTerms(path, { prompt: prompt.prompt_key }, filterIn(query))}>{words.all}</a>
        </p>
      )}
      {answers.length === 0 && <p class="stand">{words.noneSo}</p>}
      <ul class="said">
        {answers.map(({ provider, sample, model, status, brand_mentioned, brand_position, excerpt }) => (
          <li key={`${provider}-${sample}`}>
            <p class="who">
              <b>{assistant(provider)}</b>
              <span class="soft">
                {" "}
                {[words.sample(sample), model && <bdi key="model">{model}</bdi>]
                  .filter(Boolean)
                  .flatMap((part, at) => (at > 0 ? [", ", part] : [part]))}
              </span>
              <span class={brand_mentioned ? "is" : "soft"}>
                {status !== "ok"
                  ? words.failed
                  : brand_mentioned
                    ? words.mention(brand_position)
                    : words.noMention}
              </span>
            </p>
            <p class="excerpt">{plainExcerpt(excerpt)}</p>
            {status === "ok" && (
              <a href={to(answerTerms({ promptKey: prompt.prompt_key, provider, sample }))}>{words.open}</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
