import type { Validator } from "typebox/compile";
import { canonicalUuid } from "../../kernel/id.ts";
import { createPace } from "../../kernel/pace.ts";
import { type Issue, invalid, Problem } from "../../kernel/problem.ts";
import { type AnyAction, placeOf } from "../action.ts";
import type { Warning } from "../context.ts";
import { eachRowOnce, issuesMax } from "./each-row-once.ts";
import { meantName } from "./meant-name.ts";
import { formatInWords, inWords, listShape, objectShape, oneInWords, type Shape, shapeAt } from "./shape.ts";
import { validatorOf } from "./validator.ts";

const unknownParameter = "UNKNOWN_PARAMETER";
const warningsMax = 20;

/** Our own codes for JSON Schema keywords. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones refused
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/**
 * More combining marks in a row than any language has: bringing them to normal form takes the square of their number.
 * Looked for from where a row begins, so that a long one is looked through once.
 */
const tooManyMarks = /(?<!\p{M})\p{M}{65}/u;

/** No body but rows is longer. */
const lookedAtMax = 256 * 1024;

/**
 * How long a text is looked at: the schema refuses what is so much longer than it may be, in whatever form, and to bring a
 * row of megabytes to normal form takes half a second.
 */
const lengthLookedAt = (shape: Shape | undefined): number =>
  Math.min(8 * (shape?.maxLength ?? lookedAtMax), lookedAtMax);

/** The rules for an input that no schema expresses: unknown names, control characters, normal form. */
class Cleaner {
  readonly issues: { path: string; code: string; message: string }[] = [];
  readonly warnings: Warning[] = [];

  clean(value: unknown, shape: Shape | undefined, path: string): unknown {
    if (typeof value === "string") return this.text(value, shape, path);
    if (Array.isArray(value)) return this.list(value, shape, path);
    if (typeof value === "object" && value !== null) return this.object(value, objectShape(shape), path);
    return value;
  }

  /** The rows of a body, one by one, with others' work in between: together they may be a million values. */
  async rows(value: unknown[], shape: Shape | undefined, path: string): Promise<unknown[]> {
    const { items, allowed } = this.allowed(value, shape, path);
    const pace = createPace();
    const rows: unknown[] = [];
    for (const [index, row] of allowed.entries())
      rows.push(await pace(() => this.clean(row, items, pointer(path, index))));
    return rows;
  }

  private list(value: unknown[], shape: Shape | undefined, path: string): unknown[] {
    const { items, allowed } = this.allowed(value, shape, path);
    return allowed.map((item, index) => this.clean(item, items, pointer(path, index)));
  }

  /** Of a list that is too long, only looks at as many items as are allowed. */
  private allowed(value: unknown[], shape: Shape | undefined, path: string) {
    const { items = within(shape), maxItems = Infinity } = listShape(shape) ?? {};
    if (value.length > maxItems) this.refuse(path, "too_many", mostInWords(maxItems, "item"));
    return { items, allowed: value.slice(0, maxItems) };
  }

  private text(value: string, shape: Shape | undefined, path: string): string {
    if (!value.isWellFormed())
      this.refuse(
        path,
        "lone_surrogate",
        "This text has half of a character (a lone UTF-16 surrogate). Encode it as UTF-8.",
      );
    if (shape?.verbatim) {
      if (value.includes("\0"))
        this.refuse(path, "control_character", "This text has a NUL character. Remove it.");
      return value;
    }
    if (value.length > lengthLookedAt(shape)) {
      if (shape?.maxLength === undefined)
        this.refuse(path, "too_long", mostInWords(lookedAtMax, "character"));
      return value;
    }
    if (shape?.format === "uuid") return canonicalUuid(value) ?? value;
    if (tooManyMarks.test(value)) {
      this.refuse(path, "too_many_marks", "This text has more than 64 combining marks in a row.");
      return value;
    }
    // An id or an enum value is exact: a stray space in it is a mistake to report.
    const text = shape?.format || shape?.enum || shape?.pattern ? value : value.normalize("NFC").trim();
    if (control.test(text))
      this.refuse(path, "control_character", "This text has a control character. Remove it.");
    return text;
  }

  private object(value: object, shape: Shape | undefined, path: string): Record<string, unknown> {
    const open = shape === undefined || shape.properties === undefined || shape.additionalProperties === true;
    const cleaned: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed() || control.test(name))
        this.refuse(path, "control_character", "A name of a field has a control character.");
      const isKnown = shape?.properties && Object.hasOwn(shape.properties, name);
      if (!isKnown && !open) this.unknown(name, shape?.properties ?? {}, path);
      else if (open && !isKnown && hostileNames.has(name))
        this.refuse(pointer(path, name), "not_allowed", "This name is not allowed.");
      else if (name !== "__proto__")
        cleaned[name] = this.clean(
          inner,
          isKnown ? shape.properties![name] : within(shape),
          pointer(path, name),
        );
    }
    return cleaned;
  }

  private unknown(name: string, properties: Record<string, Shape>, path: string): void {
    if (this.warnings.length >= warningsMax) return;
    const names = Object.keys(properties);
    const suggestion = meantName(name, names);
    this.warnings.push({
      code: unknownParameter,
      path: pointer(path, name),
      message: `${nameInWords(name)} is not known here and was ignored.${suggestion ? ` Did you mean \`${suggestion}\`?` : knownInWords(names)}`,
      ...(suggestion ? { did_you_mean: suggestion } : {}),
    });
  }

  private refuse(path: string, code: string, message: string): void {
    if (this.issues.length < issuesMax) this.issues.push({ path, code, message });
  }
}

const nameInWords = (name: string): string => (/^[a-z]\w{0,63}$/i.test(name) ? `\`${name}\`` : "A parameter");

const knownNamesMax = 12;

function knownInWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  const quotedNames = names.slice(0, knownNamesMax).map((name) => `\`${name}\``);
  return ` Known are ${quotedNames.join(", ")}${names.length > knownNamesMax ? " and others: see /openapi.json" : ""}.`;
}

/** Names that change an object's behaviour when somebody merges the data. */
const hostileNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** The shape for values about which the schema says nothing more. */
const within = (shape: Shape | undefined): Shape | undefined =>
  shape?.verbatim ? { verbatim: true } : undefined;

const countInWords = (limit: unknown, noun: string): string =>
  `${Number(limit).toLocaleString("en")} ${noun}${limit === 1 ? "" : "s"}`;

const mostInWords = (limit: unknown, noun: string): string =>
  `Must have at most ${countInWords(limit, noun)}.`;

/** What must be so there, in a sentence, if the schema can be put briefly. */
function demand(
  keyword: string,
  { limit }: Record<string, unknown>,
  { says, expects }: { says: string | undefined; expects: string | undefined },
) {
  // Of a code, its length alone would be no help.
  if (expects && (keyword === "maxLength" || keyword === "minLength")) return `Must be ${expects}.`;
  if (keyword === "maxLength") return mostInWords(limit, "character");
  if (keyword === "maxItems") return mostInWords(limit, "item");
  if (keyword === "minLength")
    return limit === 1 ? "Must not be empty." : `Must have at least ${countInWords(limit, "character")}.`;
  if (keyword === "minItems") return `Must have at least ${countInWords(limit, "item")}.`;
  if (keyword === "minimum") return `Must be at least ${limit}.`;
  if (keyword === "maximum") return `Must be at most ${limit}.`;
  return says && `Must be ${says}.`;
}

/** What is expected there, in words, if the schema can be put briefly. */
function expected(
  keyword: string,
  params: Record<string, unknown>,
  shape: Shape | undefined,
): string | undefined {
  const { limit } = params;
  if (keyword === "maxLength") return `≤ ${countInWords(limit, "character")}`;
  if (keyword === "minLength") return `≥ ${countInWords(limit, "character")}`;
  if (keyword === "maxItems") return `≤ ${countInWords(limit, "item")}`;
  if (keyword === "minItems") return `≥ ${countInWords(limit, "item")}`;
  if (keyword === "minimum") return `≥ ${limit}`;
  if (keyword === "maximum") return `≤ ${limit}`;
  if (keyword === "type") return shape ? inWords(shape) : [params.type].flat().join(" or ");
  if (keyword === "anyOf") return shape && inWords(shape);
  if (keyword === "format") return formatInWords(String(params.format));
  if (keyword === "pattern") return shape?.expects ?? `text that matches ${shape?.pattern ?? params.pattern}`;
  if (keyword === "enum") return oneInWords((params.allowedValues as unknown[] | undefined) ?? []);
  return undefined;
}

const requiredInWords = (shape: Shape | undefined): string =>
  shape?.expects ? `This is required: ${shape.expects}.` : "This is required.";

/** What is wrong with an id that looks right; undefined if it does not. */
function idInWords({ keyword, params }: SchemaError, value: unknown): string | undefined {
  if (keyword !== "format" || params.format !== "uuid" || typeof value !== "string") return undefined;
  const id = value.trim();
  if (/[^\da-f-]/i.test(id)) return `Must be ${formatInWords("uuid")}, not a name.`;
  if (!/^[\da-f-]{24,48}$/i.test(id)) return undefined;
  if (id !== value) return "Must be the id alone, without the space or line break beside it.";
  return id.length === 36 ? undefined : `Must be an id of 36 characters; this one has ${id.length}.`;
}

/** Of a text that may be something else too, how long it is, if it is too long; undefined if it is not. */
function lengthInWords(
  { keyword }: SchemaError,
  shape: Shape | undefined,
  value: unknown,
): string | undefined {
  if (keyword !== "anyOf" || typeof value !== "string") return undefined;
  const most = shape?.anyOf?.find(({ type }) => type === "string")?.maxLength ?? Number.POSITIVE_INFINITY;
  const letters = [...value].length;
  return letters > most
    ? `${mostInWords(most, "character")} This has ${letters.toLocaleString("en")}.`
    : undefined;
}

/** What is wrong with a text where none may stand, as numbers and lists often come; undefined of anything else. */
const textInWords = ({ keyword, params }: SchemaError, says: string | undefined, value: unknown) =>
  keyword === "type" && typeof value === "string" && says && ![params.type].flat().includes("string")
    ? `Must be ${says}, not text.`
    : undefined;

/** The word of the list that was probably meant there. */
function meantWord({ instancePath, params }: SchemaError, input: unknown): string | undefined {
  const allowed = ((params.allowedValues as unknown[] | undefined) ?? []).filter(
    (one) => typeof one === "string",
  );
  const value = valueAt(input, instancePath);
  return typeof value === "string" ? meantName(value, allowed) : undefined;
}

const valueAt = (input: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (at, name) =>
        (at as Record<string, unknown> | undefined)?.[name.replaceAll("~1", "/").replaceAll("~0", "~")],
      input,
    );

interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** What is wrong inside a value that clearly fits one branch of the union, such as an object; otherwise the union itself. */
function withinUnion(union: SchemaError, errors: readonly SchemaError[]): SchemaError[] {
  const branches = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/anyOf/`));
  const inside = branches.find(({ instancePath }) => instancePath.startsWith(`${union.instancePath}/`));
  if (!inside) return [union];
  const branch = /^\/anyOf\/\d+/.exec(inside.schemaPath.slice(union.schemaPath.length))?.[0];
  const below = `${union.schemaPath}${branch}`;
  return branches.filter(
    ({ schemaPath, instancePath }) =>
      (schemaPath === below || schemaPath.startsWith(`${below}/`)) &&
      !schemaPath.slice(below.length).includes("/anyOf/") &&
      (instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`)),
  );
}

/**
 * The schema's findings as issues: for a union only the union itself, unless the value clearly belongs to one branch, and
 * for a value of the wrong type only that.
 */
function issuesOf(errors: readonly SchemaError[], shape: Shape, input: unknown): Omit<Issue, "in">[] {
  const branchErrors = errors
    .filter((error) => !error.schemaPath.includes("/anyOf/"))
    .flatMap((error) => (error.keyword === "anyOf" ? withinUnion(error, errors) : [error]));
  const mistyped = new Set(
    branchErrors.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath),
  );
  return (branchErrors.length > 0 ? branchErrors : errors)
    .filter(({ keyword, instancePath }) => keyword === "type" || !mistyped.has(instancePath))
    .flatMap((error) => {
      if (error.keyword === "required") {
        return ((error.params.requiredProperties as string[] | undefined) ?? []).map((name) => ({
          path: pointer(error.instancePath, name),
          code: "required",
          message: requiredInWords(shapeAt(shape, pointer(error.instancePath, name))),
        }));
      }
      const there = shapeAt(shape, error.instancePath);
      const says = expected(error.keyword, error.params, there);
      const sentence =
        idInWords(error, valueAt(input, error.instancePath)) ??
        lengthInWords(error, there, valueAt(input, error.instancePath)) ??
        textInWords(error, says, valueAt(input, error.instancePath)) ??
        demand(error.keyword, error.params, { says, expects: there?.expects });
      const suggestion = error.keyword === "enum" ? meantWord(error, input) : undefined;
      return [
        {
          path: error.instancePath,
          code: codes[error.keyword] ?? "invalid",
          message: `${sentence ?? "This value is not valid here."}${suggestion ? ` Did you mean ${suggestion}?` : ""}`,
          ...(says ? { expected: says } : {}),
          ...(suggestion ? { did_you_mean: suggestion } : {}),
        },
      ];
    });
}

/** Path, query and body as one flat object → the action's input. Throws VALIDATION_ERROR with every issue found. */
export async function validate(
  action: AnyAction,
  raw: Record<string, unknown>,
): Promise<{ input: Record<string, unknown>; warnings: Warning[] }> {
  const cleaner = new Cleaner();
  const shape = action.input as Shape;
  const field = action.body?.field ?? "";
  const { [field]: rows, ...others } = raw;
  const isRows = action.body !== undefined && Array.isArray(rows);
  const closed = { ...shape, additionalProperties: false };
  const input = cleaner.clean(isRows ? others : raw, closed, "") as Record<string, unknown>;
  if (isRows) input[field] = await cleaner.rows(rows, shapeAt(shape, `/${field}`), pointer("", field));
  const errors = isRows
    ? await errorsWithRows(action, input, field)
    : [errorsIn(await validatorOf(action.input), input)];
  const allIssues = [
    ...cleaner.issues,
    ...errors.flatMap((each) => (each.length > 0 ? issuesOf(each, shape, input) : [])),
  ];
  const issues = eachRowOnce(allIssues, (path) => (isRows ? path.split("/")[2] : undefined));
  const warnings = cleaner.warnings.map((warning) => ({
    ...warning,
    ...shownPlace(action, warning.path ?? ""),
  }));
  if (issues.length === 0) return { input, warnings };
  throw withMisnamed(invalid(issues.map((issue) => located(action, issue))), action, warnings);
}

const errorsIn = (validator: Validator, value: unknown): SchemaError[] =>
  validator.Check(value) ? [] : (validator.Errors(value) as SchemaError[]);

/** What is not as declared in an input with rows, and in each of these: they are looked at one by one, with others' work in between. */
async function errorsWithRows(
  action: AnyAction,
  input: Record<string, unknown>,
  field: string,
): Promise<SchemaError[][]> {
  const rows = input[field] as unknown[];
  const { items, minItems = 0 } = action.input.properties[field];
  const place = `/${field}`;
  const besideRows = errorsIn(await validatorOf(action.input), {
    ...input,
    [field]: rows.slice(0, minItems),
  }).filter(({ instancePath }) => !instancePath.startsWith(`${place}/`));
  const errors = [besideRows];
  const validator = await validatorOf(items);
  const pace = createPace();
  for (const [index, row] of rows.entries()) {
    const ofRow = await pace(() => errorsIn(validator, row));
    if (ofRow.length === 0) continue;
    const firstErrors = ofRow.slice(0, issuesMax);
    errors.push(
      firstErrors.map((error) => ({ ...error, instancePath: `${place}/${index}${error.instancePath}` })),
    );
    // The first is of what stands beside the rows.
    if (errors.length > issuesMax) break;
  }
  return errors;
}

/**
 * A 400 that also names the ignored parameters that were probably meant: what is missing may be there under another name.
 * Any other failure stays as it is.
 */
export function withMisnamed(error: unknown, action: AnyAction, warnings: readonly Warning[]): unknown {
  if (!(error instanceof Problem) || error.code !== "VALIDATION_ERROR") return error;
  const misnamed = warnings.flatMap(({ code, path, row, did_you_mean }): Issue[] => {
    if (code !== unknownParameter || path === null || !did_you_mean) return [];
    const message = `This name is not known here; did you mean ${did_you_mean}?`;
    const place = placeOf(action.http, action.body?.field ?? fieldOf(path));
    return [{ in: place, path, ...(row ? { row } : {}), code: "unknown_parameter", message, did_you_mean }];
  });
  if (misnamed.length === 0) return error;
  const { issues: reportedIssues = [] } = (error.details ?? {}) as { issues?: Issue[] };
  const issues = [...reportedIssues, ...misnamed].slice(0, issuesMax);
  return new Problem(error.code, {
    details: { ...error.details, issues },
    message: `${error.message}${sentInstead(reportedIssues[0], misnamed)}`,
  });
}

/** Under which name the field that is missing first was probably sent. */
function sentInstead(missing: Issue | undefined, misnamed: readonly Issue[]): string {
  if (missing?.code !== "required") return "";
  const name = misnamed.find(({ did_you_mean }) => did_you_mean === missing.path.slice(1))?.path.slice(1);
  return name !== undefined && /^[\w-]{1,40}$/.test(name) ? ` You sent \`${name}\`.` : "";
}

const fieldOf = (path: string): string => path.split("/")[1] ?? "";

/** Adds where the field goes over HTTP. */
const located = (action: AnyAction, issue: Omit<Issue, "in">): Issue => ({
  in: placeOf(action.http, fieldOf(issue.path)),
  ...issue,
  ...shownPlace(action, issue.path),
});

/** If the whole body is one field of the input, the caller never wrote that field's name: its items are rows. */
function shownPlace(action: AnyAction, path: string): { path: string; row?: number } {
  const field = fieldOf(path);
  if (!action.body || field !== action.body.field) return { path };
  const innerPath = path.slice(field.length + 1);
  const index = /^\/(\d+)/.exec(innerPath)?.[1];
  return { path: innerPath, ...(index === undefined ? {} : { row: Number(index) + 1 }) };
}
