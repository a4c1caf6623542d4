const charactersMost = 600;

/** A statement without its values, in one line: literals and lists of parameters are left out. At most 600 characters. */
export function statementTemplate(statement: string): string {
  const shape = statement
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'/g, "?")
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, "?")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(\$\d+|\?)(?:, ?(?:\$\d+|\?))+/g, "$1, …")
    .replaceAll(/(\([^()]*\))(?:, ?\([^()]*\))+/g, "$1, …")
    .trim();
  return shape.length > charactersMost ? `${shape.slice(0, charactersMost - 1)}…` : shape;
}
