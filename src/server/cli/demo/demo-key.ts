import { readFileSync, writeFileSync } from "node:fs";
import { type Call, callerOf, RefusedCall } from "./demo-call.ts";

/** Most keys kept of demos whose file was lost, besides the newest. */
const lostKeysMost = 4;

/**
 * The previous demo's key, kept in its file, so that commands copied from its output go on working; a new one if that is
 * gone or no longer valid.
 */
export async function keptKey(file: string, origin: string, session: Call): Promise<string> {
  const savedKey = contents(file);
  if (savedKey !== null && (await isValid(origin, savedKey))) return savedKey;
  const keys = await session<{ id: string; name: string | null; created_at: string }[]>("GET", "/v1/keys");
  const lost = keys
    .filter(({ name }) => name === "demo")
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
  for (const { id } of lost.slice(lostKeysMost)) await session("DELETE", `/v1/keys/${id}`);
  const { key } = await session<{ key: string }>("POST", "/v1/keys", { name: "demo" });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}

function contents(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch {
    return null;
  }
}

async function isValid(origin: string, key: string): Promise<boolean> {
  try {
    await callerOf(origin, () => key)("GET", "/v1/account-status");
    return true;
  } catch (error) {
    if (error instanceof RefusedCall && error.status === 401) return false;
    throw error;
  }
}
