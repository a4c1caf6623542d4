import { isolateDirection } from "../../../figures/isolate-direction.ts";

/** What this program itself says in a letter: a link of ours, or an address that was checked. */
interface Ours {
  ours: string;
}

export const ours = (text: string): Ours => ({ ours: text });

/** The text of a letter, or its subject. Whatever is put in and is not ours is somebody's name. */
export const letterText = (parts: TemplateStringsArray, ...values: (string | Ours)[]): string =>
  String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === "string" ? nameInLetter(value) : value.ours)),
  );

const nameMax = 100;

/** A line without what mail programs make links of: addresses, web addresses, long numbers. */
export const withoutLinks = (text: string): string =>
  text
    .replace(/[@\uff20\ufe6b]/gu, " ")
    .replace(/\p{L}[\p{L}\p{N}+.-]*[:\uff1a\ufe55]\s*[/\uff0f\\]+/gu, " ")
    .replace(/(?<=\S)[:\uff1a\ufe55](?=[\p{L}\p{N}+])(?<!\d.(?=\d))/gu, ": ")
    .replace(/(?<![\p{L}\p{N}])www\d*[.\u3002\uff0e\uff61\u2024\ufe52\ufe12]+/giu, "")
    .replace(/\d+(?:\.\d+){2,}/gu, (version) => version.replaceAll(".", " "))
    .replace(
      /(?<=\S)[.\u3002\uff0e\uff61\u2024\ufe52\ufe12]+(?=\p{Cf}*[\p{L}\p{M}\p{N}\p{S}_-])(?<!\d\.(?=\d))/gu,
      " ",
    )
    .replace(/\d{7,}/gu, "…")
    .replace(/ {2,}/gu, " ")
    .trim();

/** A name as a letter may say it: on one line, without links, control and format characters (which also turn text around). */
export function nameInLetter(name: string): string {
  const plain = withoutLinks(
    name
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, " ")
      .replace(/[\p{C}\ufffd]/gu, ""),
  );
  const letters = [...plain];
  if (letters.length > nameMax) return isolateDirection(`${letters.slice(0, nameMax).join("")}…`);
  return plain === "" ? "(no name)" : isolateDirection(plain);
}
