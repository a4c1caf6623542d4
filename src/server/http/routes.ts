import { type AnyAction, route } from "../api/action.ts";

/** What a method and a raw path lead to. */
export type Match =
  | { action: AnyAction; parameters: Record<string, string>; allow: readonly string[] }
  | { action: null; parameters: null; allow: readonly string[] };

export interface RouteTable {
  /**
   * Compares the path as received: nothing is decoded, joined or normalised, so `%2e%2e`, `//` and a trailing slash lead
   * nowhere. Parameters are still percent-encoded. `allow` is empty for an unknown path; HEAD matches what GET matches.
   */
  match(method: string, path: string): Match;
}

interface Template {
  segments: string[];
  methods: Map<string, AnyAction>;
  allow: string[];
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** The routes of a list of actions. A fixed path beats a parameter: `/reports/latest` is never a report's id. */
export function createRoutes(actions: readonly AnyAction[]): RouteTable {
  const templates = new Map<string, Template>();
  for (const action of actions) {
    const { method, path } = route(action.http);
    const template = templates.get(path) ?? { segments: path.split("/"), methods: new Map(), allow: [] };
    templates.set(path, template);
    if (template.methods.has(method)) throw new Error(`${action.http} is declared twice`);
    template.methods.set(method, action);
  }
  for (const template of templates.values()) template.allow = allowOf(template.methods);

  const fixed = new Map([...templates].filter(([path]) => !path.includes("{")));
  const open = [...templates.values()].filter(({ segments }) => segments.some(isParameter));
  open.sort((a, b) => rank(a) - rank(b));

  return {
    match(method, path) {
      const template = fixed.get(path) ?? openMatch(open, path);
      if (!template) return { action: null, parameters: null, allow: [] };
      const action = template.methods.get(method === "HEAD" ? "GET" : method);
      if (!action) return { action: null, parameters: null, allow: template.allow };
      return { action, parameters: parametersOf(template, path), allow: template.allow };
    },
  };
}

const rank = ({ segments }: Template): number => segments.filter(isParameter).length;

function allowOf(methods: ReadonlyMap<string, AnyAction>): string[] {
  return [...methods.keys(), "OPTIONS", ...(methods.has("GET") ? ["HEAD"] : [])].sort();
}

function openMatch(templates: readonly Template[], path: string): Template | undefined {
  const segments = path.split("/");
  return templates.find(
    (template) =>
      template.segments.length === segments.length &&
      template.segments.every((segment, index) =>
        isParameter(segment) ? segments[index] !== "" : segment === segments[index],
      ),
  );
}

function parametersOf(template: Template, path: string): Record<string, string> {
  const segments = path.split("/");
  const parameters: Record<string, string> = {};
  for (const [index, segment] of template.segments.entries()) {
    if (isParameter(segment)) parameters[segment.slice(1, -1)] = segments[index]!;
  }
  return parameters;
}
