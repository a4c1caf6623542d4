/** A JSON Schema as plain data. */
export type Json = { [key: string]: unknown };

/** Keywords that only our own validation knows. */
const ownKeywords = new Set(["verbatim"]);

const isInteger = ({ type }: Json): boolean =>
  Array.isArray(type) ? type.includes("integer") : type === "integer";

const fitsInt32 = ({ maximum }: Json): boolean => typeof maximum === "number" && maximum < 2 ** 31;

/** Gathers the schemas that carry a title under `components.schemas`, each once. */
export interface Schemas {
  /** The schema as the document shows it: titled parts are references. */
  shown(schema: object): Json;
  components: Record<string, Json>;
}

export function createSchemas(): Schemas {
  const components: Record<string, Json> = {};

  function shown(schema: object): Json {
    const { title } = schema as Json;
    if (typeof title !== "string") return plain(schema);
    const name = title.replaceAll(/[^A-Za-z0-9]/g, "");
    const known = components[name];
    const made = plain(schema);
    if (known && JSON.stringify(known) !== JSON.stringify(made))
      throw new Error(`two different schemas are titled ${title}`);
    components[name] = made;
    return { $ref: `#/components/schemas/${name}` };
  }

  function plain(schema: object): Json {
    const made: Json = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (ownKeywords.has(keyword) || value === undefined) continue;
      if (keyword === "items" && Array.isArray(value)) made.prefixItems = value.map(part);
      else if (keyword === "additionalItems") made.items = part(value);
      else if (keyword === "properties" || keyword === "patternProperties") made[keyword] = named(value);
      else if (keyword === "anyOf" || keyword === "allOf" || keyword === "oneOf" || keyword === "prefixItems")
        made[keyword] = value.map(part);
      else if (keyword === "items" || keyword === "additionalProperties" || keyword === "not")
        made[keyword] = part(value);
      else made[keyword] = value;
    }
    if (isInteger(schema as Json) && made.format === undefined)
      made.format = fitsInt32(made) ? "int32" : "int64";
    return made;
  }

  const part = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? shown(value) : value;
  const named = (value: object): Json =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(inner)]));

  return { shown, components };
}
