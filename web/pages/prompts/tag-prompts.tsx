import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { limits } from "../../api/limits.ts";
import { refreshProject, useKnown } from "../../api/resource.ts";
import { changeTag, type TagList, tagsOf } from "../../api/tag-questions.ts";
import { freeText } from "../../forms/free-text.ts";
import { useSaving } from "../../forms/saving.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Bones } from "../../parts/states.tsx";
import { searched } from "../../tables/searched.ts";
import { filter as filterWords } from "../../words/filter.ts";
import { tags as words } from "../../words/tags.ts";
import { RenameTag } from "./rename-tag.tsx";
import { suggestedTags } from "./suggested-tags.ts";
import "./tag-prompts.css";

type Tagged = TagList["prompts"][number];

/** Every prompt of a project, to be selected and tagged together. */
export function TagPrompts({ projectId }: { projectId: string }) {
  const { value } = useKnown(tagsOf(projectId));
  const { path } = useLocation();
  // What is known of the project has the tags of before.
  useEffect(() => () => void refreshProject(projectId), [projectId]);
  return (
    <section class="sec tag-prompts" aria-labelledby="t">
      <div class="hd">
        <h2 id="t">{words.title}</h2>
        <a class="btn" href={path}>
          {words.done}
        </a>
      </div>
      <p class="sub">{words.says}</p>
      {value ? <Editor list={value} /> : <Bones heights={[300]} />}
    </section>
  );
}

function Editor({ list }: { list: TagList }) {
  const { tags, prompts } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState("");
  const [untagged, setUntagged] = useState(false);
  const [message, setMessage] = useState("");
  const saving = useSaving();
  const visiblePrompts = prompts.filter((each) => isShown(each, filter, untagged));
  const suggestions = suggestedTags(prompts);
  const all = visiblePrompts.length > 0 && visiblePrompts.every(({ prompt_key }) => selected.has(prompt_key));

  const change = (keys: readonly string[], tag: string, add: boolean) =>
    saving.run(async () => {
      setMessage("");
      await changeTag(list, keys, add ? { add: tag } : { remove: tag });
      setMessage((add ? words.added : words.removed)(tag, keys.length));
      setTyped("");
      setSelected(new Set());
      if (add && filter === tag) setFilter("");
    });
  const toggle = (keys: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const key of keys) on ? next.add(key) : next.delete(key);
    setSelected(next);
  };
  const ready = selected.size > 0 && typed.trim() !== "" && !saving.busy;

  return (
    <>
      {suggestions.length > 0 && (
        <p class="suggested-tags">
          <span class="soft">{words.suggested}</span>
          {suggestions.map(({ tag, promptKeys }) => (
            <button
              key={tag}
              type="button"
              class="tag-suggested"
              onClick={() => {
                // What is selected is what is shown, to be looked through.
                setFilter(tag);
                setUntagged(false);
                setSelected(new Set(promptKeys));
                setTyped(tag);
              }}
            >
              {filterWords.tagOption(tag, promptKeys.length)}
            </button>
          ))}
        </p>
      )}
      <form
        class="tag-bar"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void change([...selected], typed.trim(), true);
        }}
      >
        <b role="status">{words.selected(selected.size)}</b>
        <input
          aria-label={words.tag}
          placeholder={words.placeholder}
          list="known-tags"
          {...freeText(typed, limits.TagPromptsRequest.add.each.max)}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <datalist id="known-tags">
          {tags.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <button type="submit" class="btn prime" disabled={!ready}>
          {words.add}
        </button>
        <button
          type="button"
          class="btn"
          disabled={!ready}
          onClick={() => void change([...selected], typed.trim(), false)}
        >
          {words.take}
        </button>
        <span class="soft" role="status">
          {saving.problem
            ? (saving.issue("/add") ?? sayingOf(saving.problem))
            : selected.size === 0 && message === ""
              ? words.noneSelected
              : message}
        </span>
      </form>
      <div class="prompt-filter">
        <label class="check">
          <input
            type="checkbox"
            checked={all}
            disabled={visiblePrompts.length === 0}
            onChange={() =>
              toggle(
                visiblePrompts.map(({ prompt_key }) => prompt_key),
                !all,
              )
            }
          />{" "}
          {words.selectAll(visiblePrompts.length)}
        </label>
        <input
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        {tags.length > 0 && <RenameTag list={list} />}
        <label class="check">
          <input
            type="checkbox"
            checked={untagged}
            onChange={({ currentTarget }) => setUntagged(currentTarget.checked)}
          />{" "}
          {words.untagged}
        </label>
      </div>
      <ul class="plain-list tag-list">
        {visiblePrompts.map(({ prompt_key: key, prompt, tags }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                aria-label={words.select(prompt ?? key)}
                checked={selected.has(key)}
                onChange={({ currentTarget }) => toggle([key], currentTarget.checked)}
              />
              <bdi>{prompt ?? key}</bdi>
            </label>
            <span class="tags">
              {tags.map((tag) => (
                <button
                  key={tag}
                  type="button"
                  class="tag on"
                  aria-label={words.takeOne(tag)}
                  title={words.takeOne(tag)}
                  disabled={saving.busy}
                  onClick={() => void change([key], tag, false)}
                >
                  <bdi>{tag}</bdi> <span aria-hidden="true">×</span>
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether a prompt has all words that were typed, in itself or in its tags. */
function isShown({ prompt, tags }: Tagged, filter: string, untagged: boolean): boolean {
  const text = searched([prompt ?? "", ...tags].join(" "));
  return (
    (!untagged || tags.length === 0) &&
    searched(filter)
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}
