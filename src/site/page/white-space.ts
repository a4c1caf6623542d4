/**
 * A text with every run of white space as one space. Single spaces, the usual case, do not match: replacing each of
 * them takes ten times the memory.
 */
export const collapseSpaces = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ");

/** The same without leading and trailing white space. */
export const collapseAndTrim = (text: string): string => collapseSpaces(text).trim();
