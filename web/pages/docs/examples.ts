import type { Operation } from "./operations.ts";

/** What stands in the place of a parameter: the reader's own where there is one. */
export type Own = Readonly<Record<string, string>>;

const example = (value: unknown): string => (value === undefined || value === null ? "…" : String(value));

const pathWith = ({ path, parameters }: Operation, own: Own): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const match = parameters.find((parameter) => parameter.name === name && parameter.in === "path");
    return encodeURIComponent(own[name] ?? example(match?.example));
  });

const requiredQuery = ({ parameters }: Operation, own: Own): [string, string][] =>
  parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || own[parameter.name]))
    .map(({ name, example: sampleValue }) => [name, own[name] ?? example(sampleValue)]);

/** An example body with the reader's own ids in it. */
function bodyOf({ bodyExample }: Operation, own: Own): unknown {
  if (typeof bodyExample !== "object" || bodyExample === null || Array.isArray(bodyExample))
    return bodyExample;
  const entries = Object.entries(bodyExample).map(([name, value]) => [name, own[name] ?? value]);
  return Object.fromEntries(entries);
}

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request for a shell; the key is in `KEY`, as the guides put it there. */
export function curlOf(operation: Operation, address: string, own: Own): string {
  const query = new URLSearchParams(requiredQuery(operation, own));
  const url = `${address}${pathWith(operation, own)}${query.size > 0 ? `?${query}` : ""}`;
  const body = bodyOf(operation, own);
  const credential = operation.sessionOnly ? "JWT" : "KEY";
  return [
    `curl -sS${operation.method === "GET" ? "" : ` -X ${operation.method}`} ${inShell(url)}`,
    `-H "Authorization: Bearer $${credential}"`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(" \\\n  ");
}

/** The request in TypeScript, with a client typed by the document (openapi-typescript, openapi-fetch). */
export function typescriptOf(operation: Operation, address: string, own: Own): string {
  const { method, path, parameters, sessionOnly } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const query = requiredQuery(operation, own);
  const params = {
    ...(inPath.length > 0
      ? {
          path: Object.fromEntries(
            inPath.map(({ name, example: sampleValue }) => [name, own[name] ?? example(sampleValue)]),
          ),
        }
      : {}),
    ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
  };
  const body = bodyOf(operation, own);
  const options = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === null ? {} : { body }),
  };
  const optionsText = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : "";
  return `import createClient from "openapi-fetch";
import type { paths } from "./openapi";

const overheard = createClient<paths>({
  baseUrl: ${JSON.stringify(address)},
  headers: { authorization: \`Bearer \${process.env.${sessionOnly ? "JWT" : "KEY"}}\` },
});
const { data, error } = await overheard.${method}(${JSON.stringify(path)}${optionsText});`;
}
