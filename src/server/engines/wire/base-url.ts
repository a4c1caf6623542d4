/** Adds the API's version if the operator gave only a host: `http://localhost:11434` → `…/v1`. */
export function versioned(baseUrl: string, version = "/v1"): string {
  const url = new URL(baseUrl);
  return url.pathname === "/" ? new URL(version, url).href : baseUrl;
}

/** For SDKs that add the API's version themselves: `https://host/v1` and `https://host/` → `https://host`. */
export function versionless(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1(beta)?$/, "");
}
