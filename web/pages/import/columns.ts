/** What an answer is made of, in the order in which a page asks for it. */
export const fields = ["prompt", "provider", "answer", "answeredAt", "citations", "model", "tags"] as const;
export type Field = (typeof fields)[number];

/** Without these there is no answer to import. */
export const neededFields: readonly Field[] = ["prompt", "provider", "answer"];

/** Which column of a table has each field, from 0; null: none has. */
export type Columns = Record<Field, number | null>;

/** How each may be headed, in small letters alone, the likeliest first. */
const heads: Record<Field, readonly string[]> = {
  prompt: ["prompt", "question", "query", "prompttext", "keyword", "prompts", "questions", "input"],
  provider: [
    ...["provider", "assistant", "engine", "platform", "aiassistant", "aiengine", "aiplatform"],
    ...["llm", "ai", "chatbot", "service", "aimodel", "modelname", "model"],
  ],
  answer: ["answer", "response", "answertext", "responsetext", "text", "output", "completion", "content"],
  answeredAt: [
    ...["answeredat", "answered", "date", "day", "time", "timestamp", "datetime", "createdat", "created"],
    ...["askedat", "rundate", "collectedat"],
  ],
  citations: ["citations", "sources", "citation", "urls", "links", "references", "citedurls", "sourceurls"],
  model: ["model", "modelname", "modelversion", "version", "aimodel"],
  tags: ["tags", "tag", "labels", "label"],
};

/** Which column is which, by its heading. A column named model says the assistant too where no other does. */
export function columnsOf(names: readonly string[]): Columns {
  const bare = names.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const indexes = Object.fromEntries(
    fields.map((field) => {
      const head = heads[field].find((each) => bare.includes(each));
      return [field, head === undefined ? null : bare.indexOf(head)];
    }),
  );
  return indexes as Columns;
}

/** Columns that hold no field. */
export function unusedOf(names: readonly string[], columns: Columns): string[] {
  const used = new Set(Object.values(columns));
  return names.filter((name, at) => name !== "" && !used.has(at));
}
