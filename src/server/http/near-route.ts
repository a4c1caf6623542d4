import { meantName } from "../api/schema/meant-name.ts";

/** What other servers, or other versions of a protocol, have at such a path, and where it is here. */
const elsewhereCalled: Readonly<Record<string, readonly string[]>> = {
  "/healthz": ["health", "healthcheck", "health-check", "livez", "live", "liveness", "ping", "status", "up"],
  "/readyz": ["ready", "readiness"],
  "/mcp": ["sse", "message", "messages", "mcp/sse", "mcp/messages", "mcp/message", "sse/mcp"],
  "/openapi.json": [
    ...["openapi", "openapi.yaml", "openapi.yml", "swagger", "swagger.json", "swagger.yaml", "api-docs"],
    ...["docs", "redoc", "spec", "schema"],
  ],
  "/sign-in": ["login", "log-in", "signin", "auth/login", "users/sign_in"],
};

/** Most characters of a path that are looked at. */
const pathMax = 512;

/**
 * The route that a path which leads nowhere was probably meant for, as it is declared: no part of the path is in it. `isThere`
 * tells whether a path outside the API is served.
 */
export function nearRoute(
  path: string,
  templates: readonly string[],
  isThere: (path: string) => boolean,
): string | null {
  const segments = segmentsOf(path);
  if (segments.length === 0) return null;
  const bare = segments.join("/");
  const paths = Object.keys(elsewhereCalled);
  const other = paths.find((each) => each === `/${bare}` || elsewhereCalled[each]?.includes(bare));
  if (other && isThere(other)) return other;
  const [nearest, next] = templates
    .flatMap((template) => {
      const off = distanceTo(segments, segmentsOf(template, true));
      return off === null ? [] : [{ template, off }];
    })
    .sort((one, another) => one.off - another.off);
  return nearest && nearest.off !== next?.off ? nearest.template : null;
}

/** Without slashes too many, capitals, versions and what a text around it leaves at an address. */
function segmentsOf(path: string, isOurs = false): string[] {
  const tidy = isOurs
    ? path
    : decoded(path.slice(0, pathMax))
        .replace(/[;#].*$/s, "")
        .replace(/[\s).,:;'"»”>\]]+$/, "");
  const segments = tidy.split("/").filter(Boolean);
  if (!isOurs && segments[0]?.toLowerCase() === "api") segments.shift();
  while (/^v\d+$/i.test(segments[0] ?? "")) segments.shift();
  return segments.map((segment) => (segment.startsWith("{") ? segment : segment.toLowerCase()));
}

/** Letters may be percent-encoded, which leads nowhere here. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** How many names of a path are only nearly those of a route; null: it is another route. */
function distanceTo(path: readonly string[], routePath: readonly string[]): number | null {
  if (path.length !== routePath.length) return null;
  let off = 0;
  for (const [at, segment] of routePath.entries()) {
    const one = path[at]!;
    if (segment.startsWith("{")) off += 0.1;
    else if (one !== segment) {
      if (!meantName(one, [segment])) return null;
      off += 1;
    }
  }
  return off;
}
