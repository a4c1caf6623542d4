import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { isRefusal } from "./refusal.ts";

function refuses(answer: string): boolean {
  const text = parseAnswer(answer);
  const at = answer.indexOf("Acme");
  return isRefusal(text, sentencesOf(text), at === -1 ? [] : [{ start: at, end: at + 4 }]);
}

for (const answer of [
  "",
  " \n\n ",
  "...",
  "👍",
  "I'm sorry, but I can't help with that.",
  "I’m sorry, but I can’t assist with that request.",
  "Sorry, I am unable to provide recommendations on this topic. Please consult a professional.",
  "I cannot recommend a specific vendor.",
  "I'm not able to browse the internet.",
  "I don't have any information about that company. If you share more details, I'd be happy to help!",
  "You asked about Acme. I can't browse.",
  "As an AI language model, I don't have personal opinions or preferences.",
  "**I can't help with that.** Is there anything else you would like to talk about?",
  "Something went wrong. Please try again later.",
  "Es tut mir leid, aber dabei kann ich Ihnen nicht helfen.",
  "Ich kann diese Frage leider nicht beantworten. Bitte wenden Sie sich an einen Fachmann.",
  "Leider kann ich keine Produkte empfehlen.",
  "Je suis désolé, mais je ne peux pas répondre à cette question.",
  "Désolé, je ne suis pas en mesure de vous aider à ce sujet.",
  "Lo siento, pero no puedo ayudarte con eso.",
  "No puedo proporcionar recomendaciones sobre ese tema.",
  "Desculpe, mas não posso ajudar com isso.",
  "Infelizmente não consigo responder a essa pergunta.",
  "Mi dispiace, ma non posso aiutarti con questa richiesta.",
  "Non sono in grado di rispondere a questa domanda.",
  "Het spijt me, maar daar kan ik je niet mee helpen.",
  "Beklager, det kan jeg ikke hjælpe med.",
  "Beklager, jeg kan dessverre ikke svare på det.",
  "죄송하지만 그 요청은 도와드릴 수 없습니다.",
  "Sorry, ik kan deze vraag niet beantwoorden.",
  "Tyvärr kan jag inte hjälpa till med det.",
  "Jag är ledsen, men jag kan inte svara på den frågan.",
  "Valitettavasti en voi auttaa tässä asiassa.",
  "Pahoittelut, en pysty vastaamaan tähän kysymykseen.",
  "Przepraszam, ale nie mogę w tym pomóc.",
  "Niestety nie jestem w stanie odpowiedzieć na to pytanie.",
  "Üzgünüm, bu konuda yardımcı olamıyorum.",
  "Maalesef bu soruya cevap veremem.",
  "К сожалению, я не могу помочь с этим запросом.",
  "Извините, я не могу ответить на этот вопрос.",
  "申し訳ありませんが、そのご要望にはお応えできません。",
  "すみません、その質問にはお答えできません。",
  "抱歉，我无法回答这个问题。",
  "很抱歉，我不能提供这方面的帮助。",
  "抱歉，我無法協助您處理這個請求。",
  "عذرًا، لا أستطيع المساعدة في هذا الطلب.",
  "آسف، لا يمكنني الإجابة على هذا السؤال.",
])
  test(`declines: ${answer.slice(0, 60)}`, () => {
    assert.equal(refuses(answer), true);
  });

for (const answer of [
  "Acme is the usual pick.",
  "Acme",
  "Nobody makes a better one than Acme.",
  "今日の価格は分かりませんが、四社の中ではAcmeが一番安く、二日で届きます。",
  "I can't browse the web, but based on what I know the most popular tools are Acme, Bolt and Cord, which all have free plans and good support for small teams.",
  "I don't have access to real-time prices. The best choices are Bolt and Cord.",
  "I don't have access to real-time prices. Acme costs less than most.",
  "As an AI I don't have personal opinions. Popular choices among reviewers include Bolt for small teams and Cord for larger ones.",
  `I can't recommend one for everyone. ${"It depends on your budget, the size of your team and what you already use. ".repeat(6)}`,
  "Acme can't be recommended. It broke after a week.",
  "You can't go wrong with Bolt. It is light, quick and cheap, and it lasts for years.",
  "Bolt doesn't offer a free plan. Cord does, and Acme has one for students.",
  "Ich kann dir Acme empfehlen. Es ist leicht und günstig.",
  "Acme kann ich nicht empfehlen, Bolt dagegen ist leicht, schnell und günstig und hält lange.",
  "No puedes equivocarte con Acme.",
  "Les meilleurs outils sont Bolt et Cord.",
  "Лучший выбор — Bolt, он лёгкий и недорогой.",
  "おすすめは Bolt です。軽くて速いです。",
  "最好的选择是 Bolt，它又轻又快。",
  "أفضل خيار هو Bolt لأنه خفيف وسريع.",
  "https://example.com/list",
  "```\nprint(1)\n```",
])
  test(`answers: ${answer.slice(0, 60)}`, () => {
    assert.equal(refuses(answer), false);
  });
