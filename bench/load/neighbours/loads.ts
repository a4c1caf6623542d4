import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fullSize } from "../../../scripts/goals.ts";
import { createKeys } from "../../../src/server/auth/key.ts";
import { endlessRoutes, requestTo } from "../system/every-route.ts";
import type { Told } from "./server.ts";

/** Whoever does the worst that one account may. */
export interface Heavy {
  address: string;
  site: string;
  account: Told["heavy"];
}

/** One kind of load: `begin` makes what it needs, and `work` does it, all at once; in words, what came of it. */
export interface Load {
  name: string;
  begin?(heavy: Heavy): Promise<void>;
  /** Throws where something that was asked for did not come. */
  work(heavy: Heavy): Promise<string>;
}

/** The largest import that is accepted: rows, with as many citations as all of them may have. */
const rows = fullSize ? 2_000 : 500;
const citationsEach = 25;
const parallel = fullSize ? 40 : 10;

const answer = `${"1. **Acme** is a good choice for most people, and 2. **Bolt** is cheaper. ".repeat(10)}`;

/** As reads wait for their place, some are told to come again, which they do. */
const attemptsMost = 1_000;

/** Sends until it is accepted; throws where it is refused otherwise than by being told to wait. */
async function ask(
  { address, account }: Heavy,
  path: string,
  { token = account.key, ...init }: RequestInit & { token?: string } = {},
): Promise<Response> {
  for (let attempt = 1; attempt <= attemptsMost; attempt += 1) {
    const response = await fetch(address + path, {
      ...init,
      headers: {
        ...{ authorization: `Bearer ${token}`, prefer: "wait=0" },
        ...(init.body ? { "content-type": "application/json" } : {}),
      },
    });
    const wait = Number(response.headers.get("retry-after"));
    if (response.status < 400) return response;
    const text = await response.text();
    if (!wait) throw new Error(`${path}: ${response.status} ${text}`);
    told += 1;
    await delay(wait * 1_000);
  }
  throw new Error(`${path}: never answered`);
}

const post = (heavy: Heavy, path: string, body: unknown) =>
  ask(heavy, path, { method: "POST", body: JSON.stringify(body) });

/** Answers that told a reader to come again. */
let told = 0;

async function all(reads: readonly (() => Promise<void>)[]): Promise<string> {
  told = 0;
  const began = performance.now();
  await Promise.all(reads.map((read) => read()));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `${reads.length} in ${seconds} s, ${told} times told to wait, each was done`;
}

const times = (count: number, read: () => Promise<void>) => Array.from({ length: count }, () => read);

function must(came: number, what: string): void {
  if (came !== rows) throw new Error(`${came} of ${rows} rows came with ${what}`);
}

/** What is made once on each server. */
let made = { on: "", reportId: "", shared: "" };

const madeOn = ({ address }: Heavy) => {
  if (made.on !== address) made = { on: address, reportId: "", shared: "" };
  return made;
};

const rowsOf = (text: string) =>
  Array.from({ length: rows }, (_, row) => ({
    ...{ prompt: `Which crm is best for use number ${Math.floor(row / 4)}?`, sample: 1, answer: text },
    provider: ["chatgpt", "claude", "gemini", "perplexity"][row % 4],
    citations: Array.from({ length: citationsEach }, (_, at) => ({
      url: `https://site-${at}.example/${row}/best-crm`,
    })),
  }));

async function imported(heavy: Heavy, body: unknown): Promise<string> {
  const { data } = await dataOf(
    await post(heavy, `/v1/projects/${heavy.account.own.projectId}/imports`, body),
  );
  return data.id;
}

const dataOf = async (response: Response) => (await response.json()) as { data: { id: string } };

async function importLargest(heavy: Heavy): Promise<void> {
  const kept = madeOn(heavy);
  if (kept.reportId === "") kept.reportId = await imported(heavy, rowsOf(answer));
}

/** Waits until what is worked on there is no longer. */
async function ended(heavy: Heavy, path: string): Promise<void> {
  for (;;) {
    const { data } = (await (await ask(heavy, path)).json()) as { data: { status: string } };
    if (data.status !== "processing") return;
    await delay(500);
  }
}

/** 67 addresses with three attempts each, as many as one may have in a minute at least; each is answered. */
async function signsIn({ address, account }: Heavy, from: string): Promise<void> {
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(address).origin, "x-forwarded-for": from },
    body: JSON.stringify({ email: `${from}.${account.email}`, password: "not the password of anybody" }),
  });
  await response.arrayBuffer();
  if (![401, 403, 429, 503].includes(response.status))
    throw new Error(`a sign-in ended with ${response.status}`);
}

/** One of what anybody may ask for who has neither an account nor a link, all from one address. */
async function asksAsNobody({ address }: Heavy): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const headers = { "x-forwarded-for": "192.0.2.200" };
  const asked: [path: string, authorization?: string][] = [
    ...([[`/s/${token}`], [`/invitations/${token}`], ["/openapi.json"]] as [string][]),
    ["/v1/projects", `Bearer ${nobodysKeys.mint().secret}`],
  ];
  for (const [path, authorization] of asked) {
    const response = await fetch(address + path, {
      headers: { ...headers, ...(authorization ? { authorization } : {}) },
    });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
  }
}

/** Keys that look like real ones: whether there is one is looked up. */
const nobodysKeys = createKeys({ prefix: "oh", secret: randomBytes(32).toString("hex") });

/** A body of which a byte comes each second, until the server ends it. */
async function slowly({ address, account }: Heavy): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `POST /v1/projects HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${account.key}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{",
  );
  const dripping = setInterval(() => socket.write(" "), 1_000);
  socket.resume();
  await once(socket, "close");
  clearInterval(dripping);
}

async function rawRows(heavy: Heavy): Promise<void> {
  let [came, cursor]: [number, string | null] = [0, ""];
  do {
    const after: string = cursor ? `&cursor=${cursor}` : "";
    const response = await ask(heavy, `/v1/reports/${made.reportId}?view=raw&limit=500${after}`);
    const { data, meta } = (await response.json()) as {
      data: { rows: unknown[] };
      meta: { pagination: { next_cursor: string | null } };
    };
    came += data.rows.length;
    cursor = meta.pagination.next_cursor;
  } while (cursor);
  must(came, "raw pages");
}

async function exported(heavy: Heavy): Promise<void> {
  const text = await (await ask(heavy, `/v1/reports/${made.reportId}/export?format=csv`)).text();
  must(text.trimEnd().split("\n").length - 1, "an export");
}

async function read(heavy: Heavy, path: string, token?: string): Promise<void> {
  await (await ask(heavy, path, token ? { token } : {})).arrayBuffer();
}

/** Each route once, by somebody who is told to wait and does; what it says otherwise is its own. */
async function throughAll(heavy: Heavy): Promise<void> {
  for (const name of endlessRoutes) {
    const { method, path, body } = requestTo(name, heavy.account.own);
    const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    await (await ask(heavy, path, { method, ...sent, token: heavy.account.session })).arrayBuffer();
  }
}

/** So long that all rows fill an import. */
const hostile = (kind: string): string => kind.repeat(Math.floor(3_900 / (JSON.stringify(kind).length - 2)));

/** Each is done by itself beside the quiet account. Another way to be a bad neighbour is one more row. */
export const loads: readonly Load[] = [
  {
    name: `${parallel} readers of raw pages, ${parallel} exports`,
    begin: importLargest,
    work: (heavy) =>
      all([...times(parallel, () => rawRows(heavy)), ...times(parallel, () => exported(heavy))]),
  },
  {
    name: `${parallel} full views with texts, ${parallel} comparisons`,
    begin: async (heavy) => {
      await importLargest(heavy);
      await (await ask(heavy, `/v1/reports/${made.reportId}`)).arrayBuffer();
    },
    work: (heavy) =>
      all([
        ...times(parallel, () =>
          read(heavy, `/v1/reports/${made.reportId}?view=full&answer_detail=full&limit=200`),
        ),
        ...times(parallel, () =>
          read(heavy, `/v1/reports/${made.reportId}/compare?with=${heavy.account.own.reportId}`),
        ),
      ]),
  },
  {
    name: `${10 * parallel} lists`,
    work: (heavy) => all(times(10 * parallel, () => read(heavy, "/v1/reports?limit=100"))),
  },
  {
    name: `${parallel / 2} exports of the account`,
    begin: importLargest,
    work: (heavy) => all(times(parallel / 2, () => read(heavy, "/v1/account/export", heavy.account.session))),
  },
  {
    name: `${parallel / 4} large imports`,
    work: (heavy) =>
      all(times(Math.ceil(parallel / 4), () => imported(heavy, rowsOf(answer)).then(() => undefined))),
  },
  {
    name: `${parallel / 4} imports of hostile Markdown`,
    work: (heavy) =>
      all(
        ["](", "[a](", "> ", "**a ", "`", "<a>", "| ", "![", "- ", "\\["]
          .slice(0, Math.ceil(parallel / 4))
          .map(
            (kind) => () =>
              imported(
                heavy,
                rowsOf(hostile(kind)).map(({ citations: _, ...row }) => row),
              ).then(() => undefined),
          ),
      ),
  },
  {
    name: `${parallel / 2} renames of a competitor`,
    begin: importLargest,
    work: (heavy) =>
      all(
        Array.from(
          { length: parallel / 2 },
          (_, at) => () =>
            ask(heavy, `/v1/projects/${heavy.account.own.projectId}`, {
              method: "PATCH",
              body: JSON.stringify({ competitors: ["Bolt", `Cube ${at}`] }),
            }).then(async (response) => void (await response.arrayBuffer())),
        ),
      ),
  },
  {
    name: `${parallel / 2} crawls`,
    work: (heavy) =>
      all(
        times(parallel / 2, async () => {
          const { data } = await dataOf(await post(heavy, "/v1/crawls", { url: heavy.site }));
          await ended(heavy, `/v1/crawls/${data.id}`);
        }),
      ),
  },
  {
    name: `${parallel / 2} drafts`,
    work: (heavy) =>
      all(
        times(parallel / 2, async () => {
          const { projectId } = heavy.account.own;
          const wish = { projectId, platform: "blog", topic: "Which crm is best?" };
          const { data } = await dataOf(await post(heavy, "/v1/generate-content", wish));
          await ended(heavy, `/v1/reports/${data.id}`);
        }),
      ),
  },
  {
    name: `${10 * parallel} looks at a shared page`,
    begin: async (heavy) => {
      const { projectId } = heavy.account.own;
      const response = await post(heavy, `/v1/projects/${projectId}/share-links`, {});
      const { data } = (await response.json()) as { data: { url: string } };
      madeOn(heavy).shared = new URL(data.url).pathname;
    },
    work: (heavy) => all(times(10 * parallel, () => read(heavy, made.shared))),
  },
  {
    name: `a stranger with ${20 * parallel} pages, keys and descriptions at once`,
    work: (heavy) => all(times(20 * parallel, () => asksAsNobody(heavy))),
  },
  {
    name: "67 addresses × 3 sign-ins",
    work: (heavy) =>
      all(Array.from({ length: 67 * 3 }, (_, at) => () => signsIn(heavy, `192.0.2.${(at % 67) + 1}`))),
  },
  {
    name: "300 slow bodies",
    work: (heavy) => all(times(300, () => slowly(heavy))),
  },
  {
    name: `every route, ${parallel / 2} times at once`,
    begin: importLargest,
    work: (heavy) => all(times(parallel / 2, () => throughAll(heavy))),
  },
];
