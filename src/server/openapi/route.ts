import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AnyAction } from "../api/action.ts";
import type { Api } from "../http/api.ts";
import { compressed, type Encoding, encodingFor } from "../http/compress.ts";
import { commonHeaders, type Headers, jsonType } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { isUnchanged } from "../http/request/conditional.ts";
import { send } from "../http/send.ts";
import type { Addresses } from "./addresses.ts";
import { committedDocument } from "./committed.ts";
import { openapi } from "./openapi.ts";

/** The description of the API at /openapi.json: public, for any origin, the same for everyone. */
export function mountOpenapi(
  server: FastifyInstance,
  api: Api,
  { actions, isProduct, config }: { actions: readonly AnyAction[]; isProduct?: boolean; config: Addresses },
): void {
  /** In each encoding, made once: it is asked for by anybody, and takes ten milliseconds to compress. */
  const bodies = new Map<Encoding | null, Promise<Buffer>>();
  const plain = async (): Promise<Buffer> =>
    Buffer.from(JSON.stringify(isProduct ? await committedDocument(config) : openapi(actions, config)));
  const bodyIn = (encoding: Encoding | null): Promise<Buffer> => {
    const body =
      bodies.get(encoding) ??
      (encoding === null ? plain() : bodyIn(null).then((bytes) => compressed(bytes, encoding)));
    bodies.set(encoding, body);
    // The next reader tries again.
    body.catch(() => bodies.delete(encoding));
    return body;
  };
  let etag = "";
  const common: Headers = [
    ...commonHeaders(config.siteUrl),
    ...[
      "Cache-Control",
      "public, max-age=300",
      "Vary",
      "Accept-Encoding",
      "Access-Control-Allow-Origin",
      "*",
    ],
  ];
  mountRoute(server, api, ["GET", "HEAD"], "/openapi.json", async (exchange) => {
    etag ||= `"${hash("sha1", await bodyIn(null), "base64url")}"`;
    const encoding = encodingFor(exchange.request.headers["accept-encoding"] as string | undefined);
    // A strong validator names exact bytes, so each encoding has its own.
    const own = encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
    const headers = [...common, "X-Request-Id", exchange.requestId, "ETag", own];
    if (isUnchanged(exchange.request.headers["if-none-match"], own))
      return send(exchange, 304, headers, null);
    headers.push("Content-Type", jsonType);
    if (encoding !== null) headers.push("Content-Encoding", encoding);
    send(exchange, 200, headers, await bodyIn(encoding));
  });
}
