/** Names, one a line or with commas between, each once. */
export const namesIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split(/[\n,]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** A prompt that stands as it was proposed keeps what its asker wants. */
export function withIntents(
  prompts: readonly string[],
  from: { prompts: { prompt: string; intent: string | null }[] } | undefined,
) {
  const intents = new Map(from?.prompts.map(({ prompt, intent }) => [prompt, intent]));
  return prompts.map((prompt) => {
    const intent = intents.get(prompt);
    return intent ? { prompt, intent } : { prompt };
  });
}
