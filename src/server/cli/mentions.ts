import { once } from "node:events";
import { createInterface } from "node:readline";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Brand, TrackedBrands } from "../../reader/brand.ts";
import { parseShown } from "../../reader/hidden-parts/parse-shown.ts";
import { compileMentionReader, findMentions, type MentionReader } from "../../reader/mention.ts";
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
    const { id, text, prompt, brands } = parsed(line, number);
    const tracked = trackedOf(brands);
    const found = findMentions(reader(tracked), parseShown(text), prompt ?? null);
    const named = found.counted.map(({ brand, evidence }) => ({ brand: brands[brand]!.name, ...evidence }));
    const notCounted = found.notCounted.map(({ name, ...evidence }) => ({ brand: name, ...evidence }));
    const written = io.stdout.write(`${JSON.stringify({ id, mentions: named, not_counted: notCounted })}\n`);
    if (!written) await once(io.stdout, "drain");
  }
}

function parsed(line: string, number: number) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new CommandError(`Line ${number} is not JSON.`);
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
function lastReader(): (tracked: TrackedBrands) => MentionReader {
  let known = "";
  let reader: MentionReader;
  return (tracked) => {
    const wanted = JSON.stringify(tracked);
    if (wanted !== known) {
      reader = compileMentionReader(tracked);
      known = wanted;
    }
    return reader;
  };
}
