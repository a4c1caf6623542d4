const boost = 0.293;

const wordList = (text: string): string[] => text.trim().split(/\s+/);

/** These reverse what follows within a few words. */
export const negations: ReadonlySet<string> = new Set(
  wordList(`no not never none nobody nothing neither nor nowhere without hardly barely scarcely seldom rarely lack lacks
  lacking cannot cant can't couldn't didn't doesn't doesnt don't dont hadn't hasn't haven't isn't isnt wasn't weren't
  won't wouldn't shouldn't ain't aren't fails failed`),
);

/** These strengthen or weaken the value of the next word. Source of the amounts: VADER, Hutto and Gilbert 2014. */
export const boosters: ReadonlyMap<string, number> = new Map<string, number>([
  ...wordList(`very really extremely incredibly exceptionally remarkably highly particularly especially truly so super
  absolutely completely totally most much far outstandingly significantly`).map(
    (word) => [word, boost] as const,
  ),
  ...wordList("slightly somewhat fairly marginally partly little occasionally almost relatively").map(
    (word) => [word, -boost] as const,
  ),
]);

/** These reverse only the next word: "less expensive", "non-toxic". */
export const nearNegations: ReadonlySet<string> = new Set(["less", "least", "non"]);

/** These extend a negation to the next word: "not good or cheap". */
export const joiners: ReadonlySet<string> = new Set(["or", "nor", "and"]);

/** What is named before these is prevented: "fraud protection". */
export const remedies: ReadonlySet<string> = new Set(
  wordList(`protection prevention resistance resistant reduction relief cancellation cancelling canceling insurance
  recovery detection monitoring alerts blocking proof control management`),
);

/** What follows these counts for more than what comes before. */
export const turns: ReadonlySet<string> = new Set(["but", "however"]);
