import { distance } from "fastest-levenshtein";
import { type AnyAction, placeOf } from "../action.ts";
import type { Warning } from "../context.ts";
import { canonicalUuid } from "../id.ts";
import { type Issue, invalid } from "../problem.ts";
import { validatorOf } from "./validator.ts";

/** A schema as plain JSON Schema, which every TypeBox schema is. */
interface Shape {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
  anyOf?: Shape[];
  additionalProperties?: boolean | Shape;
  /** Text that is kept as it came, e.g. an imported answer; of an object, all the text in it. */
  verbatim?: boolean;
}

const issuesMax = 50;
const warningsMax = 20;

/** Codes of our own for the keywords of JSON Schema. */
const codes: Record<string, string> = {
  type: "wrong_type",
  required: "required",
  minLength: "too_short",
  maxLength: "too_long",
  minItems: "too_few",
  maxItems: "too_many",
  minimum: "too_small",
  maximum: "too_large",
  exclusiveMinimum: "too_small",
  multipleOf: "not_a_multiple",
  format: "bad_format",
  pattern: "bad_format",
  enum: "not_allowed",
  const: "not_allowed",
  anyOf: "not_allowed",
  uniqueItems: "not_unique",
};

const pointer = (path: string, name: string | number): string =>
  `${path}/${String(name).slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Everything about one input that no schema says: unknown names, foreign control characters, normal form. */
class Cleaner {
  readonly issues: { path: string; code: string; message: string }[] = [];
  readonly warnings: Warning[] = [];

  clean(value: unknown, shape: Shape | undefined, path: string): unknown {
    if (typeof value === "string") return this.text(value, shape, path);
    if (Array.isArray(value)) return this.list(value, shape, path);
    if (typeof value === "object" && value !== null) return this.object(value, objectShape(shape), path);
    return value;
  }

  /** Of a list that is too long only as much is looked at as it may hold. */
  private list(value: unknown[], shape: Shape | undefined, path: string): unknown[] {
    const { items = within(shape), maxItems = Infinity } = listShape(shape) ?? {};
    if (value.length > maxItems) this.refuse(path, "too_many", `Expected ≤ ${maxItems} items.`);
    return value.slice(0, maxItems).map((item, index) => this.clean(item, items, pointer(path, index)));
  }

  private text(value: string, shape: Shape | undefined, path: string): string {
    if (!value.isWellFormed())
      this.refuse(path, "lone_surrogate", "The text holds half of a surrogate pair.");
    if (shape?.verbatim) {
      if (value.includes("\0")) this.refuse(path, "control_character", "The text holds a NUL.");
      return value;
    }
    if (shape?.format === "uuid") return canonicalUuid(value) ?? value;
    // An id or a word of a list is exact: a stray space in it is a mistake to report.
    const text = shape?.format || shape?.enum || shape?.pattern ? value : value.normalize("NFC").trim();
    if (control.test(text)) this.refuse(path, "control_character", "The text holds a control character.");
    return text;
  }

  private object(value: object, shape: Shape | undefined, path: string): Record<string, unknown> {
    const open = shape === undefined || shape.properties === undefined || shape.additionalProperties === true;
    const cleaned: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed() || control.test(name))
        this.refuse(path, "control_character", "A name holds a control character.");
      const known = shape?.properties && Object.hasOwn(shape.properties, name);
      if (!known && !open) this.unknown(name, shape?.properties ?? {}, path);
      else if (open && !known && hostileNames.has(name))
        this.refuse(pointer(path, name), "not_allowed", "This name is not allowed.");
      else if (name !== "__proto__")
        cleaned[name] = this.clean(
          inner,
          known ? shape.properties![name] : within(shape),
          pointer(path, name),
        );
    }
    return cleaned;
  }

  private unknown(name: string, properties: Record<string, Shape>, path: string): void {
    if (this.warnings.length >= warningsMax) return;
    const meant = nearest(name, Object.keys(properties));
    this.warnings.push({
      code: "UNKNOWN_PARAMETER",
      path: pointer(path, name),
      message: "This parameter is not known and was ignored.",
      ...(meant ? { did_you_mean: meant } : {}),
    });
  }

  private refuse(path: string, code: string, message: string): void {
    if (this.issues.length < issuesMax) this.issues.push({ path, code, message });
  }
}

/** Names that turn data into something else where somebody merges it. */
const hostileNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** What holds for values of which the schema says nothing more. */
const within = (shape: Shape | undefined): Shape | undefined =>
  shape?.verbatim ? { verbatim: true } : undefined;

const branches = (shape: Shape | undefined): Shape[] => (shape?.anyOf ? shape.anyOf : shape ? [shape] : []);
const listShape = (shape: Shape | undefined) => branches(shape).find((branch) => branch.items);
const objectShape = (shape: Shape | undefined) =>
  branches(shape).find((branch) => branch.properties || branch.type === "object" || branch.verbatim);

/** The known name a mistyped one was probably meant to be. */
function nearest(name: string, known: string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const wanted = plain(name.slice(0, 64));
  return known
    .map((candidate) => ({ candidate, off: distance(plain(candidate), wanted) }))
    .filter(({ candidate, off }) => off <= Math.min(3, Math.ceil(candidate.length / 3)))
    .sort((a, b) => a.off - b.off)[0]?.candidate;
}

/** What is expected, in words, where the schema says it shortly. */
function expected(keyword: string, params: Record<string, unknown>): string | undefined {
  const limit = params.limit;
  if (keyword === "maxLength") return `≤ ${limit} characters`;
  if (keyword === "minLength") return `≥ ${limit} characters`;
  if (keyword === "maxItems") return `≤ ${limit} items`;
  if (keyword === "minItems") return `≥ ${limit} items`;
  if (keyword === "minimum") return `≥ ${limit}`;
  if (keyword === "maximum") return `≤ ${limit}`;
  if (keyword === "type") return [params.type].flat().join(" or ");
  if (keyword === "format") return String(params.format);
  if (keyword === "enum") return (params.allowedValues as unknown[] | undefined)?.map(String).join(", ");
  return undefined;
}

interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/**
 * The schema's findings as issues: of the branches of a union only the union itself is named, and of a value of the
 * wrong type only that.
 */
function issuesOf(
  errors: readonly SchemaError[],
): { path: string; code: string; message: string; expected?: string }[] {
  const named = errors.filter((error) => !error.schemaPath.includes("/anyOf/"));
  const mistyped = new Set(
    named.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath),
  );
  return (named.length > 0 ? named : errors)
    .filter(({ keyword, instancePath }) => keyword === "type" || !mistyped.has(instancePath))
    .flatMap((error) => {
      if (error.keyword === "required") {
        return ((error.params.requiredProperties as string[] | undefined) ?? []).map((name) => ({
          path: pointer(error.instancePath, name),
          code: "required",
          message: "This is required.",
        }));
      }
      const says = expected(error.keyword, error.params);
      return [
        {
          path: error.instancePath,
          code: codes[error.keyword] ?? "invalid",
          message: says ? `Expected ${says}.` : "This value is not valid here.",
          ...(says ? { expected: says } : {}),
        },
      ];
    })
    .slice(0, issuesMax);
}

/** Path, query and body as one flat object → the action's input. Throws VALIDATION_ERROR with every issue found. */
export async function validate(
  action: AnyAction,
  raw: Record<string, unknown>,
): Promise<{ input: Record<string, unknown>; warnings: Warning[] }> {
  const cleaner = new Cleaner();
  const shape = action.input as Shape;
  const input = cleaner.clean(raw, { ...shape, additionalProperties: false }, "") as Record<string, unknown>;
  const validator = await validatorOf(action.input);
  const found = [
    ...cleaner.issues,
    ...(validator.Check(input) ? [] : issuesOf(validator.Errors(input) as SchemaError[])),
  ];
  if (found.length > 0) throw invalid(found.map((issue) => located(action, issue)));
  const warnings = cleaner.warnings.map((warning) => ({
    ...warning,
    path: shownPath(action, warning.path ?? ""),
  }));
  return { input, warnings };
}

const fieldOf = (path: string): string => path.split("/")[1] ?? "";

/** Says where over HTTP the field travels. */
const located = (action: AnyAction, issue: Omit<Issue, "in">): Issue => ({
  in: placeOf(action.http, fieldOf(issue.path)),
  ...issue,
  path: shownPath(action, issue.path),
});

/** Where the whole body is one field of the input, its name is not part of what the caller wrote. */
function shownPath(action: AnyAction, path: string): string {
  const field = fieldOf(path);
  return action.body && field === action.body.field ? path.slice(field.length + 1) : path;
}
