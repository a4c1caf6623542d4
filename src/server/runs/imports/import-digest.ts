import { createHash } from "node:crypto";
import { promptKey } from "../../../reader/prompt.ts";
import { createPace } from "../../kernel/pace.ts";
import type { NumberedRow } from "./read-rows.ts";

/** Two imports have the same digest if they bring the same answers, in whatever order. */
export async function importDigest(rows: readonly NumberedRow[]): Promise<string> {
  const pace = createPace();
  const digests: string[] = [];
  for (const row of rows) digests.push(await pace(() => sha256(JSON.stringify(identity(row)))));
  return sha256(digests.sort().join());
}

/** What makes it this answer. The sample does not: by default, it follows from the order. */
const identity = ({ prompt, provider, model, answer, citations = [], answeredAt }: NumberedRow) => [
  promptKey(prompt),
  provider,
  model ?? null,
  answer,
  citations.map(({ url, title }) => [url, title || null]),
  answeredAt === undefined ? null : Date.parse(answeredAt),
];

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");
