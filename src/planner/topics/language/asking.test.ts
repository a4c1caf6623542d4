import assert from "node:assert/strict";
import test from "node:test";
import { type Asking, askingOf } from "./asking.ts";

const cases: readonly [language: string, prompt: string, asks: readonly (keyof Asking)[]][] = [
  ["en", "Can I keep my old kettle?", ["yesNo"]],
  ["en", "Our dog is nervous. Do you take him?", ["yesNo"]],
  ["en", "best kettle vs. the rest", ["best", "comparison"]],
  ["en", "How do I descale it?", ["how"]],
  ["en", "How long does a battery last?", ["amount"]],
  ["en", "quiet kettles in Leeds", []],
  ["en-GB", "Why does it smoke?", []],
  ["de", "Wie oft muss der Filter gewechselt werden?", ["amount"]],
  ["de", "Wie entkalke ich ihn?", ["how"]],
  ["de", "Gibt es Zuschüsse?", ["yesNo"]],
  ["fr", "Combien de temps dure le séchage ?", ["amount"]],
  ["fr", "Comment détartrer une bouilloire ?", ["how"]],
  ["fr", "Peut-on venir avec un chien ?", ["yesNo"]],
  ["es", "¿Cuánto cuesta una limpieza?", ["amount"]],
  ["es", "¿Puedo congelar un potito?", ["yesNo"]],
  ["pt", "Quanto custa uma limpeza?", ["amount"]],
  ["it", "Come si pulisce il bollitore?", ["how"]],
  ["it", "Quanto dura la batteria?", ["amount"]],
  ["nl", "Hoe vaak moet de ketel worden nagekeken?", ["amount"]],
  ["nl", "Hoe ontkalk ik hem?", ["how"]],
  ["da", "Hvor mange kopper er der i en pose?", ["amount"]],
  ["da", "Kan jeg tage hunden med?", ["yesNo"]],
  ["nb", "Hvordan rengjør jeg den?", ["how"]],
  ["it", "alternative a Bialetti", ["alternatives"]],
  ["pl", "Jak wyczyścić czajnik?", ["how"]],
  ["pt", "Qual é o melhor bule?", ["best"]],
  ["sv", "Hur länge håller batteriet?", ["amount"]],
  ["sv", "Hur avkalkar jag den?", ["how"]],
  ["pl", "Czy można przyjechać z psem?", ["yesNo"]],
  ["pl", "Ile kosztuje przegląd?", ["amount"]],
  ["fi", "Kuinka kauan akku kestää?", []],
];

for (const [language, prompt, asks] of cases)
  test(`“${prompt}” asks for ${asks.join(" and ") || "nothing that is known"} in ${language}`, () => {
    const found = Object.entries(askingOf(prompt, language)).filter(([, asked]) => asked);
    assert.deepEqual(
      found.map(([name]) => name),
      asks,
    );
  });

test("a word that asks in another language does not ask in this one", () => {
  // French "comment", Italian "come" and Danish "er" are English words, and German "wie" is Dutch for who.
  assert.equal(askingOf("Should I comment on reviews?", "en").how, false);
  assert.equal(askingOf("Wie repareert fietsen?", "nl").how, false);
  assert.equal(askingOf("people who come to dinner", "en").how, false);
  assert.equal(askingOf("er doctors near me", "en").yesNo, false);
});

test("a prompt in another language than its project's is read by its own", () => {
  assert.deepEqual(askingOf("Comment nettoyer le filtre de la bouilloire ?", "en"), {
    ...{ yesNo: false, amount: false, how: true, best: false, comparison: false, alternatives: false },
  });
});
