/** A schema as plain JSON Schema, which every TypeBox schema is. */
export interface Shape {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  maxItems?: number;
  anyOf?: Shape[];
  additionalProperties?: boolean | Shape;
  /** Text that is kept as received, such as an imported answer; for an object, all text in it. */
  verbatim?: boolean;
  /** What text of this pattern is, and where to find one, in words. */
  expects?: string;
}

/** Keywords that only our own validation knows. */
export const ownKeywords: ReadonlySet<string> = new Set(["verbatim", "expects"] satisfies (keyof Shape)[]);

const branches = (shape: Shape | undefined): Shape[] => (shape?.anyOf ? shape.anyOf : shape ? [shape] : []);

/** The part of a schema that applies to a list, if one is allowed. */
export const listShape = (shape: Shape | undefined): Shape | undefined =>
  branches(shape).find((branch) => branch.items);

/** The same for an object. */
export const objectShape = (shape: Shape | undefined): Shape | undefined =>
  branches(shape).find((branch) => branch.properties || branch.type === "object" || branch.verbatim);

const takes =
  (...types: string[]) =>
  (shape: Shape | undefined): boolean =>
    branches(shape).some(({ type }) => [type].flat().some((one) => one !== undefined && types.includes(one)));

/** Whether it allows text. */
export const takesText = takes("string");

/** Whether it allows a number, true or false. */
export const takesNumberOrFlag = takes("integer", "number", "boolean");

/** Whether it allows null, or anything. */
export const takesNull = (shape: Shape | undefined): boolean =>
  takes("null")(shape) || branches(shape).some(({ type }) => type === undefined);

/** What the schema says about the place that a JSON Pointer leads to; undefined if nothing. */
export function shapeAt(shape: Shape, path: string): Shape | undefined {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<Shape | undefined>((at, name) => {
    const { properties = {} } = objectShape(at) ?? {};
    return Object.hasOwn(properties, name) ? properties[name] : listShape(at)?.items;
  }, shape);
}

const formats: Record<string, string> = {
  "date-time": "a date and time such as 2026-11-23T09:30:00Z",
  email: "an email address such as ada@acme.example",
  uri: "an address such as https://acme.example/page",
  uuid: "an id such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13",
};

/** What a format is called, with an example. */
export const formatInWords = (format: string): string => formats[format] ?? format;

/** "a, b or c". */
export function oneInWords(values: readonly unknown[]): string {
  const words = values.map(String);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words.join("");
}

/** What is allowed there, in words: "text of 1 to 500 characters, or an object with `prompt`". */
export function inWords(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(inWords).join(", or ");
  const kinds = [shape.type ?? []].flat().map((type) => kindInWords(type, shape));
  return kinds.join(" or ");
}

function kindInWords(
  type: string,
  { format, enum: values, minLength, maxLength, required = [] }: Shape,
): string {
  if (type === "string" && values) return oneInWords(values.filter((value) => value !== null));
  if (type === "string" && format) return formatInWords(format);
  if (type === "string") return maxLength ? `text of ${minLength ?? 0} to ${maxLength} characters` : "text";
  if (type === "object" && required.length > 0)
    return `an object with ${required.map((name) => `\`${name}\``).join(" and ")}`;
  return (
    { object: "an object", array: "a list", integer: "a whole number", null: "null" }[type] ?? `a ${type}`
  );
}
