import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../mention.ts";
import { phrases } from "./absence-phrase.ts";

const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
const tracked = { own: brand("Foobarly"), rivals: [brand("HubSpot")] };
const reader = compileMentionReader(tracked);

function names(text: string, prompt: string | null = null): boolean {
  return findMentions(reader, parseAnswer(text), prompt).occurrences.some((mention) => mention.brand === 0);
}

function rulesIn(text: string, prompt: string | null = null, by = reader): string[] {
  return findMentions(by, parseAnswer(text), prompt).notCounted.map(({ rule }) => rule);
}

const absent: Record<string, string[]> = {
  English: [
    "I couldn't find any information about Foobarly.",
    "I could not find anything on Foobarly in my sources.",
    "I don't have any information about Foobarly.",
    "There is no mention of Foobarly in these reviews.",
    "Foobarly does not appear in the search results.",
    "I'm not familiar with Foobarly.",
    "I am not aware of a company called Foobarly.",
    "No results were found for Foobarly.",
    "I have no information on Foobarly.",
    "I was unable to find reliable details about Foobarly.",
    "Foobarly isn't mentioned in any of the articles.",
    'Unfortunately, I couldn\'t locate specific information on a product named "Foobarly".',
    "Nothing about Foobarly came up.",
    "I've never heard of Foobarly.",
    "I don't know what Foobarly is.",
    "Information about Foobarly is not available.",
    "I can't verify that Foobarly exists.",
    "My search didn't return any results for Foobarly.",
    "It seems there's no publicly available information about Foobarly.",
    "Foobarly is not a brand I recognize.",
    "I do not have access to data about Foobarly.",
    "There doesn't seem to be much information available about Foobarly.",
    "Foobarly is not listed among the results.",
  ],
  German: [
    "Ich konnte keine Informationen über Foobarly finden.",
    "Zu Foobarly liegen mir keine Informationen vor.",
    "Über Foobarly habe ich nichts gefunden.",
    "Foobarly ist mir nicht bekannt.",
    "Leider habe ich keine Angaben zu Foobarly.",
    "Ich kenne Foobarly nicht.",
    "Foobarly wird in den Quellen nicht erwähnt.",
    "Zu Foobarly konnte ich nichts finden.",
  ],
  French: [
    "Je n'ai trouvé aucune information sur Foobarly.",
    "Je ne connais pas Foobarly.",
    "Foobarly n'apparaît pas dans les résultats.",
    "Je n'ai rien trouvé sur Foobarly.",
    "Je n'ai pas d'informations sur Foobarly.",
    "Il n'y a aucune mention de Foobarly.",
    "Je n'ai pas pu trouver d'informations sur Foobarly.",
  ],
  Spanish: [
    "No encontré información sobre Foobarly.",
    "No tengo datos sobre Foobarly.",
    "Foobarly no aparece en los resultados.",
    "No he encontrado nada sobre Foobarly.",
    "No conozco Foobarly.",
    "No hay información disponible sobre Foobarly.",
  ],
  Portuguese: [
    "Não encontrei informações sobre a Foobarly.",
    "Não tenho dados sobre a Foobarly.",
    "A Foobarly não aparece nos resultados.",
    "Não conheço a Foobarly.",
    "Não há nenhuma menção à Foobarly.",
  ],
  Italian: [
    "Non ho trovato informazioni su Foobarly.",
    "Non conosco Foobarly.",
    "Foobarly non compare nei risultati.",
    "Non ci sono informazioni disponibili su Foobarly.",
    "Non ho trovato nulla su Foobarly.",
  ],
  Dutch: [
    "Ik kon geen informatie over Foobarly vinden.",
    "Ik ken Foobarly niet.",
    "Over Foobarly heb ik niets gevonden.",
    "Foobarly wordt niet genoemd in de bronnen.",
    "Ik heb geen gegevens over Foobarly.",
  ],
  Danish: [
    "Jeg har ikke fundet nogen oplysninger om Foobarly.",
    "Jeg kunne ikke finde noget om Foobarly.",
    "Jeg kender ikke Foobarly.",
    "Foobarly nævnes ikke i kilderne.",
  ],
  Norwegian: ["Jeg fant ingen opplysninger om Foobarly.", "Foobarly er ikke nevnt i kildene."],
  Swedish: [
    "Jag kunde inte hitta någon information om Foobarly.",
    "Jag känner inte till Foobarly.",
    "Foobarly nämns inte i källorna.",
    "Jag hittade inget om Foobarly.",
    "Det finns ingen information om Foobarly.",
  ],
  Finnish: [
    "En löytänyt tietoa Foobarlystä.",
    "Foobarlystä ei löytynyt tietoa.",
    "En tunne Foobarlyä.",
    "Foobarly ei ole mainittu lähteissä.",
    "Minulla ei ole tietoa Foobarlystä.",
  ],
  Polish: [
    "Nie znalazłem informacji o Foobarly.",
    "Nie mam danych na temat Foobarly.",
    "Foobarly nie pojawia się w wynikach.",
    "Brak informacji o Foobarly.",
    "Nie znam Foobarly.",
    "Nie udało mi się znaleźć informacji o Foobarly.",
  ],
  Romanian: [
    "Nu am găsit informații despre Foobarly.",
    "Nu am auzit de Foobarly.",
    "Nu am identificat Foobarly.",
    "Nu sunt referințe despre Foobarly.",
    "Nu găsesc Foobarly.",
    "Nu am găsit recenzii verificabile despre timpul de livrare al celor de la Foobarly.",
    "Foobarly nu apare în rezultate.",
    "Nu cunosc firma Foobarly.",
  ],
  Czech: [
    "O Acme vím dost, ale nenašel jsem žádné informace o Foobarly.",
    "Bohužel neznám Foobarly.",
    "Foobarly v seznamu není uveden.",
  ],
  Slovak: ["Nenašiel som žiadne informácie o Foobarly.", "Nepoznám Foobarly."],
  Hungarian: [
    "Nem találtam információt a Foobarlyról.",
    "Nem ismerem a Foobarlyt.",
    "A Foobarly nem szerepel a forrásokban.",
  ],
  Turkish: [
    "Foobarly hakkında bilgi bulamadım.",
    "Foobarly hakkında herhangi bir bilgiye sahip değilim.",
    "Foobarly listede yer almıyor.",
    "Foobarly ile ilgili sonuç bulunamadı.",
    "Foobarly'yi tanımıyorum.",
  ],
  Russian: [
    "Я не нашёл информации о Foobarly.",
    "У меня нет информации о Foobarly.",
    "Foobarly не упоминается в источниках.",
    "О Foobarly ничего не найдено.",
    "Я не знаком с Foobarly.",
    "К сожалению, мне не удалось найти информацию о Foobarly.",
  ],
  Japanese: [
    "Foobarlyに関する情報は見つかりませんでした。",
    "Foobarlyについての情報がありません。",
    "申し訳ありませんが、Foobarlyについては存じません。",
    "Foobarlyという会社は確認できませんでした。",
    "検索結果にFoobarlyは含まれていませんでした。",
  ],
  Chinese: [
    "我没有找到关于Foobarly的信息。",
    "未找到Foobarly的相关信息。",
    "抱歉，我找不到有关Foobarly的任何信息。",
    "搜索结果中没有提到Foobarly。",
    "关于Foobarly，我没有相关信息。",
    "我不了解Foobarly这个品牌。",
    "我沒有找到關於Foobarly的資訊。",
  ],
  Arabic: [
    "لم أجد أي معلومات عن Foobarly.",
    "لا توجد معلومات عن Foobarly.",
    "لم يتم العثور على معلومات حول Foobarly.",
    "ليس لدي معلومات عن Foobarly.",
    "لا أعرف Foobarly.",
    "Foobarly غير مذكور في النتائج.",
  ],
  Korean: ["Foobarly에 대한 정보를 찾을 수 없습니다."],
};

for (const [language, sentences] of Object.entries(absent)) {
  test(`a statement of absence in ${language} names nobody`, () => {
    for (const sentence of sentences) {
      assert.deepEqual(rulesIn(sentence), ["absence"], sentence);
    }
  });
}

test("each language has sentences here that it alone can tell", () => {
  const sentences = Object.values(absent).flat();
  for (const language of phrases) {
    const alone = compileMentionReader(tracked, [language]);
    const isTold = (sentence: string) => rulesIn(sentence, null, alone).includes("absence");
    assert.ok(sentences.some(isTold), `no sentence here has ${language.absenceCues.join(" ")}`);
  }
});

test("however many languages there are, each is found", () => {
  const letters = Array.from({ length: 80 }, (_, at) =>
    String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26),
  );
  const invented = letters.map((letter) => ({
    absenceCues: [`znalo${letter}`],
    questionCues: [`praso${letter}`],
    denialCues: [`neto${letter}`],
    denial: new RegExp(`neto${letter}`, "iu"),
    absence: new RegExp(`neto${letter} znalo${letter} \\u0001`, "u"),
    question: new RegExp(`praso${letter} \\u0001`, "u"),
  }));
  const many = compileMentionReader(tracked, [...phrases, ...invented]);
  for (const letter of letters)
    assert.deepEqual(
      [`Neto${letter} znalo${letter} Foobarly.`, `Praso${letter} Foobarly.`].map((text) =>
        rulesIn(text, null, many),
      ),
      [["absence"], ["echo"]],
      letter,
    );
  assert.deepEqual(rulesIn("Netoa znalob Foobarly.", null, many), []);
});

const echoes = [
  "You asked about Foobarly. I can't browse the web, so I can't say.",
  "You're asking about Foobarly.",
  "Regarding your question about Foobarly, I'm unable to access live data.",
  "You asked whether Foobarly is a good CRM. Unfortunately I don't know.",
  "Sie haben nach Foobarly gefragt. Leider kann ich nicht im Internet suchen.",
  "Vous avez demandé des informations sur Foobarly. Malheureusement, je ne peux pas naviguer sur le web.",
  "Preguntaste por Foobarly. No puedo navegar por internet.",
  "Você perguntou sobre a Foobarly. Não posso navegar na web.",
  "Hai chiesto di Foobarly. Non posso navigare sul web.",
  "Je vroeg naar Foobarly. Ik kan niet op internet zoeken.",
  "Du frågade om Foobarly. Jag kan inte söka på webben.",
  "Du spurgte, om Foobarly er til at stole på. Jeg kan ikke slå noget op.",
  "Du hast gefragt, ob Foobarly gut ist. Ich kann gerade nichts nachschlagen.",
  "Je vroeg of Foobarly goed is. Ik kan nu niets opzoeken.",
  "Pytasz, czy Foobarly jest dobra. W tej chwili nie mogę niczego wyszukać.",
  "Вы спрашиваете, надёжна ли Foobarly. Сейчас я не могу ничего искать.",
  "Foobarly가 믿을 만한지 물으셨습니다. 지금은 검색할 수 없습니다.",
  "Kysyit Foobarlystä. En voi selata verkkoa.",
  "Pytasz o Foobarly. Niestety nie mogę przeglądać internetu.",
  "Foobarly hakkında sordunuz. Maalesef internete erişemiyorum.",
  "Вы спросили о Foobarly. К сожалению, я не могу искать в интернете.",
  "Foobarlyについてのご質問ですね。申し訳ありませんが、ウェブを閲覧できません。",
  "您询问了Foobarly。抱歉，我无法浏览网络。",
  "سألت عن Foobarly. للأسف لا أستطيع تصفح الإنترنت.",
];

test("an echo of the question and nothing more names nobody, in any language", () => {
  for (const text of echoes) assert.equal(names(text), false, text);
});

const spoken = [
  "I couldn't find a better tool than Foobarly.",
  "I would avoid Foobarly; it is unreliable.",
  "Foobarly is not cheap.",
  "Foobarly isn't known for its support.",
  "I couldn't find anything about Acme, but Foobarly is a great choice.",
  "Unlike Acme, Foobarly does not charge a setup fee.",
  "You asked about CRMs. Foobarly is a good one.",
  "You asked about Foobarly. It is a CRM with a free plan.",
  "You asked about Foobarly, which is a popular CRM for startups.",
  "There is no better option than Foobarly.",
  "No other tool has as much data as Foobarly.",
  "I don't recommend Foobarly.",
  "Foobarly does not have a mobile app.",
  "Nothing beats Foobarly.",
  "If you can't find a plan, try Foobarly.",
  "Many users can't recall a time before Foobarly.",
  "Foobarly ist nicht teuer.",
  "Ich kann Foobarly nicht empfehlen.",
  "Es gibt keine bessere Lösung als Foobarly.",
  "Je ne recommande pas Foobarly.",
  "Foobarly n'est pas cher.",
  "Rien ne vaut Foobarly.",
  "No recomiendo Foobarly.",
  "Foobarly no es barato.",
  "Nada supera a Foobarly.",
  "Não recomendo a Foobarly.",
  "Foobarly não é barato.",
  "Non consiglio Foobarly.",
  "Foobarly non è economico.",
  "Ik raad Foobarly niet aan.",
  "Foobarly är inte billigt.",
  "Många byter inte till Foobarly förrän de anställer någon.",
  "Nu am găsit un preț mai bun decât la Foobarly.",
  "Foobarly nu este ieftin.",
  "Foobarly není levný.",
  "Nenašel jsem levnější obchod než Foobarly.",
  "A Foobarly nem olcsó.",
  "Nem találtam jobbat a Foobarlynál.",
  "Foobarly är enligt många inte billigt.",
  "Foobarly er ikke billig.",
  "Foobarly er ikke den hurtigste.",
  "En suosittele Foobarlyä.",
  "Nie polecam Foobarly.",
  "Foobarly nie jest tani.",
  "Foobarly'yi önermiyorum.",
  "Foobarly ucuz değil.",
  "Не рекомендую Foobarly.",
  "Foobarly не дешёвый.",
  "Foobarlyはおすすめしません。",
  "Foobarlyに問題はありません。",
  "我不推荐Foobarly。",
  "没有比Foobarly更好的选择。",
  "لا أنصح بـ Foobarly.",
  "Foobarly ليس رخيصا.",
  "HubSpot is great, and there is no information about pricing for Foobarly's new plan.",
  "The question is whether Foobarly can scale; most reviewers say yes.",
];

test("a negative, comparing or doubting sentence that talks about the brand names it", () => {
  for (const text of spoken) assert.equal(names(text), true, text);
});

test("the question repeated word for word is an echo", () => {
  const prompt = "Is Foobarly a good CRM for small teams?";
  assert.deepEqual(rulesIn("## Is Foobarly a good CRM for small teams?\n\nI can't tell.", prompt), ["echo"]);
  assert.equal(names("Foobarly is a good CRM for small teams.", prompt), true);
});

test("an absence of one brand does not hide another in the same sentence", () => {
  const text = "I couldn't find anything about Foobarly, but HubSpot is a great choice.";
  const { occurrences: counted } = findMentions(reader, parseAnswer(text), null);
  assert.deepEqual(
    counted.map((mention) => mention.brand),
    [1],
  );
});
