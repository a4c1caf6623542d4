import { once } from "node:events";
import { createInterface } from "node:readline";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Brand, TrackedBrands } from "../../reader/brand.ts";
import { parseShown } from "../../reader/hidden-parts/parse-shown.ts";
import { compileMentionReader, findMentions, type MentionReader } from "../../reader/mention.ts";
import { jsonFaultSaid } from "../http/body/body.ts";
import { JsonError, parseJson } from "../http/body/json.ts";
import { CommandError, type Io } from "../operator/io.ts";

const Names = Type.Array(Type.String());

const Line = Compile(
  Type.Object({
    id: Type.Unknown(),
    text: Type.String(),
    prompt: Type.Optional(Type.String()),
    brands: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1 }),
        aliases: Type.Optional(Names),
        domains: Type.Optional(Names),
        about: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      { minItems: 1 },
    ),
  }),
);

/** Texts and brands as JSON Lines on stdin → mentions as JSON Lines on stdout. Needs no store and no server. */
export async function mentions(io: Io): Promise<void> {
  const reader = lastReader();
  let number = 0;
  for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    const { id, text, prompt, brands } = parsed(number === 1 ? line.replace(/^\uFEFF/, "") : line, number);
    const trackedBrands = trackedOf(brands);
    const reading = findMentions(reader(trackedBrands), parseShown(text), prompt ?? null);
    const countedMentions = reading.occurrences.map(({ brand, evidence }) => ({
      brand: brands[brand]!.name,
      ...evidence,
    }));
    const notCounted = reading.notCounted.map(({ name, ...evidence }) => ({ brand: name, ...evidence }));
    const hasRoom = io.stdout.write(
      `${JSON.stringify({ id, mentions: countedMentions, not_counted: notCounted })}\n`,
    );
    if (!hasRoom) await once(io.stdout, "drain");
  }
}

function parsed(line: string, number: number) {
  let value: unknown;
  try {
    value = parseJson(line, 0, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof JsonError) throw new CommandError(jsonFaultSaid(error, `Line ${number}`));
    throw error;
  }
  if (Line.Check(value)) return value;
  throw new CommandError(
    `Line ${number} must be {"id", "text", "prompt"?, "brands": [{"name", "aliases"?, "domains"?, "about"?}]}.`,
  );
}

type GivenBrand = { name: string; aliases?: string[]; domains?: string[]; about?: string | null };

function trackedOf(brands: readonly GivenBrand[]): TrackedBrands {
  const [own, ...rivals] = brands.map(
    ({ name, aliases = [], domains = [], about = null }): Brand => ({ name, aliases, domains, about }),
  );
  return { own: own!, rivals };
}

/** Consecutive lines usually share their brands: reuses the previous line's reader if it fits. */
function lastReader(): (brands: TrackedBrands) => MentionReader {
  let readerKey = "";
  let reader: MentionReader;
  return (brands) => {
    const key = JSON.stringify(brands);
    if (key !== readerKey) {
      reader = compileMentionReader(brands);
      readerKey = key;
    }
    return reader;
  };
}
