/** The draft in an engine's answer, unchecked; fields that are missing or not text are null. */
export interface AnsweredDraft {
  title: string | null;
  metaDescription: string | null;
  /** Null for a thread. */
  body: string | null;
  posts: string[] | null;
}

/** Most objects tried per answer: prose may hold some before the draft. */
const objectsMax = 20;

/**
 * Finds the JSON object in an answer, whatever surrounds it: prose, a code fence, reasoning. Of several, the longest
 * that holds a text; null if none does. Never throws; linear.
 */
export function answeredDraft(answer: string): AnsweredDraft | null {
  let longest: { draft: AnsweredDraft; length: number } | null = null;
  for (const text of objectsIn(answer)) {
    if (longest && text.length <= longest.length) continue;
    const draft = draftIn(text);
    if (draft) longest = { draft, length: text.length };
  }
  return longest?.draft ?? null;
}

function draftIn(text: string): AnsweredDraft | null {
  const value = parsed(text) ?? parsed(withLineBreaksEscaped(text));
  if (typeof value !== "object" || value === null) return null;
  const { title, meta_description, body_markdown, text: post, posts } = value as Record<string, unknown>;
  const body = textOr(body_markdown) ?? textOr(post);
  const texts = Array.isArray(posts) ? posts.filter((post) => typeof post === "string") : null;
  if (body === null && texts === null) return null;
  return {
    title: textOr(title),
    metaDescription: textOr(meta_description),
    body: body === null ? null : withLineBreaks(body),
    posts: texts?.map(withLineBreaks) ?? null,
  };
}

/** Models now and then escape line breaks twice. */
const withLineBreaks = (text: string): string => (text.includes("\n") ? text : text.replaceAll("\\n", "\n"));

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Substrings that start like an object and have balanced braces, ignoring strings. */
function* objectsIn(text: string): Generator<string> {
  const starts = /\{\s*"/g;
  for (let tries = 0; tries < objectsMax; tries += 1) {
    const start = starts.exec(text);
    if (!start) return;
    const end = endOfObject(text, start.index);
    if (end === -1) continue;
    yield text.slice(start.index, end);
    starts.lastIndex = end;
  }
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Models leave raw line breaks and tabs in strings, where JSON does not allow them. */
const withLineBreaksEscaped = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (quoted) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON does not allow in a string
    quoted.replace(/[\u0000-\u001f]/g, (letter) => JSON.stringify(letter).slice(1, -1)),
  );
