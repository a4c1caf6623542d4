/** What a spreadsheet takes for the beginning of a formula, also in full width. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** The same within a cell, where a spreadsheet that splits at semicolons or tabs begins another one. */
const formulaWithin = /(?<=[;\t\r\n])(?=[=+\-@＝＋－＠]\S)/g;

/** Text for a cell of a CSV file, in which nothing becomes a formula: an apostrophe marks it as text. */
export const spreadsheetText = (text: string): string =>
  `${formula.test(text) ? "'" : ""}${text}`.replace(formulaWithin, "'");
