import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { judgePersonOrPlace } from "./person-or-place.ts";

const rows: readonly (readonly [text: string, name: string, isOther: boolean])[] = [
  ["He wears a blazer by J. Press.", "Press", true],
  ["Mr. Zalqor wrote the manual.", "Zalqor", true],
  ["Robert Zalqor founded the firm.", "Zalqor", true],
  ["Günther Zalqor gründete die Firma.", "Zalqor", true],
  ["Основал её Сергей Залкор.", "Залкор", true],
  ["Robert Zalqor AG stellt Bohrer her.", "Zalqor", false],
  ["We met Oscar Piastri in the bar.", "Oscar", true],
  ["They grew up in Timpson, Texas.", "Timpson", true],
  ["The shops of Zalqora, Texas, are closed.", "Zalqora", false],
  ["The depot was in Bata, Equatorial Guinea, near the port.", "Bata", true],
  ["We compared Churchill, Aviva and Hastings.", "Churchill", false],
  ["Turn left at Zalqor Road.", "Zalqor", true],
  ["Wir wohnen in Frankfurt an der Oder.", "Frankfurt", true],
  ["Wir wohnen in Frankfurt am Main.", "Frankfurt", true],
  ["Bydlíme v Ústí nad Labem.", "Ústí", true],
  ["Sony an der Spitze ist keine Überraschung.", "Sony", false],
  ["Siemens an der Börse wird teurer.", "Siemens", false],
  ["Wer bei Rewe an der Kasse steht, zahlt mit der App.", "Rewe", false],
  ["Die Filiale von Zalqor an der Elbe ist groß.", "Zalqor", false],
  ["Przewaga Allegro nad Amazonem rośnie.", "Allegro", false],
  ["Sie können Emma zu Hause testen.", "Emma", false],
  ["Er hat die Matratze bei Otto zu Weihnachten bestellt.", "Otto", false],
  ["Viele sind von Otto zu Amazon gewechselt.", "Otto", false],
  ["Viele Kunden hat Otto von Amazon zurückgeholt.", "Otto", false],
  ["Im Museum hängt ein Bild, das Otto von Bismarck zeigt.", "Otto", true],
  ["The drill by Zalqor is good.", "Zalqor", false],
  ["Compare Oscar Bronze and Kaiser.", "Oscar", false],
  ["1. Zalqor Avenue bag", "Avenue", false],
  ["As for plan B. Zalqor is cheaper.", "Zalqor", false],
];
test("a given name before a name whose domain says nothing of it makes a person of it", () => {
  const zimmer = occurrenceIn("The score by Georg Zimmer is loud.", "Zimmer", "implants", [
    "zimmerbiomet.com",
  ]);
  assert.notEqual(judgePersonOrPlace(zimmer), null);
});

const houses: readonly (readonly [text: string, isOther: boolean])[] = [
  ["For suits, look at Giorgio Armani and Boggi.", false],
  ["A bag by Giorgio Armani costs more.", false],
  ["Giorgio Armani founded the house.", true],
  ["Giorgio Armani drew coats for Cerruti in 1964.", true],
  ["Mr. Armani was born in Piacenza.", true],
];
for (const [text, isOther] of houses)
  test(`the house of Armani is ${isOther ? "not " : ""}meant in “${text}”`, () => {
    assert.equal(
      judgePersonOrPlace(occurrenceIn(text, "Armani", "fashion house", ["armani.com"])) !== null,
      isOther,
    );
  });

for (const [text, name, isOther] of rows)
  test(`${name} is ${isOther ? "a person or place" : "not told to be one"} in “${text}”`, () => {
    assert.equal(judgePersonOrPlace(occurrenceIn(text, name)) !== null, isOther);
  });
