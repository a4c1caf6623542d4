interface Shape {
  type?: string | string[];
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  items?: Shape | Shape[] | boolean;
  prefixItems?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  anyOf?: Shape[];
  allOf?: Shape[];
  oneOf?: Shape[];
}

const formats: Record<string, string> = {
  uuid: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13",
  "date-time": "2026-01-15T09:00:00.000Z",
  uri: "https://acme.example/",
  email: "ada@acme.example",
};

/** Examples of the patterns in schemas that have no example of their own. */
const patterns: Record<string, string> = { "^p_[0-9a-f]{20}$": "p_3f9a1c07d2e84b56a0f1" };

/** A value that the schema accepts, always the same: its own example if it has one, otherwise the smallest of its kind. */
export function exampleOf(schema: object): unknown {
  const shape = schema as Shape;
  for (const example of [shape.examples?.[0], shape.default, shape.const, shape.enum?.[0]])
    if (example !== undefined) return example;
  const branch = shape.anyOf?.[0] ?? shape.oneOf?.[0];
  if (branch) return exampleOf(branch);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map(exampleOf));
  const type = typeof shape.type === "string" ? shape.type : shape.type?.find((name) => name !== "null");
  if (type === "string") return text(shape);
  if (type === "integer" || type === "number")
    return Math.min(
      shape.maximum ?? Infinity,
      Math.max(shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1),
    );
  if (type === "boolean") return true;
  if (type === "array") return list(shape);
  if (type === "object")
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner)]),
    );
  return null;
}

function text({ format, pattern, minLength = 0, maxLength = Infinity }: Shape): string {
  if (format !== undefined) return formats[format] ?? "";
  if (pattern !== undefined) {
    const example = patterns[pattern];
    if (example === undefined)
      throw new Error(`a schema with the pattern ${pattern} needs an example of its own`);
    return example;
  }
  return "text".padEnd(minLength, "x").slice(0, maxLength);
}

function list({ items, prefixItems, minItems = 1 }: Shape): unknown[] {
  const places = prefixItems ?? (Array.isArray(items) ? items : null);
  if (places) return places.map(exampleOf);
  if (typeof items !== "object") return [];
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items as Shape));
}
