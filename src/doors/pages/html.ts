/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[] | null;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** HTML in which every value is text and escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: parts.reduce((text, part, index) => text + shown(values[index - 1] ?? null) + part) };
}

function shown(value: Value): string {
  if (value === null) return "";
  if (typeof value !== "object") return escaped(String(value));
  return "html" in value ? value.html : value.map((one) => one.html).join("");
}
