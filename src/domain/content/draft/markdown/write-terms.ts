/** How the pieces of a text are written down again. */
export interface Writing {
  /** Visible words that are no code, without source marks and addresses. */
  words(text: string): string;
  code(text: string): string;
  strong: string;
  em: string;
  struck: string;
  /** A link's label, written already; null drops the link and keeps the label. */
  link(href: string): ((label: string) => string) | null;
  /** An address that stands there as text. */
  address(url: string): string;
  /** Numbers of a source mark. */
  mark(numbers: readonly number[]): string;
  heading(level: number, text: string): string;
  /** What stands before an item of a list; null for one without a number. */
  item(number: number | null): string;
  /** A line within a paragraph. */
  line(text: string): string;
  lineBreak: string;
  codeBlock(text: string, language: string): string;
  quote(text: string): string;
  rule: string;
  row(cells: readonly string[]): string;
  /** What stands between the head of a table and its rows; null for nothing. */
  underHead(columns: number): string | null;
}
