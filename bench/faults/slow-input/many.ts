/** What one account may send at once, as often as its limits allow and patiently: what is refused for now is sent again. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../../../test/server-process.ts";

/** What an import wrote, to be read back. */
export interface Written {
  report: string;
  rows: number;
  citations: number;
}

export const importBytes = 8 * 1024 * 1024 - 64 * 1024;

const row = (answer: string, at: number, citations: readonly unknown[] = []) => ({
  ...{ prompt: `best crm number ${at}?`, provider: "chatgpt", answer, citations },
  answeredAt: "2026-11-01T10:00:00Z",
});

/** An import as it is sent, with what should be found afterwards. */
export interface Parcel {
  body: Buffer;
  rows: number;
  citations: number;
}

const parcel = (rows: readonly ReturnType<typeof row>[]): Parcel => ({
  body: Buffer.from(JSON.stringify(rows)),
  rows: rows.length,
  citations: rows.reduce((sum, { citations }) => sum + citations.length, 0),
});

/** As many citations as an import may have: 1,250 rows of 40. */
export const citedRows = (): Parcel =>
  parcel(
    Array.from({ length: 1_250 }, (_, at) =>
      row(
        "Acme is what most teams choose, then Bolt [1][2]. ".repeat(20),
        at,
        Array.from({ length: 40 }, (_, page) => ({
          url: `https://site-${(at * 40 + page) % 5_000}.example/page-${at}-${page}`,
          title: `Page ${page} of ${at}`,
        })),
      ),
    ),
  );

/** As long as an import may be: rows of this text. */
export const longRows = (text: string): Parcel =>
  parcel(
    Array.from({ length: Math.min(2_000, Math.floor(importBytes / (text.length + 150))) }, (_, at) =>
      row(text, at),
    ),
  );

/** Sends until it is taken, waiting as long as it is told to. Returns the status and the id. */
export async function sent(
  { url, key }: Client,
  path: string,
  body: Buffer | string,
  method = "POST",
): Promise<{ status: number; id: string; refused: number }> {
  for (let refused = 0; ; refused += 1) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: new Uint8Array(Buffer.from(body)),
    });
    const { data } = (await response.json()) as { data?: { id: string } };
    const wait = Number(response.headers.get("retry-after"));
    if (!wait || refused === 60) return { status: response.status, id: data?.id ?? "", refused };
    await delay(wait * 1_000);
  }
}

/** Sends these at once. */
export async function importsOf(
  client: Client,
  projectId: string,
  parcels: readonly Parcel[],
  written: Written[],
): Promise<string> {
  const outcomes = await Promise.all(
    parcels.map(async ({ body, rows, citations }) => {
      const { status, id, refused } = await sent(client, `/v1/projects/${projectId}/imports`, body);
      if (status === 201) written.push({ report: id, rows, citations });
      return { status, refused };
    }),
  );
  return told(outcomes);
}

/** "10 × 201, 6 refused at first". */
function told(outcomes: readonly { status: number; refused: number }[]): string {
  const statuses = Map.groupBy(outcomes, ({ status }) => status);
  const refused = outcomes.reduce((sum, one) => sum + one.refused, 0);
  return [
    ...[...statuses].map(([status, of]) => `${of.length} × ${status}`),
    ...(refused > 0 ? [`${refused} times told to wait`] : []),
  ].join(", ");
}

/** Of what was written, what cannot be read back, in words; empty if all can. */
export async function lost({ url, key }: Client, written: readonly Written[]): Promise<string> {
  const missing: string[] = [];
  for (const { report, rows, citations } of written) {
    const response = await fetch(`${url}/v1/reports/${report}/export?format=jsonl`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const lines = (await response.text()).split("\n").filter(Boolean);
    const cited = lines.reduce((sum, line) => sum + JSON.parse(line).citations.length, 0);
    if (lines.length !== rows || cited < citations)
      missing.push(`${rows - lines.length} rows, ${citations - cited} citations`);
  }
  return missing.join("; ");
}

/** Renames a competitor so often, one after the other; each time, what is stored is read again. */
export async function renames(client: Client, projectId: string, times: number): Promise<string> {
  const outcomes = [];
  for (let at = 0; at < times; at += 1)
    outcomes.push(
      await sent(
        client,
        `/v1/projects/${projectId}`,
        JSON.stringify({ competitors: [{ name: at % 2 ? "Bolt" : "Nut" }] }),
        "PATCH",
      ),
    );
  return told(outcomes);
}

/** Opens so many requests at once whose bodies come a few bytes at a time, for so long. */
export async function slowBodies(
  { url, key }: Client,
  path: string,
  count: number,
  forMs: number,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const statuses = new Map<string, number>();
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    let open = true;
    socket.on("error", () => (open = false)).on("close", () => (open = false));
    socket.once("data", (bytes: Buffer) => {
      const status = bytes.toString("latin1").slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${importBytes}\r\n\r\n[`,
    );
    const drip = setInterval(() => (open ? socket.write(" ".repeat(64)) : clearInterval(drip)), 100);
    return { socket, drip };
  });
  await delay(forMs);
  for (const { socket, drip } of sockets) {
    clearInterval(drip);
    socket.destroy();
  }
  const answered = [...statuses].map(([status, of]) => `${of} × ${status}`);
  const held = count - [...statuses.values()].reduce((sum, of) => sum + of, 0);
  return [...answered, `${held} held open`].join(", ");
}
