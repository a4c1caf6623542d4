import { isFew } from "../../../src/figures/figures-in-words.ts";
import { answersPath } from "../../address.ts";
import { type Draft, latestReport } from "../../api/questions.ts";
import { percent } from "../../figures/rate.ts";
import { useLatest } from "../../parts/latest.ts";
import { draft as words } from "../../words/content.ts";
import { unknown } from "../../words.ts";

/** The prompts that a draft is to answer, with how the brand does on them in the newest report. */
export function Facts({ draft }: { draft: Draft }) {
  const keys = keysIn(draft.metadata);
  const { value: report } = useLatest(draft.project_id, latestReport(draft.project_id));
  const prompts = report?.prompts.filter(({ prompt_key }) => keys.includes(prompt_key)) ?? [];
  if (prompts.length === 0) return null;
  return (
    <>
      <dt>{words.answersPrompts}</dt>
      <dd>
        <ul>
          {prompts.map(({ prompt_key, prompt, metrics: { appearance_rate, mentions, answers } }) => (
            <li key={prompt_key}>
              <a href={answersPath(draft.project_id, {}, { prompt: prompt_key })}>
                <bdi>{prompt}</bdi>
              </a>
              <span class="soft">
                {" "}
                {isFew(answers)
                  ? words.namedCount(mentions, answers)
                  : words.namedRate(percent(appearance_rate) ?? unknown, answers)}
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

/** The plan hands on which prompts a topic answers; another caller may have put anything there. */
function keysIn({ prompt_keys: keys }: Draft["metadata"]): readonly unknown[] {
  return Array.isArray(keys) ? keys : [];
}
