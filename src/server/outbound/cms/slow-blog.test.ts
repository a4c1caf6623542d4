import assert from "node:assert/strict";
import test from "node:test";
import type { Outside, OutsideResponse } from "../outside.ts";
import { BlogError } from "./blog.ts";
import { wordpress } from "./wordpress.ts";

const siteUrl = "https://blog.example";

/** A site that answers everything with these headers and this body. */
const site = (headers: Record<string, string>, body = ""): Outside => ({
  agent: "test",
  check: async (text) => new URL(text),
  fetch: async ({ url }): Promise<OutsideResponse> => ({
    ...{ status: 200, url, redirects: [], headers, body: Buffer.from(body), cut: false },
    ...{ firstByteMs: 0, totalMs: 0 },
  }),
});

/** Whether this is refused as no blog, within a tenth of a second of processor time. */
async function refusedAtOnce(answers: ReturnType<typeof site>): Promise<void> {
  const blog = wordpress(answers, {
    ...{ kind: "wordpress", siteUrl, username: "ann", applicationPassword: "secret" },
  });
  const started = process.threadCpuUsage();
  await assert.rejects(
    blog.verify(AbortSignal.timeout(60_000)),
    (error) => error instanceof BlogError && error.kind === "no_blog",
  );
  assert.ok(process.threadCpuUsage(started).user < 100_000);
}

test("an answer of 1.4 million empty lists is no blog's, and holds nobody up", () =>
  refusedAtOnce(
    site({ link: `<${siteUrl}/wp-json/>; rel="https://api.w.org/"` }, `[${"[],".repeat(1_398_000)}0]`),
  ));

for (const piece of ["<", "<a", "<a>;", "<a>; ", "<>", " "])
  test(`a Link header of ${JSON.stringify(piece)} without end is read at once`, () =>
    refusedAtOnce(site({ link: piece.repeat(16_000 / piece.length) })));
