import { decodeHTML } from "entities";

/** In WordPress's own form (at least three digits), so that it stores exactly what was sent. */
const entity = (character: string): string => `&#${String(character.charCodeAt(0)).padStart(3, "0")};`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Also escapes an author's own `&#38;`, or WordPress would undo the escape of its first character. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => entities[character]!).replaceAll(/(?<=&amp;)#/g, entity);

/** Text as the HTML in which WordPress stores titles and excerpts: shown as typed, neither markup nor shortcode. */
export const htmlOfText = (text: string): string => escaped(text).replaceAll(/[[\]]/g, entity);

/** Text as the HTML in which WordPress stores tag names, from which it would strip octets (`%20`). */
export const tagOfText = (text: string): string => escaped(text).replaceAll(/%(?=[\da-f]{2})/gi, entity);

/** The text that WordPress shows for this HTML. */
export const textOfHtml = (html: string): string => decodeHTML(html);

/**
 * A post's HTML in which WordPress finds no shortcode, in text or attributes, and embeds no address that stands alone
 * on a line. Takes sanitised HTML, whose attributes contain no `<` or `>`.
 */
export const bodyOfHtml = (html: string): string =>
  html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      const bare = part.replaceAll(/[[\]]|(?<=&amp;)#/g, entity);
      return part.startsWith("<") ? bare : bare.replaceAll(/(?<=https?):(?=\/\/)/gi, entity);
    })
    .join("");
