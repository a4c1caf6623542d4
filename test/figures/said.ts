import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5";

/** A text that the program can say, with `{}` where something is put into it, and the file that says it. */
export interface Said {
  file: string;
  text: string;
}

const root = join(import.meta.dirname, "../..");

/** Where sentences about figures are made. */
const folders = [
  ...["src/figures", "src/planner/topics", "web"],
  ...["cli", "exports", "mcp", "pages", "projects", "reports", "runs", "telling"].map(
    (name) => `src/server/${name}`,
  ),
];

/** Tests, and what documents the API: its fields, its terms, its examples. */
const notSaid =
  /\.test\.tsx?$|(?:examples?|-view|-terms|-columns|-goal|metric-table|empty-words)\.ts$|^src\/server\/cli\/demo\//;

/** Words that say more of a figure than what was counted. */
const tells =
  /\b(?:noise|chance|ahead|behind|gained on|caught up|passed|more visible|most visible|threat|intervals?|likely|effects?|cases out of|known to|beyond|told apart|be told|narrow|stands? out|(?:more|less|as|how) often|points?|independent|worth fewer|false alarm|moved|clear(?:ly)?|wins|won|lost to|lost and|losing|cited|ranges?|tracked brands|named|within the|more than the)\b/i;

/** Texts of at least two words that may speak of a figure, each once in its file, in the order of files. */
export function everySaid(): Said[] {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
    )
    .filter((name) => /\.tsx?$/.test(name) && !notSaid.test(name))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return tells.test(source) ? [...new Set(textsIn(file, source))].map((text) => ({ file, text })) : [];
  });
}

function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kindOf(file));
  const visit = (node: ts.Node): void => {
    if (isDescription(node)) return;
    const text = plain(textOf(node) ?? "");
    if (text.includes(" ") && tells.test(text) && !isForMachines(text)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
}

const kindOf = (file: string): ts.ScriptKind => (file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isJsxText(node)) return node.text.trim();
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}")
    : null;
}

/** On one line, without marks of HTML. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** What says what a field, a tool or a setting means, and what it imports. */
const isDescription = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  (ts.isPropertyAssignment(node) && /^(?:description|summary|purpose|title)$/.test(nameOf(node.name)));

const nameOf = (name: ts.PropertyName): string => (ts.isIdentifier(name) ? name.text : "");

/** SQL and style sheets. */
const isForMachines = (text: string): boolean =>
  /^\(?(?:select|insert into|with \w+ as)\b|clock_timestamp|\b\w+\.\w+_\w+|[{;]\s*[a-z-]+:[^ ]/.test(text);
