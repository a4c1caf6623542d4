import { hash } from "node:crypto";
import { createRequire } from "node:module";
import type { TSchema } from "typebox";

export interface Serialised {
  json: string;
  /** Weak validator over the data alone, or over what it was made of. */
  etag: string;
}

type Write = (data: unknown) => string;

// Together with the validator that it brings it is a hundred modules, which the start does not wait for.
const require = createRequire(import.meta.url);
const fastJson = (schema: object): Write =>
  (require("fast-json-stringify") as (schema: object) => Write)(schema);

interface Writer {
  write: Write;
  /** Objects that are served again and again (finished reports) are serialised once. */
  cache: WeakMap<object, Serialised>;
}

const writers = new WeakMap<TSchema, Writer>();

/** The data as its schema shows it: what the schema does not declare never leaves. `tag` if what it is made of has one. */
export function serialise(schema: TSchema, data: unknown, tag: string | null = null): Serialised {
  const writer = writerOf(schema);
  const lasting = typeof data === "object" && data !== null && Object.isFrozen(data) ? data : null;
  const cachedOutput = lasting && writer.cache.get(lasting);
  if (cachedOutput) return tag === null ? cachedOutput : { ...cachedOutput, etag: tag };
  const json = writer.write(data);
  if (tag !== null && !lasting) return { json, etag: tag };
  const serialised = asWritten(json);
  if (lasting) writer.cache.set(lasting, serialised);
  return tag === null ? serialised : { json, etag: tag };
}

/** Data that was serialised before, unchanged even if its schema has changed since. */
export const asWritten = (json: string): Serialised => ({
  json,
  etag: `W/"${hash("sha1", json, "base64url")}"`,
});

/** The writer for data with this schema, compiled at first use. */
export function writerOf(schema: TSchema): Writer {
  const writer = writers.get(schema) ?? { write: writeOf(schema as Shape), cache: new WeakMap() };
  writers.set(schema, writer);
  return writer;
}

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: unknown;
  [keyword: string]: unknown;
}

/** A union of objects is written by the branch that its data names; validating each branch would cost four times as much. */
function writeOf(schema: Shape): Write {
  const union = schema.anyOf && namedBranches(schema.anyOf);
  if (!union) return fastJson(asWriterSchema(schema) as object);
  const writes = new Map<unknown, Write>();
  return (data) => {
    const name = (data as Record<string, unknown>)[union.property];
    const branch = union.branches.get(name);
    if (!branch) throw new TypeError(`no branch of the output is named by ${union.property}`);
    const write = writes.get(name) ?? writeOf(branch);
    writes.set(name, write);
    return write(data);
  };
}

/** The property whose one value differs in each branch. */
function namedBranches(branches: Shape[]): { property: string; branches: Map<unknown, Shape> } | undefined {
  for (const property of Object.keys(branches[0]?.properties ?? {})) {
    const values = branches.map((branch) => onlyValue(branch.properties?.[property]));
    if (values.every((value) => value !== undefined) && new Set(values).size === branches.length) {
      return { property, branches: new Map(values.map((value, index) => [value, branches[index]!])) };
    }
  }
  return undefined;
}

function onlyValue(shape: Shape | undefined): unknown {
  if (shape?.type === "null") return null;
  return shape?.const ?? (shape?.enum?.length === 1 ? shape.enum[0] : undefined);
}

/** The schema as the writer takes it: an object or null becomes `nullable`, which is written without validation. */
function asWriterSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWriterSchema);
  if (typeof value !== "object" || value === null) return value;
  const { anyOf, ...rest } = value as Shape;
  const keywords = Object.fromEntries(
    Object.entries(rest).map(([keyword, inner]) => [keyword, asWriterSchema(inner)]),
  );
  if (!anyOf) return keywords;
  const [one, ...others] = anyOf.filter(({ type }) => type !== "null");
  if (one && others.length === 0 && anyOf.length === 2)
    return { ...(asWriterSchema(one) as object), nullable: true };
  return { ...keywords, anyOf: asWriterSchema(anyOf) };
}
