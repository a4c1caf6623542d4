import assert from "node:assert/strict";
import test from "node:test";
import { type CrawledPage, siteProfile } from "../../site/crawl/crawl.ts";
import { readPage } from "../../site/page/page.ts";
import { siteOffer } from "./site-offer.ts";
import { suggestPrompts } from "./suggest-prompts.ts";

interface ThinSite {
  brand: string;
  lang: string;
  /** What a suggestion must be about, by a word that a buyer would use. */
  about: RegExp;
  /** One that must be among them. */
  asks?: string;
  /** What is only a slogan, a place or half a sentence. */
  never?: RegExp;
  pages: readonly [title: string, body: string, description?: string][];
}

const sites: ThinSite[] = [
  {
    brand: "Northwind",
    lang: "en",
    about: /kettles?/i,
    asks: "What are the quietest electric kettles?",
    pages: [
      ["Northwind", "<h1>Quiet electric kettles</h1><p>Northwind kettles boil at 45 decibels.</p>"],
      ["Hush 1.0 – Northwind", "<h1>Hush 1.0</h1><p>Our first kettle holds a litre and a half.</p>"],
      ["About – Northwind", "<h1>About us</h1><p>We make quiet electric kettles in Sheffield.</p>"],
    ],
  },
  {
    brand: "Northwind",
    lang: "en",
    about: /kettles?/i,
    pages: [
      [
        "Northwind",
        "<h1>Boil in peace.</h1><p>Northwind sells quiet electric kettles, made in Sheffield.</p>",
      ],
      ["The Hush | Northwind", "<h1>The Hush</h1><p>A kettle of 1.5 litres.</p>"],
      ["Contact | Northwind", "<h1>Contact</h1><p>Write to us about your kettle.</p>"],
    ],
  },
  {
    brand: "Oakline",
    lang: "en",
    about: /standing desks?/i,
    pages: [
      ["Oakline – Home", "<h1>Standing desks made of oak</h1><p>Every desk lasts.</p>"],
      ["Delivery – Oakline", "<h1>Delivery</h1><p>Desks come in one piece.</p>"],
    ],
  },
  {
    brand: "Fjell",
    lang: "en",
    about: /winter boots/i,
    pages: [
      ["Fjell: warm winter boots for children", "<h1>Dry feet all day</h1><p>Boots of wool and rubber.</p>"],
    ],
  },
  {
    brand: "Pipework",
    lang: "en",
    about: /boiler repair/i,
    pages: [
      ["Pipework", "<h1>Call us day or night</h1><p>Pipework repairs gas boilers in Leeds.</p>"],
      ["Boiler repair prices", "<h1>Boiler repair</h1><p>From 80 pounds.</p>"],
    ],
  },
  {
    brand: "Leisetee",
    lang: "de",
    about: /wasserkocher/i,
    pages: [
      ["Leisetee", "<h1>Leise Wasserkocher</h1><p>Unsere Wasserkocher sind kaum zu hören.</p>"],
      ["Über uns – Leisetee", "<h1>Über uns</h1><p>Wir bauen Wasserkocher in Ulm.</p>"],
    ],
  },
  {
    brand: "Radhaus",
    lang: "de",
    about: /lastenräder/i,
    pages: [
      ["Radhaus – Startseite", "<h1>Willkommen</h1><p>Radhaus vermietet Lastenräder für Familien.</p>"],
      ["Preise – Radhaus", "<h1>Lastenräder mieten</h1><p>Ab 20 Euro am Tag.</p>"],
    ],
  },
  {
    brand: "Calme",
    lang: "fr",
    about: /bouilloires/i,
    pages: [
      ["Calme", "<h1>Bouilloires silencieuses</h1><p>Une bouilloire qui ne réveille personne.</p>"],
      ["Contact – Calme", "<h1>Contact</h1><p>Parlez-nous de votre bouilloire.</p>"],
    ],
  },
  {
    brand: "Pain Dore",
    lang: "fr",
    about: /cours de boulangerie/i,
    pages: [
      [
        "Pain Dore – Accueil",
        "<h1>Mettez la main à la pâte</h1><p>Pain Dore propose des cours de boulangerie à Lyon.</p>",
      ],
      ["Dates", "<h1>Nos cours de boulangerie</h1><p>Chaque samedi.</p>"],
    ],
  },
  {
    brand: "Sosiego",
    lang: "es",
    about: /hervidores/i,
    pages: [
      ["Sosiego", "<h1>Hervidores silenciosos</h1><p>Un hervidor que no despierta a nadie.</p>"],
      ["Contacto – Sosiego", "<h1>Contacto</h1><p>Escríbenos sobre tu hervidor.</p>"],
    ],
  },
  {
    brand: "Olivar",
    lang: "es",
    about: /aceite de oliva/i,
    pages: [
      ["Olivar", "<h1>Desde 1920</h1><p>Olivar vende aceite de oliva ecológico.</p>"],
      ["Aceite de oliva ecológico – Olivar", "<h1>Aceite de oliva ecológico</h1><p>De Jaén.</p>"],
    ],
  },
  {
    brand: "Stille",
    lang: "da",
    about: /elkedler/i,
    pages: [
      ["Stille", "<h1>Lydsvage elkedler</h1><p>Elkedler, der ikke vækker nogen.</p>"],
      ["Om os – Stille", "<h1>Om os</h1><p>Vi laver elkedler i Aarhus.</p>"],
    ],
  },
  {
    brand: "Tidewright",
    lang: "en",
    about: /sea kayaks/i,
    pages: [
      [
        "Tidewright | Handmade sea kayaks",
        "<h1>Built for rough water</h1><p>Every boat leaves our shed in Cornwall after 90 hours of work.</p>",
        "Tidewright builds cedar-strip sea kayaks to order for paddlers of any height.",
      ],
      [
        "Boats – Tidewright",
        "<h1>Our boats</h1><h2>Petrel 17</h2><p>A fast sea kayak for one.</p><h2>Eider Double</h2><p>A kayak for two.</p>",
      ],
    ],
  },
  {
    brand: "Mossbank",
    lang: "en",
    about: /pet crematorium/i,
    asks: "Can you recommend a pet crematorium?",
    never: /goodbye|friend|leeds/i,
    pages: [
      [
        "Mossbank",
        "<h1>Goodbye, dear friend.</h1><p>Mossbank is a pet crematorium near Leeds. We collect your pet, day or night.</p>",
      ],
      [
        "Individual cremation | Mossbank",
        "<h1>Individual cremation</h1><p>Your pet's ashes come back to you in an urn.</p>",
      ],
      ["Prices | Mossbank", "<h1>What it costs</h1><p>From 120 pounds for a cat.</p>"],
    ],
  },
  {
    brand: "Werkhof Blum",
    lang: "de",
    about: /schreinerei|einbauschränke/i,
    never: /willkommen/i,
    pages: [
      [
        "Werkhof Blum – Startseite",
        "<h1>Herzlich willkommen!</h1><p>Wir sind eine Schreinerei in Freiburg und bauen Einbauschränke nach Maß.</p>",
      ],
      [
        "Leistungen – Werkhof Blum",
        "<h1>Leistungen</h1><h2>Einbauschränke nach Maß</h2><h2>Küchen aus Massivholz</h2>",
      ],
    ],
  },
  {
    brand: "Nachtgieger",
    lang: "de",
    about: /alkoholfreies Craft-Bier/,
    never: /Promille|Geschmack/,
    pages: [
      [
        "Nachtgieger: alkoholfreies Craft-Bier aus Franken",
        "<h1>Null Promille. Voller Geschmack.</h1><p>Unser alkoholfreies Bier wird nach dem Gären entalkoholisiert.</p>",
      ],
      [
        "Sorten | Nachtgieger",
        "<h1>Sorten</h1><h2>Helles</h2><p>Bier ohne Alkohol, mit Hopfen aus Spalt.</p>",
      ],
    ],
  },
  {
    brand: "Atelier Brume",
    lang: "fr",
    about: /abat-jour/i,
    never: /lumière|autrement/i,
    pages: [
      [
        "Atelier Brume",
        "<h1>La lumière, autrement</h1><p>L'Atelier Brume fabrique des abat-jour en papier japonais à Rennes.</p>",
        "Abat-jour artisanaux en papier japonais, fabriqués à Rennes.",
      ],
      ["Sur mesure – Atelier Brume", "<h1>Abat-jour sur mesure</h1><p>Envoyez-nous votre pied de lampe.</p>"],
    ],
  },
  {
    brand: "Pompalia",
    lang: "fr",
    about: /entretien de piscines/i,
    never: /tranquille|montpellier/i,
    pages: [
      [
        "Pompalia : entretien de piscines à Montpellier",
        "<h1>Plongez l'esprit tranquille</h1><p>Nous nettoyons votre piscine chaque semaine.</p>",
      ],
      ["Hivernage – Pompalia", "<h1>Hivernage de piscine</h1><p>Votre piscine est prête pour l'hiver.</p>"],
    ],
  },
  {
    brand: "Tres Cumbres",
    lang: "es",
    about: /rutas de senderismo/i,
    never: /espera/i,
    pages: [
      [
        "Tres Cumbres",
        "<h1>La montaña te espera</h1><p>Organizamos rutas de senderismo con guía por Picos de Europa.</p>",
      ],
      ["Rutas de senderismo | Tres Cumbres", "<h1>Rutas de senderismo</h1><h2>Ruta del Cares</h2>"],
    ],
  },
  {
    brand: "Dulce Norte",
    lang: "es",
    about: /quesos artesanos de Asturias/,
    pages: [
      ["Dulce Norte | Quesos artesanos de Asturias", "<h1>Nuestros quesos</h1><p>Enviados en frío.</p>"],
      ["Tienda | Dulce Norte", "<h1>Tienda</h1><p>Lotes de quesos para regalar.</p>"],
    ],
  },
  {
    brand: "ほしみ",
    lang: "ja",
    about: /天体望遠鏡/,
    asks: "おすすめの天体望遠鏡を教えてください。",
    never: /星空|専門店|[a-z]/i,
    pages: [
      [
        "ほしみ - 天体望遠鏡の専門店",
        "<h1>星空を、もっと近くに。</h1><p>初心者向けの天体望遠鏡から大型ドブソニアンまで取り扱っています。</p>",
      ],
      [
        "初心者向け天体望遠鏡 - ほしみ",
        "<h1>初心者向け天体望遠鏡</h1><p>はじめての方におすすめの望遠鏡。</p>",
      ],
    ],
  },
];

for (const { brand, lang, about, asks, never, pages } of sites) {
  const crawled = pages.map(([title, body, description], at): CrawledPage => {
    const url = `https://${brand.toLowerCase().replace(" ", "")}.example/${at || ""}`;
    const meta = description ? `<meta name="description" content="${description}">` : "";
    const html = `<html lang="${lang}"><title>${title}</title>${meta}<main>${body}</main></html>`;
    const page = readPage(html, url);
    return {
      url,
      depth: 0,
      status: 200,
      etag: null,
      lastModified: null,
      fetchedAt: "2026-01-01T00:00:00.000Z",
      page,
    };
  });
  const profile = siteProfile(crawled, { hasRobots: false, hasSitemap: false });
  const offer = siteOffer(profile, crawled, { names: [brand], about: null, language: null });
  const named = new RegExp(brand, "i");
  const prompts = suggestPrompts(offer, {
    brand,
    rivals: [],
    saved: [],
    isBranded: (prompt) => named.test(prompt),
  });

  test(`${pages.length} pages of a site in ${lang} are enough for three questions about ${about.source}`, () => {
    const asked = prompts.map(({ prompt }) => prompt);
    const unbranded = prompts.filter(({ prompt }) => about.test(prompt) && !named.test(prompt));
    assert.ok(unbranded.length >= 3, asked.join("\n"));
    assert.ok(!prompts.some(({ intent }) => intent === "brand"), asked.join("\n"));
    if (asks) assert.ok(asked.includes(asks), asked.join("\n"));
    if (never) assert.doesNotMatch(asked.join("\n"), never);
  });
}
