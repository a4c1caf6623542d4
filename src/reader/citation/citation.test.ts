import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Brand } from "../brand.ts";
import { hostOf, normaliseUrl, registrableDomain, sourceType } from "./citation.ts";
import { pageBehind } from "./hidden-page.ts";

const brand = (name: string, domains: string[]): Brand => ({ name, aliases: [], domains, about: null });
const tracked = {
  own: brand("Acme", ["acme.com", "https://www.acme-shop.de/start"]),
  rivals: [brand("Bolt", ["bolt.io", "cloud.acme.com"])],
};

for (const [given, shown] of [
  ["HTTPS://Example.COM/A?b=1#part", "https://example.com/A?b=1"],
  ["https://example.com/?utm_source=chatgpt.com", "https://example.com/"],
  [
    "https://example.com/p?id=7&utm_medium=x&fbclid=2&gclid=3&srsltid=4&b=%20x",
    "https://example.com/p?id=7&b=%20x",
  ],
  ["https://example.com/p?a=1&amp;utm_campaign=x&amp;b=2", "https://example.com/p?a=1&b=2"],
  ["https://example.com/x#:~:text=Best%20one", "https://example.com/x"],
  ["https://example.com/?", "https://example.com/"],
  ["https://example.com/??a=1&utm_source=x", "https://example.com/??a=1"],
  ["http://user:secret@example.com.:80/x", "http://example.com/x"],
  ["https://example.com/?pk_campaign=x&pk_id=1&scm=2&pk_kwd=y", "https://example.com/?pk_id=1&scm=2"],
  ["https://example.com/#/plans", "https://example.com/#/plans"],
  ["https://example.com/#!/plans:~:text=a", "https://example.com/#!/plans"],
  ["https://example.com/caf%c3%a9?q=%c3%a9", "https://example.com/caf%C3%A9?q=%C3%A9"],
  ["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
] as const)
  test(`an address loses what does not say which page it is: ${given}`, () => {
    assert.equal(normaliseUrl(given), shown);
  });

for (const [wrapper, target] of [
  [
    "https://www.google.com/url?sa=t&q=https://example.com/a%3Fb%3D1%26utm_source%3Dx&usg=1",
    "https://example.com/a?b=1",
  ],
  ["https://www.google.de/url?url=https%3A%2F%2Fexample.com%2F", "https://example.com/"],
  ["https://www.google.com/amp/s/www.example.com/news/1", "https://www.example.com/news/1"],
  ["https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS94&ntb=1", "https://example.com/x"],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Ffbclid%3D1&h=2", "https://example.com/"],
  ["https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fx&rut=1", "https://example.com/x"],
  [
    "https://r.search.yahoo.com/_ylt=A/RE=1/RO=10/RU=https%3a%2f%2fexample.com%2fx/RK=2/RS=y-",
    "https://example.com/x",
  ],
  ["https://www.youtube.com/redirect?event=1&q=https%3A%2F%2Fexample.com%2F", "https://example.com/"],
  [
    "https://www.google.com/url?q=https://duckduckgo.com/l/?uddg=https%253A%252F%252Fexample.com",
    "https://example.com/",
  ],
] as const)
  test(`a redirect is unwrapped: ${wrapper.slice(0, 40)}`, () => {
    assert.equal(normaliseUrl(wrapper), target);
  });

test("an opaque redirect stays as it is", () => {
  const opaque = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC";
  assert.equal(normaliseUrl(opaque), opaque);
});

for (const [title, site] of [
  ["northwind.com", "https://northwind.com/"],
  [" bücher.de ", "https://xn--bcher-kva.de/"],
  ["politika.rs", "https://politika.rs/"],
  ["Mr.Coffee", null],
  ["README.md", null],
  ["main.rs", null],
  ["Node.js", null],
] as const)
  test(`an opaque redirect titled ${title} is of ${site}`, () => {
    assert.equal(pageBehind("https://vertexaisearch.cloud.google.com/grounding-api-redirect/A", title), site);
  });

for (const address of [
  "https://www.google.com/goto?url=CAESAbc",
  "https://share.google/AbCdEf",
  "https://search.app/AbC",
  "https://news.google.com/rss/articles/CBMiAbc?oc=5",
  "https://news.google.com/read/CBMiAbc",
  "https://www.bing.com/ck/a?!&&p=abc&ntb=1",
])
  test(`nobody knows which page is behind ${address}, unless its title is a host`, () => {
    const link = normaliseUrl(address) ?? "";
    assert.equal(pageBehind(link, "The ten best kettles"), null);
    assert.equal(pageBehind(link, "acme.com"), "https://acme.com/");
  });

for (const text of [
  "",
  "not a url",
  "javascript:alert(1)",
  "mailto:a@example.com",
  "ftp://example.com/",
  "//example.com",
  `https://example.com/${"a".repeat(9000)}`,
])
  test(`no page is cited by: ${text.slice(0, 30)}`, () => {
    assert.equal(normaliseUrl(text), null);
  });

for (const [url, domain] of [
  ["https://www.example.co.uk/x", "example.co.uk"],
  ["https://a.b.example.com", "example.com"],
  ["https://someone.github.io/page", "someone.github.io"],
  ["https://someone.blogspot.com/", "someone.blogspot.com"],
  ["https://github.io/", "github.io"],
  ["http://192.0.2.7/x", "192.0.2.7"],
  ["shop.example.com.au", "example.com.au"],
] as const)
  test(`the domain of ${url} is ${domain}`, () => {
    assert.equal(registrableDomain(hostOf(url) ?? ""), domain);
  });

test("an address of mail has no host", () => assert.equal(hostOf("mailto:a@b.c"), null));

for (const [host, type] of [
  ["acme.com", "owned"],
  ["docs.acme.com", "owned"],
  ["acme-shop.de", "owned"],
  ["www.acme-shop.de", "owned"],
  ["cloud.acme.com", "competitor"],
  ["api.cloud.acme.com", "competitor"],
  ["bolt.io", "competitor"],
  ["notacme.com", "other"],
  ["www.reddit.com", "ugc"],
  ["forum.example.com", "ugc"],
  ["exampleforum.com", "ugc"],
  ["m.youtube.com", "ugc"],
  ["de.wikipedia.org", "reference"],
  ["docs.example.com", "reference"],
  ["www.cdc.gov", "reference"],
  ["cs.stanford.edu", "reference"],
  ["www.ox.ac.uk", "reference"],
  ["www.amazon.com.au", "retail"],
  ["apps.apple.com", "retail"],
  ["play.google.com", "retail"],
  ["shop.example.com", "retail"],
  ["www.nytimes.com", "editorial"],
  ["someshireherald.co.uk", "editorial"],
  ["www.spiegel.de", "editorial"],
  ["example.com", "other"],
] as const)
  test(`${host} is ${type}`, () => {
    assert.equal(sourceType(host, tracked), type);
  });

test("normalising is idempotent, and no text makes it throw", () => {
  const part = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom(
      "https://www.google.com/url?q=",
      "https://duckduckgo.com/l/?uddg=",
      "https://www.google.com/amp/s/",
      "%25",
      "&utm_x=1",
    ),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const url = normaliseUrl(parts.join(""));
      assert.equal(url === null ? null : normaliseUrl(url), url);
      registrableDomain(hostOf(parts.join("")) ?? "");
      sourceType(parts.join(""), tracked);
    }),
  );
});
