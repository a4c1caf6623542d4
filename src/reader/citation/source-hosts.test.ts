import assert from "node:assert/strict";
import { test } from "node:test";
import { editorialHosts, referenceHosts, retailHosts, ugcHosts } from "./source-hosts.ts";

const lists = { ugcHosts, referenceHosts, retailHosts, editorialHosts };

test("no host is listed as two kinds of site", () => {
  const kinds = Map.groupBy(
    Object.entries(lists).flatMap(([kind, hosts]) => [...hosts].map((host) => ({ host, kind }))),
    ({ host }) => host,
  );
  assert.deepEqual(
    [...kinds.values()].filter((found) => found.length > 1),
    [],
  );
});

test("every entry is a bare host in lower case, or a name under any suffix", () => {
  const wrong = Object.values(lists)
    .flatMap((hosts) => [...hosts])
    .filter((host) => !/^[\p{Ll}\d-]+(?:\.[\p{Ll}\d-]+)*\.(?:[\p{Ll}\d-]{2,}|\*)$/u.test(host));
  assert.deepEqual(wrong, []);
});

test("a site of every kind and of several countries is known", () => {
  assert.ok(ugcHosts.has("reddit.com") && ugcHosts.has("trustpilot.*"));
  assert.ok(referenceHosts.has("wikipedia.org"));
  assert.ok(retailHosts.has("amazon.*"));
  assert.ok(["spiegel.de", "lemonde.fr", "asahi.com", "globo.com"].every((host) => editorialHosts.has(host)));
});
