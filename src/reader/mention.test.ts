import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrackedBrands } from "./brand.ts";
import { parseAnswer } from "./markdown/markdown.ts";
import { compileMentionReader, findMentions } from "./mention.ts";

/** How often a text names a brand, given its name only, or its name and what it sells. */
function times(
  text: string,
  name: string,
  rivals: readonly string[] = [],
  about: string | null = null,
): number {
  const brand = (each: string) => ({ name: each, aliases: [], domains: [], about: null });
  const tracked: TrackedBrands = { own: { ...brand(name), about }, rivals: rivals.map(brand) };
  const { occurrences: counted } = findMentions(compileMentionReader(tracked), parseAnswer(text), null);
  for (const { evidence } of counted) assert.equal(evidence.text, text.slice(evidence.start, evidence.end));
  return counted.filter((mention) => mention.brand === 0).length;
}

function table(
  rule: string,
  rows: readonly (readonly [text: string, name: string, expected: number])[],
): void {
  test(rule, () => {
    for (const [text, name, expected] of rows)
      assert.equal(times(text, name), expected, `${name} in: ${text}`);
  });
}

table("every common spelling of a name is the name", [
  ["Try Demand–IQ, Demand-IQ, demandiq or Demand\u00a0IQ.", "Demand IQ", 4],
  ["Mailchimp vs Mail Chimp", "MailChimp", 2],
  ["Barnes and Noble, Barnes &amp; Noble, Barnes&Noble", "Barnes & Noble", 3],
  ["Levis and Levi’s", "Levi's", 2],
  ["McDonald's", "McDonalds", 1],
  ["J. Crew, J.Crew and J Crew", "J.Crew", 3],
  ["Dr Martens", "Dr. Martens", 1],
  ["Yahoo is big", "Yahoo!", 1],
  ["Disney Plus", "Disney+", 1],
  ["C++ rocks", "C++", 1],
  ["ETRADE, E*TRADE", "E*TRADE", 2],
  ["Toys R Us, Toys“R”Us", "Toys (R) Us", 2],
  ["Coca Cola, Coca-Cola, CocaCola", "Coca-Cola", 3],
  ["7 Eleven", "7-Eleven", 1],
  ["1 Password", "1Password", 1],
  ["Office365 and Office 365", "Office 365", 2],
  ["HubSpot™ and HubSpot®", "HubSpot", 2],
  ["Müller, Mueller, Muller", "Müller", 3],
  ["Straßen, Strassen", "Straßen", 2],
  ["H\u200bu\u00adbSpot", "HubSpot", 1],
  ["𝐇𝐮𝐛𝐒𝐩𝐨𝐭 and ＨｕｂＳｐｏｔ", "HubSpot", 2],
  ["HUBSPOT and hubspot", "HubSpot", 2],
  ["3M makes tape", "3M", 1],
  ["!!! is a band", "!!!", 1],
  ["a.b(c)*[d]", "a.b(c)*[d]", 1],
]);

table("another spelling is another name", [
  ["Disney is not it", "Disney+", 0],
  ["C is old, C# too", "C++", 0],
  ["Hυbspot, НubSpot", "HubSpot", 0],
  ["HubSport, Hubspott", "HubSpot", 0],
  ["made by hand, hand made", "H&M", 0],
  ["We meet face time daily", "FaceTime", 0],
  ["It is 3m long", "3M", 0],
  ["A 10 HP motor, 600 hp", "HP", 0],
]);

table("markup splits a name only where the reader sees a break", [
  ["~~HubSpot~~ __HubSpot__ *Hub*Spot", "HubSpot", 3],
  ["<b>Hub</b>Spot", "HubSpot", 1],
  ["Hub\nSpot", "HubSpot", 1],
  ["Hub<br>Spot", "HubSpot", 0],
  ["Hub\n\nSpot", "HubSpot", 0],
]);

table("only what is seen as prose counts", [
  ["![HubSpot logo](https://x.com/hubspot.png)", "HubSpot", 0],
  ["`hubspot login`", "HubSpot", 0],
  ["```\nHubSpot\n```\n", "HubSpot", 0],
  ["https://www.hubspot.com/ www.hubspot.com <https://hubspot.com> x.com/?q=HubSpot", "HubSpot", 0],
  ["mail info@hubspot.com now", "HubSpot", 0],
  ['[here](https://hubspot.com "HubSpot")', "HubSpot", 0],
  ["<!-- HubSpot -->", "HubSpot", 0],
  ['<a href="https://hubspot.com">CRM</a>', "HubSpot", 0],
  ["[HubSpot](https://hubspot.com)", "HubSpot", 1],
  ["| Tool | Price |\n|---|---|\n| HubSpot | $20 |", "HubSpot", 1],
  ["# HubSpot", "HubSpot", 1],
  ['[1]: https://hubspot.com/x "HubSpot pricing"', "HubSpot", 0],
  ["according to HubSpot[^1]", "HubSpot", 1],
]);

table("a name as a domain counts, somebody else's domain does not", [
  ["Visit hubspot.com.", "HubSpot", 1],
  ["[hubspot.com](https://hubspot.com)", "HubSpot", 1],
  ["app.hubspot.com is down", "HubSpot", 1],
  ["Booking.com is big", "Booking", 1],
  ["I was booking a flight.", "Booking.com", 0],
  ["hubspot.example.org is a phishing site", "HubSpot", 0],
  ["my-hubspot.com, hubspot-reviews.com, nothubspot.com", "HubSpot", 0],
]);

table("possessives, plurals and cases count in every language", [
  ["HubSpot's free tier, the best Kindles", "HubSpot", 1],
  ["Siemens' neue Produkte", "Siemens", 1],
  ["Googles Suche", "Google", 1],
  ["Volvos bilar, IKEA:s möbler", "Volvo", 1],
  ["Suosittelen HubSpotia, koska HubSpotin hinta on hyvä.", "HubSpot", 2],
  ["Nokialla on hyvä maine.", "Nokia", 1],
  ["Polecam HubSpota, bo jest dobry.", "HubSpot", 1],
  ["Zakupy w Żabce są drogie.", "Żabka", 1],
  ["Idę do Biedronki, nie do Lidla.", "Biedronka", 1],
  ["Trendyol'da indirim var.", "Trendyol", 1],
  ["Bu ürünü Trendyolda bulabilirsin.", "Trendyol", 1],
  ["Клиенты Сбербанка довольны.", "Сбербанк", 1],
  ["Покупаю в Пятёрочке.", "Пятёрочка", 1],
  ["والراجحي من أفضل البنوك", "الراجحي", 1],
  ["בגוגל אפשר לחפש", "גוגל", 1],
  ["삼성은 좋은 회사입니다.", "삼성", 1],
  ["카카오톡을 쓰세요", "카카오", 1],
]);

table("scripts without spaces and Latin names inside them are read", [
  ["小米手机性价比很高。", "小米", 1],
  ["在京东上买更便宜。", "京东", 1],
  ["ソニーグループの業績", "ソニー", 1],
  ["ラインナップが豊富", "ライン", 0],
  ["人気のNotionは便利です。", "Notion", 1],
  ["使用HubSpot的公司", "HubSpot", 1],
  ["HubSpot는 좋다", "HubSpot", 1],
  ["ใช้ช้อปปี้ซื้อของ", "ช้อปปี้", 1],
  ["Η Google είναι μεγάλη", "Google", 1],
  ["फ्लिपकार्ट पर खरीदें", "फ्लिपकार्ट", 1],
]);

table("a derivative is not a mention, a compound is", [
  ["A HubSpot-like, HubSpot-style CRM, ein HubSpot-ähnliches Tool", "HubSpot", 0],
  ["Googling is easy and Googlers agree.", "Google", 0],
  ["Яндексовский поиск", "Яндекс", 0],
  ["Google-owned YouTube", "Google", 1],
  ["die Google-Suche", "Google", 1],
  ["EufyCam 3", "Eufy", 1],
]);

table("a name inside another word is not a mention", [
  ["appear, acmeology", "Pear", 0],
  ["The php language.", "HP", 0],
  ["RingCentral is a phone system.", "Ring", 0],
]);

table("text that runs together still names the brand", [
  ["good price.HubSpot: nice", "HubSpot", 1],
  ["4.9(2k+)HubSpot Pro", "HubSpot", 1],
  ["$30.004.1HubSpot", "HubSpot", 1],
]);

table("the legal form may be left out, not the first half of a longer name", [
  ["Acme Robotics is new.", "Acme Robotics GmbH", 1],
  ["Amazon Web Services is the leader.", "Web Services Inc", 0],
  ["The North Face jackets are durable.", "North Face", 1],
]);

test("a tracked name inside a longer tracked name is another entity", () => {
  assert.equal(times("Amazon Web Services is the leader.", "Amazon", ["Amazon Web Services"]), 0);
  assert.equal(times("Acme Cloud and Acme differ.", "Acme", ["Acme Cloud"]), 1);
});

test("what was not counted is kept with the rule that decided", () => {
  const own = { name: "Zoom", aliases: [], domains: [], about: null };
  const text = "You can zoom in. See https://zoom.us and `zoom`. A Zoom-like tool.";
  const { occurrences: counted, notCounted } = findMentions(
    compileMentionReader({ own, rivals: [] }),
    parseAnswer(text),
    null,
  );
  assert.deepEqual(counted, []);
  assert.deepEqual(
    notCounted.map(({ text: surface, rule }) => [surface, rule]),
    [
      ["zoom", "ordinary_word"],
      ["zoom", "url"],
      ["zoom", "code"],
      ["Zoom", "derivative"],
    ],
  );
});

test("a name that a rival shares is counted for the brand alone", () => {
  const brand = { name: "Acme", aliases: [], domains: [], about: null };
  const { occurrences: counted } = findMentions(
    compileMentionReader({ own: brand, rivals: [brand] }),
    parseAnswer("Acme"),
    null,
  );
  assert.deepEqual(
    counted.map((mention) => mention.brand),
    [0],
  );
});

test("one word again and again is decided as it is once, up to one decision for 40 characters", () => {
  const own = { name: "Bolt", aliases: [], domains: [], about: "ride hailing" };
  const reader = compileMentionReader({ own, rivals: [] });
  const line = "Drivers switched from Uber to Bolt.\n\n";
  const again = findMentions(reader, parseAnswer(line.repeat(5000)), null);
  assert.deepEqual([again.occurrences.length, again.notCounted.length], [5000, 0]);

  const crowd = Array.from({ length: 8000 }, (_, at) => `Bolt ${at.toString(36)}`).join(" ");
  const { occurrences: counted, notCounted } = findMentions(reader, parseAnswer(crowd), null);
  const crowded = notCounted.filter(({ rule }) => rule === "crowded").length;
  assert.equal(counted.length + notCounted.length, 8000);
  assert.equal(8000 - crowded, Math.floor(crowd.length / 40));
});

test("of two brands that differ in an accent alone, the one that is spelled so is named", () => {
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const reader = compileMentionReader({ own: brand("Zalquea"), rivals: [brand("Zalquéa")] });
  const { occurrences: counted } = findMentions(
    reader,
    parseAnswer("Zalquéa costs more than Zalquea."),
    null,
  );
  assert.deepEqual(
    counted.map((mention) => mention.brand),
    [1, 0],
  );
});

test("a host of the name's word is somebody else's where the brand's domain has another label", () => {
  const named = (domains: string[]) => {
    const own = { name: "Globus", aliases: [], domains, about: null };
    return findMentions(
      compileMentionReader({ own, rivals: [] }),
      parseAnswer("See globus.com for more."),
      null,
    ).occurrences.length;
  };
  assert.deepEqual([named(["zalqorglobus.de"]), named(["globus.de"]), named([])], [0, 1, 1]);
});
