import assert from "node:assert/strict";
import { test } from "node:test";
import { redirectTarget } from "./redirect.ts";

const cases: [link: string, target: string | null][] = [
  ["https://www.google.com/url?q=https://acme.example/a&sa=D", "https://acme.example/a"],
  ["https://www.google.co.uk/url?url=https%3A%2F%2Facme.example%2F", "https://acme.example/"],
  ["https://www.google.com/amp/s/acme.example/a", "https://acme.example/a"],
  ["https://acme-example.cdn.ampproject.org/c/acme.example/a", "http://acme.example/a"],
  ["https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9hY21lLmV4YW1wbGUv", "https://acme.example/"],
  ["https://duckduckgo.com/l/?uddg=https%3A%2F%2Facme.example%2F", "https://acme.example/"],
  ["https://r.search.yahoo.com/_ylt=x/RU=https%3a%2f%2facme.example%2f/RK=2", "https://acme.example/"],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Facme.example%2F", "https://acme.example/"],
  ["https://href.li/?https://acme.example/", "https://acme.example/"],
  [
    "https://www-acme--tools-example.translate.goog/a?b=1&_x_tr_sl=de&_x_tr_tl=en",
    "https://www.acme-tools.example/a?b=1",
  ],
  ["https://translate.google.com/translate?sl=de&tl=en&u=https://acme.example/a", "https://acme.example/a"],
  [
    "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dx&gl=DE",
    "https://www.youtube.com/watch?v=x",
  ],
  ["https://r.jina.ai/https://acme.example/a?b=1", "https://acme.example/a?b=1"],
  [
    "https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fcompany%2Facme",
    "https://www.linkedin.com/company/acme",
  ],
  [
    "https://medium.com/m/global-identity-2?redirectUrl=https%3A%2F%2Fblog.acme.example%2Fa",
    "https://blog.acme.example/a",
  ],
  ["https://go.redirectingat.com/?id=1&url=https%3A%2F%2Facme.example%2F", "https://acme.example/"],
  ["https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Facme.example%2F", "https://acme.example/"],
  ["https://https://acme.example/a", "https://acme.example/a"],
  ["https://http://acme.example/a", "https://acme.example/a"],
  ["https://www.google.com/search?q=https://acme.example", null],
  ["https://www.google.com/url?q=javascript:alert(1)", null],
  ["https://t.co/abc", null],
  ["https://acme.example/url?q=https://bolt.example/", null],
];

for (const [link, target] of cases)
  test(`${link} leads to ${target ?? "nothing that it shows"}`, () => {
    assert.equal(redirectTarget(new URL(link)), target);
  });
