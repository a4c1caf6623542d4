/** How each piece of a text is rendered. */
export interface Writing {
  /** Visible words outside code, without source marks and addresses. */
  words(text: string): string;
  code(text: string): string;
  strong: string;
  em: string;
  struck: string;
  /** Given a rendered label, renders the link; null drops the link and keeps the label. */
  link(href: string): ((label: string) => string) | null;
  /** An address written out as text. */
  address(url: string): string;
  /** The numbers of a source mark. */
  mark(numbers: readonly number[]): string;
  heading(level: number, text: string): string;
  /** The prefix of a list item; null for an unnumbered one. */
  item(number: number | null): string;
  /** A line within a paragraph. */
  line(text: string): string;
  lineBreak: string;
  codeBlock(text: string, language: string): string;
  quote(text: string): string;
  rule: string;
  row(cells: readonly string[]): string;
  /** The line between a table's header and its rows; null for none. */
  underHead(columns: number): string | null;
}
