import { readFile } from "node:fs/promises";
import { type Addresses, atAddresses } from "./addresses.ts";
import type { Json } from "./schemas.ts";

/** The committed description of the product's actions, for these addresses: generating it anew would hold up requests. */
export async function committedDocument(addresses: Addresses): Promise<Json> {
  const text = await readFile(new URL("../../../openapi.json", import.meta.url), "utf8");
  return atAddresses(JSON.parse(text) as Json, addresses);
}
