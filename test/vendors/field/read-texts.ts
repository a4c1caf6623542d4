import { PassThrough, Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { mentions } from "../../../src/server/cli/mentions.ts";
import { createParsing } from "../../../src/server/threads/parsing.ts";
import { field } from "./ask-field.ts";
import { type FieldText, fieldTexts } from "./texts.ts";

/** What a door reads of each text. */
type Door = (texts: readonly FieldText[]) => Promise<string[][]>;

const imports: Door = async (texts) => {
  const parser = createParsing().answers(field.tracked);
  const given = texts.map(({ text }) => ({ text, citations: [], prompt: field.prompt }));
  const read = await Promise.all(given.map((each) => parser.read(each)));
  return read.map(({ mentions }) => mentions.map(({ name }) => name));
};

const command: Door = async (texts) => {
  const brands = [field.tracked.own, ...field.tracked.rivals];
  const lines = texts.map(({ text }, id) => JSON.stringify({ id, text, brands }));
  const stdout = new PassThrough();
  const said = textOf(stdout);
  await mentions({ stdin: Readable.from([lines.join("\n")]), stdout, stderr: new PassThrough(), env: {} });
  stdout.end();
  const read = (await said).trim().split("\n");
  return read.map((line) => {
    const { mentions } = JSON.parse(line) as { mentions: { brand: string }[] };
    return [...new Set(mentions.map(({ brand }) => brand))];
  });
};

/** The texts that a door reads otherwise than is right. */
export async function readTexts(
  door: "imports" | "mentions",
): Promise<{ what: string; got: readonly string[] }[]> {
  const read = await { imports, mentions: command }[door](fieldTexts);
  return fieldTexts.flatMap(({ what, names }, at) =>
    read[at]!.join() === names.join() ? [] : [{ what, got: read[at]! }],
  );
}
