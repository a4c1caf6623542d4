const nothing = "\uFEFF";
const spelled =
  /(?<entity>&(?:amp;){0,2}(?:lt|gt|#0{0,3}6[02]|#x0{0,3}3[ce]);|\\u003[ce]|\\(?=[<>])[<>])|[\uFF01-\uFF3F\uFF41-\uFF5E]/gi;

/**
 * The text with its marks as a model writes them, wherever a file or a page escaped them (`&lt;think&gt;`, `\<think\>`) or
 * a keyboard made them wide (`＜think＞`). Offsets stay: what is left of an escape has no width.
 */
export function withPlainMarks(text: string): string {
  return text.replace(spelled, (unit, entity?: string) => {
    if (entity === undefined) return String.fromCharCode(unit.charCodeAt(0) - 0xfee0);
    const mark = /gt|62|3e|>/i.test(entity.replace("amp;", "")) ? ">" : "<";
    return nothing.repeat(entity.length - 1) + mark;
  });
}

/** Where an escape begins that ends at an offset of the text with plain marks. */
export function escapeStart(text: string, plain: string, offset: number): number {
  let start = offset;
  while (plain[start - 1] === nothing && text[start - 1] !== nothing) start--;
  return start;
}
