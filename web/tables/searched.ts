/** What a text is searched by: its letters without case and accents, and the same in every browser (in Turkish ones, I is no i). */
export const searched = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("ı", "i");
