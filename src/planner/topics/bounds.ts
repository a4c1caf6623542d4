/**
 * The most that a plan reads, so that it takes some seconds of a thread at most: a crawl's first pages, of each the
 * beginning of its text if together they have more letters, and the first prompts.
 */
export const planBounds = { pages: 5_000, letters: 20_000_000, prompts: 1_000 };

/** How much of each page's text is read. */
export const lettersOfPage = (pages: number): number =>
  Math.floor(planBounds.letters / Math.max(1, Math.min(pages, planBounds.pages)));

/** An answer begins with what matters, and long ones name everything in the end. */
export const answerLetters = 800;
