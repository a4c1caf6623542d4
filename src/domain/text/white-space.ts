/**
 * A text with every run of white space as one space. Single spaces, which nearly all are, do not match: to replace each
 * by itself takes ten times the memory.
 */
export const spaced = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ");

/** The same without white space around it. */
export const squeezed = (text: string): string => spaced(text).trim();
