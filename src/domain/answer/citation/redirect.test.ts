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
  ["https://www.google.com/search?q=https://acme.example", null],
  ["https://www.google.com/url?q=javascript:alert(1)", null],
  ["https://t.co/abc", null],
  ["https://acme.example/url?q=https://bolt.example/", null],
];

for (const [link, target] of cases)
  test(`${link} leads to ${target ?? "nothing that it shows"}`, () => {
    assert.equal(redirectTarget(new URL(link)), target);
  });
