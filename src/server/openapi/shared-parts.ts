import type { Json } from "./schemas.ts";

type Kind = "parameters" | "responses";
type Kept = Record<string, Json>;

/** Moves what several operations share into the components: parameters under their name, answers under their example's. */
export function sharedParts(paths: Record<string, Json>): {
  paths: Record<string, Json>;
  components: Record<Kind, Kept>;
} {
  const components: Record<Kind, Kept> = { parameters: {}, responses: {} };
  const all = Object.values(paths).flatMap((item) => Object.values(item) as Json[]);
  const counts = new Map<string, number>();
  for (const part of all.flatMap(partsOf)) {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }

  const share = (kind: Kind, part: Json, name: string | undefined): Json => {
    const text = JSON.stringify(part);
    if (name === undefined || (counts.get(text) ?? 0) < 2) return part;
    const partsByName = components[kind];
    partsByName[name] ??= part;
    return JSON.stringify(partsByName[name]) === text ? { $ref: `#/components/${kind}/${name}` } : part;
  };

  const operation = (source: Json): Json => ({
    ...source,
    parameters: (source.parameters as Json[]).map((part) =>
      share("parameters", part, typeof part.name === "string" ? pascal(part.name) : undefined),
    ),
    responses: Object.fromEntries(
      Object.entries(source.responses as Kept).map(([status, part]) => [
        status,
        share("responses", part, nameOf(part, status)),
      ]),
    ),
  });
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, each]) => [method, operation(each as Json)])),
      ]),
    ),
    components,
  };
}

/**
 * Moves examples that are used once to where they are used and leaves the others among the components. Returns those.
 * `parts`: the responses of all operations, shared or not.
 */
export function settleExamples(parts: readonly Json[], examples: Kept): Kept {
  const bodies = parts.flatMap(({ content }) => Object.values((content ?? {}) as Kept));
  const shownIn = (body: Json) => Object.keys((body.examples ?? {}) as Json);
  const uses = Map.groupBy(bodies.flatMap(shownIn), (name) => name);
  const once = new Set([...uses].filter(([, all]) => all.length === 1).map(([name]) => name));
  for (const body of bodies) {
    const [only, ...others] = shownIn(body);
    if (only !== undefined && others.length === 0 && once.has(only)) {
      body.example = examples[only]!.value;
      delete body.examples;
    } else if (only !== undefined) {
      for (const name of [only, ...others])
        if (once.has(name)) (body.examples as Json)[name] = examples[name];
    }
  }
  return Object.fromEntries(Object.entries(examples).filter(([name]) => !once.has(name)));
}

const partsOf = ({ parameters, responses }: Json): Json[] => [
  ...(parameters as Json[]),
  ...Object.values(responses as Kept),
];

/** An answer is named after its first example, or after its status if that is unusual. */
function nameOf(response: Json, status: string): string | undefined {
  const content = (response.content as Record<string, Json> | undefined)?.["application/json"];
  const [example] = Object.keys((content?.examples as Json | undefined) ?? {});
  return example && (status === "200" ? example : `${example}${status}`);
}

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
