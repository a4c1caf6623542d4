/** Where a spreadsheet takes text for a formula, also in full width, or where it splits a cell at semicolons or tabs. */
const formula = /(?<![^;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** Text for a cell of a CSV file, in which nothing becomes a formula: an apostrophe marks it as text. */
export const csvText = (text: string): string => text.replace(formula, "'");
