import { type AnyAction, placeOf } from "../../api/action.ts";
import type { Warning } from "../../api/context.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";

/** A request's address as received, without its origin. */
export interface Target {
  path: string;
  query: string;
}

/** Longest address that is answered, in bytes; anything longer is a 414. */
export const targetBytesMax = 8 * 1024;

export function targetOf(url: string): Target {
  const local = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  return mark === -1
    ? { path: local, query: "" }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

interface Shape {
  type?: string | readonly string[];
}

/**
 * Path and query as fields of the input: each decoded once, numbers and booleans in the query converted by their field's
 * type. Throws VALIDATION_ERROR for bad percent-encoding, or a parameter that is repeated or empty.
 */
export function fieldsOf(
  action: AnyAction,
  parameters: Record<string, string>,
  query: string,
  warn: (warning: Warning) => void,
): Record<string, unknown> {
  const issues: Issue[] = [];
  // Without a prototype, so that a parameter named `__proto__` is like any other.
  const fields: Record<string, unknown> = Object.create(null);
  if (query !== "") queryFields(action, query, fields, issues, warn);
  for (const [name, encoded] of Object.entries(parameters)) {
    const value = decoded(encoded);
    if (value === null) issues.push(badPercent("path", `/${name}`));
    else fields[name] = value;
  }
  if (issues.length > 0) throw invalid(issues);
  return fields;
}

function queryFields(
  action: AnyAction,
  query: string,
  fields: Record<string, unknown>,
  issues: Issue[],
  warn: (warning: Warning) => void,
): void {
  const properties = action.input.properties as Record<string, Shape>;
  for (const pair of query.split("&").slice(0, 256)) {
    if (pair === "") continue;
    const mark = pair.indexOf("=");
    const name = formDecoded(mark === -1 ? pair : pair.slice(0, mark));
    const value = mark === -1 ? "" : formDecoded(pair.slice(mark + 1));
    if (name === null || value === null) {
      issues.push(badPercent("query", name === null ? "" : pointer(name)));
    } else if (!Object.hasOwn(properties, name)) {
      fields[name] = value;
    } else if (placeOf(action.http, name) !== "query") {
      warn({
        code: "UNKNOWN_PARAMETER",
        path: pointer(name),
        message: `\`${name}\` is not taken from the query and was ignored.`,
      });
    } else if (Object.hasOwn(fields, name)) {
      issues.push({
        in: "query",
        path: pointer(name),
        code: "duplicate",
        message: "This parameter is given more than once.",
      });
    } else if (value === "") {
      issues.push({
        in: "query",
        path: pointer(name),
        code: "empty",
        message: "This parameter has no value.",
      });
    } else fields[name] = converted(value, properties[name]!);
  }
}

const pointer = (name: string): string => `/${name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`;

const badPercent = (place: "path" | "query", path: string): Issue => ({
  in: place,
  path,
  code: "bad_percent",
  message: "This is not percent-encoded UTF-8.",
});

/** Decoded exactly once; null if it is not percent-encoded UTF-8 in ASCII. */
function decoded(text: string): string | null {
  if (/[^!-~]/.test(text)) return null;
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const formDecoded = (text: string): string | null =>
  decoded(text.includes("+") ? text.replaceAll("+", "%20") : text);

/** Text that is neither a number nor a boolean stays text, and validation then reports it. */
function converted(value: string, { type }: Shape): unknown {
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.includes("integer") && /^(0|-?[1-9]\d{0,15})$/.test(value)) return Number(value);
  if (types.includes("number") && /^-?(0|[1-9]\d{0,15})(\.\d{1,16})?$/.test(value)) return Number(value);
  if (types.includes("boolean") && (value === "true" || value === "false")) return value === "true";
  return value;
}
