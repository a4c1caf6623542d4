import { type Choice, type ShownAs, shownAs } from "../api/schema/openapi-hints.ts";
import { ownKeywords } from "../api/schema/shape.ts";

/** A JSON Schema as plain data. */
export type Json = { [key: string]: unknown };

const listed = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const single = new Set(["items", "additionalProperties", "not"]);

/** Collects the named schemas under `components.schemas`, each once. */
export interface Schemas {
  /** The schema as the document shows it: named parts become references. */
  schemaOf(schema: object): Json;
  /** Adds a schema that belongs to the document itself, and returns a reference to it. */
  register(name: string, schema: object): Json;
  components: Record<string, Json>;
}

export function createSchemas(): Schemas {
  const components: Record<string, Json> = {};

  function schemaOf(schema: object): Json {
    const as = shownAs(schema);
    const { title } = schema as Json;
    const name = as.name ?? (typeof title === "string" ? title.replaceAll(/[^A-Za-z0-9]/g, "") : undefined);
    if (name === undefined) return bodyOf(schema, as);
    if (as.says === undefined) return register(name, schema);
    if (as.plain) return register(name, { ...schema, description: as.says });
    return usedAs(name, schema as Json, as);
  }

  function register(name: string, schema: object): Json {
    return refer(name, bodyOf(schema, shownAs(schema)));
  }

  function refer(name: string, schema: Json): Json {
    const existing = components[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two different schemas are titled ${name}`);
    components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A reference with this use's own description; what all uses share is in the component. */
  function usedAs(name: string, schema: Json, as: ShownAs): Json {
    const { type, enum: values, description, default: usual, examples, ...rest } = schema;
    const nullable = Array.isArray(type) && type.includes("null");
    const kind = Array.isArray(type) ? type.find((each) => each !== "null") : type;
    const shared = {
      ...(kind === undefined ? {} : { type: kind }),
      description: as.says,
      ...rest,
      ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
      ...(Array.isArray(values) || examples === undefined ? {} : { examples }),
    };
    const reference = refer(name, bodyOf(shared, as));
    return {
      ...(nullable ? { anyOf: [reference, { type: "null" }] } : reference),
      ...(description === undefined || description === as.says ? {} : { description }),
      ...(usual === undefined ? {} : { default: usual }),
    };
  }

  function bodyOf(schema: object, { bases, choice }: ShownAs): Json {
    if (bases) return extending(schema as Json, bases);
    if (choice) return choiceOf(schema as Json, choice);
    return plain(schema);
  }

  /** What an object has in addition to its bases. */
  function extending(schema: Json, bases: readonly object[]): Json {
    const {
      properties,
      required = [],
      description,
    } = schema as {
      properties: Record<string, object>;
      required?: string[];
      description?: string;
    };
    const inherited = new Set(bases.flatMap((base) => Object.values((base as Json).properties as object)));
    const own = Object.entries(properties).filter(([, inner]) => !inherited.has(inner));
    const names = new Set(own.map(([name]) => name));
    const needed = required.filter((name) => names.has(name));
    return {
      ...(description === undefined ? {} : { description }),
      allOf: [
        ...bases.map(schemaOf),
        {
          type: "object",
          ...(needed.length > 0 ? { required: needed } : {}),
          properties: Object.fromEntries(own.map(([name, inner]) => [name, schemaOf(inner)])),
        },
      ],
    };
  }

  /** A union of objects as OpenAPI tells them apart: the property's word, and the schema that goes with it. */
  function choiceOf(schema: Json, { by, among }: Choice): Json {
    const branches = schema.anyOf as Json[];
    const groups = Map.groupBy(branches, (branch) => wordsOf(branch, by).join());
    const mapping: [word: string, reference: Json][] = [...groups.values()].flatMap((group) => {
      const [one, ...others] = group;
      const reference =
        others.length === 0
          ? schemaOf(one!)
          : refer(among!.name, choiceOf({ anyOf: group, description: among!.says }, { by: among!.by }));
      return wordsOf(one!, by).map((word): [string, Json] => [word, reference]);
    });
    return {
      ...(schema.description === undefined ? {} : { description: schema.description }),
      oneOf: [...new Set(mapping.map(([, reference]) => reference))],
      discriminator: {
        propertyName: by,
        mapping: Object.fromEntries(mapping.map(([word, { $ref }]) => [word, $ref])),
      },
    };
  }

  function plain(schema: object): Json {
    const output: Json = {};
    for (const [keyword, value] of Object.entries(schema)) {
      // A title is the name of the component.
      if (keyword === "title" && typeof value === "string") continue;
      // Clients accept unknown properties: objects may grow, and others build on them.
      if (keyword === "additionalProperties" && value === false) continue;
      if (ownKeywords.has(keyword) || value === undefined) continue;
      if (keyword === "items" && Array.isArray(value)) output.prefixItems = value.map(part);
      else if (keyword === "additionalItems") output.items = part(value);
      else if (keyword === "properties" || keyword === "patternProperties")
        output[keyword] = withNames(value);
      else if (keyword === "enum" && isOneWord(value)) output.const = value[0];
      // Clients drop a property that is always null, and with it what tells a draft from a report.
      else if (keyword === "enum" && isNullAlone(value)) output.enum = ["", null];
      else if (listed.has(keyword)) output[keyword] = value.map(part);
      else output[keyword] = single.has(keyword) ? part(value) : value;
    }
    if (isInteger(schema as Json) && output.format === undefined)
      output.format = fitsInt32(output) ? "int32" : "int64";
    return isUnion(output) ? withoutDefault(output) : output;
  }

  const part = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? schemaOf(value) : value;
  const withNames = (value: object): Json =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(inner)]));

  return {
    schemaOf,
    register,
    components,
  };
}

const isUnion = ({ anyOf, oneOf, type }: Json): boolean =>
  anyOf !== undefined ||
  oneOf !== undefined ||
  (Array.isArray(type) && type.filter((one) => one !== "null").length > 1);

/** Generators give each branch of a union the default, which is of one of them alone: it is said in words. */
function withoutDefault({ default: usual, ...rest }: Json): Json {
  if (usual === undefined) return rest;
  const defaultNote = `default: ${JSON.stringify(usual)}.`;
  return { ...rest, description: `${String(rest.description ?? "").replace(/\.$/, "; ")}${defaultNote}` };
}

/** The words that a property can have in this object. */
function wordsOf(branch: Json, property: string): string[] {
  const shape = (branch.properties as Record<string, Json> | undefined)?.[property];
  return ((shape?.enum ?? [shape?.const]) as unknown[]).map(String);
}

const isOneWord = (values: unknown): values is [string] =>
  Array.isArray(values) && values.length === 1 && typeof values[0] === "string";

const isNullAlone = (values: unknown): boolean =>
  Array.isArray(values) && values.length === 1 && values[0] === null;

const isInteger = ({ type }: Json): boolean =>
  Array.isArray(type) ? type.includes("integer") : type === "integer";

const fitsInt32 = ({ maximum }: Json): boolean => typeof maximum === "number" && maximum < 2 ** 31;
