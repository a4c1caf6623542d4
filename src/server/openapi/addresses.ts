import { isLoopback } from "../outbound/loopback.ts";
import type { Json } from "./schemas.ts";
import { securitySchemes } from "./security.ts";

export interface Addresses {
  baseUrl: string;
  siteUrl: string;
}

/** The same document for a server at these addresses: nothing else in it depends on where it is served. */
export const atAddresses = (document: Json, { baseUrl, siteUrl }: Addresses): Json => ({
  ...document,
  info: { ...(document.info as Json), contact: { name: "Overheard", url: siteUrl } },
  servers: [{ url: `${baseUrl}/v1`, description: environmentOf(baseUrl), "x-internal": false }],
  components: { ...(document.components as Json), securitySchemes: securitySchemes(siteUrl) },
});

const environmentOf = (baseUrl: string): string =>
  isLoopback(new URL(baseUrl).hostname) ? "This machine (local)." : "This server (production).";
