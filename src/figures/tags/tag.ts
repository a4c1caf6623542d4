import { foldCase } from "../../reader/prompt.ts";
import { normalForm } from "../../reader/text/normal-form.ts";
import { hiddenInTag, shownInTag } from "./tags-in-cell.ts";

/** Bounds of tags. Source: docs/contract/projects.md. */
export const tagsPerPrompt = 10;
export const tagLengthMax = 40;
/** Of a project: different tags, and prompts that have one, each counted as often as it has some. */
export const tagsPerProject = 200;
export const taggedPerProject = 10_000;

/** A prompt's key with its tags, in the order in which they were given. */
export type TagsByPrompt = ReadonlyMap<string, readonly string[]>;

/** What spellings of one tag share: they differ in case or white space alone. */
export const tagKey = (tag: string): string => foldCase(cleanTag(tag));

/** The same for many tags, few of which differ. */
export function tagKeys(): (tag: string) => string {
  const keys = new Map<string, string>();
  return (tag) => {
    const key = keys.get(tag) ?? tagKey(tag);
    keys.set(tag, key);
    return key;
  };
}

/** A tag as it is stored: NFC, trimmed, with single spaces. */
export const cleanTag = (tag: string): string => normalForm(tag, "NFC").trim().replace(/ {2,}/g, " ");

/** Why a tag cannot be stored, for programs and in one sentence; null if it can. */
export function tagFault(tag: string): { code: string; message: string } | null {
  const clean = cleanTag(tag);
  if (!shownInTag.test(clean)) return { code: "blank", message: "This tag is empty." };
  if (hiddenInTag.test(clean))
    return {
      code: "not_shown",
      message: "This tag has a character that is not shown, such as a line break.",
    };
  if ([...clean].length > tagLengthMax)
    return { code: "too_long", message: `A tag has at most ${tagLengthMax} characters.` };
  return null;
}

/** Why a project cannot have these tags instead of those it has, in one sentence; null if it can. */
export function tooManyTags(before: TagsByPrompt, after: TagsByPrompt): string | null {
  const [had, has] = [extentOf(before), extentOf(after)];
  if (has.tags > tagsPerProject && has.tags > had.tags)
    return `A project has at most ${tagsPerProject} tags, and this one would have ${has.tags}.`;
  if (has.tagged > taggedPerProject && has.tagged > had.tagged)
    return `A project has at most ${taggedPerProject} tags on prompts, counting each prompt's own, and this one would have ${has.tagged}.`;
  return null;
}

function extentOf(tags: TagsByPrompt): { tags: number; tagged: number } {
  const keyOf = tagKeys();
  const different = new Set<string>();
  let tagged = 0;
  for (const each of tags.values()) {
    tagged += each.length;
    for (const tag of each) different.add(keyOf(tag));
  }
  return { tags: different.size, tagged };
}

/** Tags once each, in their first spelling: that of `spelled` if it knows them. */
export function distinctTags(
  tags: readonly string[],
  spelled: ReadonlyMap<string, string> = new Map(),
  keyOf: (tag: string) => string = tagKey,
): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = keyOf(tag);
    if (!byKey.has(key)) byKey.set(key, spelled.get(key) ?? cleanTag(tag));
  }
  return [...byKey.values()];
}

/** How each tag of a project is spelled, by its key. */
export function spellings(tags: TagsByPrompt, keyOf = tagKeys()): Map<string, string> {
  const spelled = new Map<string, string>();
  for (const each of tags.values())
    for (const tag of each) if (!spelled.has(keyOf(tag))) spelled.set(keyOf(tag), tag);
  return spelled;
}

/** Keys of the prompts with a tag, sorted; null if no prompt has it. */
export function promptsTagged(tags: TagsByPrompt, tag: string): string[] | null {
  const key = tagKey(tag);
  const keyOf = tagKeys();
  const keys = [...tags]
    .filter(([, each]) => each.some((one) => keyOf(one) === key))
    .map(([prompt]) => prompt);
  return keys.length > 0 ? keys.sort() : null;
}

/** A tag with its prompts. */
export interface TaggedPrompts {
  tag: string;
  promptKeys: string[];
}

/** Every tag with the keys of its prompts; the commonest first, then in the order of the alphabet. */
export function promptsByTag(tags: TagsByPrompt): TaggedPrompts[] {
  const byKey = new Map<string, TaggedPrompts>();
  const keyOf = tagKeys();
  for (const [promptKey, each] of tags)
    for (const tag of each) {
      const group = byKey.get(keyOf(tag));
      if (group) group.promptKeys.push(promptKey);
      else byKey.set(keyOf(tag), { tag, promptKeys: [promptKey] });
    }
  return [...byKey]
    .sort(([a, one], [b, other]) => other.promptKeys.length - one.promptKeys.length || (a < b ? -1 : 1))
    .map(([, tagged]) => ({ ...tagged, promptKeys: tagged.promptKeys.sort() }));
}

export interface TagChange {
  promptKeys: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

/**
 * The tags of the prompts that a change touches, after it: removed first, then added, so that both together rename a tag. An
 * added tag keeps the spelling that other prompts have it in.
 */
export function changedTags(
  tags: TagsByPrompt,
  { promptKeys, add, remove }: TagChange,
): Map<string, string[]> {
  const keyOf = tagKeys();
  const removed = new Set(remove.map(keyOf));
  const remaining = new Map(
    promptKeys.map((key) => [key, (tags.get(key) ?? []).filter((tag) => !removed.has(keyOf(tag)))]),
  );
  const spelled = spellings(new Map([...tags, ...remaining]), keyOf);
  return new Map([...remaining].map(([key, each]) => [key, distinctTags([...each, ...add], spelled, keyOf)]));
}

/** These prompts with the tags that each of them gets beside those it has, spelled as the project spells them. */
export function withAddedTags(tags: TagsByPrompt, added: TagsByPrompt): Map<string, string[]> {
  const keyOf = tagKeys();
  const spelled = spellings(tags, keyOf);
  const changed = new Map<string, string[]>();
  for (const [promptKey, each] of added) {
    const all = distinctTags([...(tags.get(promptKey) ?? []), ...each], spelled, keyOf);
    changed.set(promptKey, all);
    for (const tag of all) spelled.set(keyOf(tag), tag);
  }
  return changed;
}

/** What a change has renamed: the one tag that it takes from the last prompts that had it, while it adds one other; null: nothing. */
export function renamedTag(
  before: TagsByPrompt,
  after: TagsByPrompt,
  { add, remove }: TagChange,
): { from: string; to: string } | null {
  const [[from, ...otherRemoved], [to, ...otherAdded]] = [remove, add];
  if (from === undefined || to === undefined || otherRemoved.length + otherAdded.length > 0) return null;
  if (tagKey(from) === tagKey(to) || !promptsTagged(before, from) || promptsTagged(after, from)) return null;
  return { from, to: spellings(after).get(tagKey(to)) ?? to };
}
