/** Letters of Hebrew, Arabic and the other scripts that run from right to left. Source: Unicode's DerivedBidiClass. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
const anyDirection = new RegExp(directions.source);

/**
 * A name as it stands in an English sentence. One that runs from right to left, or has marks that turn text around, would turn the words and
 * figures around it, so it stands between marks that end its reach (U+2068, U+2069).
 */
export const isolateDirection = (name: string): string =>
  rightToLeft.test(name) || anyDirection.test(name) ? `\u2068${name.replaceAll(directions, "")}\u2069` : name;

const lettersLooked = 1_000;

/** Whether the first letter of a text runs from right to left. */
export const runsFromRight = (text: string): boolean =>
  rightToLeft.test(/\p{L}/u.exec(text.slice(0, lettersLooked))?.[0] ?? "");
