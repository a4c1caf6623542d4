/** What the sandbox says in one language; `{a}`, `{b}`, `{c}` stand for brands. Fits any kind of product. */
export interface Phrases {
  intro: readonly string[];
  praise: readonly string[];
  plain: readonly string[];
  critique: readonly string[];
  traits: readonly string[];
  limits: readonly string[];
  headings: readonly string[];
  columns: readonly [string, string, string];
  both: readonly string[];
  one: readonly string[];
  advice: readonly string[];
  outro: readonly string[];
  refusal: readonly string[];
}

const en: Phrases = {
  intro: [
    "There is no single best choice, but these come up again and again:",
    "Based on recent reviews, these are the options that most people compare:",
    "It depends on budget and needs. A short list to start from:",
    "Here is how the main options compare today:",
  ],
  praise: [
    "{a} is the safe pick: reliable, easy to use and well supported.",
    "Reviewers praise {a} for excellent quality and fair prices.",
    "{a} stands out and is the favourite of most testers.",
  ],
  plain: [
    "{a} is a common choice in the middle of the field.",
    "{a} covers the basics and has been around for years.",
    "Many people also look at {a}.",
  ],
  critique: [
    "{a} is capable, though some users complain about slow support.",
    "{a} has disappointed recently: higher prices and annoying bugs.",
  ],
  traits: [
    "great value",
    "easy to set up",
    "very reliable",
    "excellent support",
    "polished design",
    "wide choice",
  ],
  limits: ["higher price", "slow support", "few options", "dated design", "steep learning curve"],
  headings: ["Best overall", "Best value", "Also worth a look", "For demanding users"],
  columns: ["Option", "Good at", "Weak at"],
  both: ["Most buyers end up with {a} or {b}.", "Between {a} and {b}, reviewers lean slightly towards {a}."],
  one: ["If you want one answer: {a}.", "For most people, {a}."],
  advice: [
    "Look at total cost, support and how easily you can switch later. Try two or three with your own data before you decide.",
    "The right choice depends on your budget, your habits and what you already own. Read recent independent reviews first.",
  ],
  outro: [
    "Prices change often, so check before you buy.",
    "If you tell me more about your needs, I can narrow this down.",
    "",
  ],
  refusal: [
    "I'm sorry, but I can't recommend specific companies or products.",
    "I can't help with a recommendation here, as I don't have reliable information on this.",
  ],
};

const de: Phrases = {
  intro: [
    "Die eine beste Wahl gibt es nicht, aber diese werden am häufigsten genannt:",
    "Nach aktuellen Tests vergleichen die meisten diese Angebote:",
    "Das hängt von Budget und Bedarf ab. Eine kurze Liste für den Anfang:",
  ],
  praise: [
    "{a} ist die sichere Wahl: zuverlässig, einfach und gut betreut.",
    "Tester loben {a} für ausgezeichnete Qualität und faire Preise.",
  ],
  plain: ["{a} liegt im Mittelfeld und wird oft gewählt.", "Viele sehen sich auch {a} an."],
  critique: ["{a} kann viel, doch manche klagen über langsamen Support."],
  traits: ["gutes Preis-Leistungs-Verhältnis", "einfach einzurichten", "sehr zuverlässig", "guter Support"],
  limits: ["höherer Preis", "langsamer Support", "wenig Auswahl", "lange Einarbeitung"],
  headings: ["Testsieger", "Preistipp", "Ebenfalls einen Blick wert"],
  columns: ["Angebot", "Stärken", "Schwächen"],
  both: ["Die meisten entscheiden sich für {a} oder {b}."],
  one: ["Kurz gesagt: {a}."],
  advice: [
    "Achte auf Gesamtkosten, Support und darauf, wie leicht ein späterer Wechsel ist. Probiere zwei oder drei Angebote aus.",
  ],
  outro: ["Preise ändern sich oft, prüfe sie vor dem Kauf.", ""],
  refusal: ["Es tut mir leid, aber ich kann keine bestimmten Anbieter empfehlen."],
};

const fr: Phrases = {
  intro: [
    "Il n'y a pas de choix unique, mais ces options reviennent souvent :",
    "D'après les tests récents, voici ce que l'on compare le plus :",
  ],
  praise: [
    "{a} est le choix sûr : fiable, simple et bien suivi.",
    "Les testeurs saluent {a} pour son excellente qualité et ses prix justes.",
  ],
  plain: ["{a} se situe dans la moyenne et reste un choix courant.", "Beaucoup regardent aussi {a}."],
  critique: ["{a} est complet, mais certains se plaignent d'un support lent."],
  traits: ["bon rapport qualité-prix", "facile à installer", "très fiable", "support excellent"],
  limits: ["prix plus élevé", "support lent", "peu d'options", "prise en main longue"],
  headings: ["Meilleur choix", "Meilleur prix", "À regarder aussi"],
  columns: ["Option", "Points forts", "Points faibles"],
  both: ["La plupart choisissent {a} ou {b}."],
  one: ["En un mot : {a}."],
  advice: [
    "Regardez le coût total, le support et la facilité d'en changer plus tard. Essayez-en deux ou trois avant de décider.",
  ],
  outro: ["Les prix changent souvent, vérifiez avant d'acheter.", ""],
  refusal: ["Je suis désolé, mais je ne peux pas recommander d'entreprise en particulier."],
};

const es: Phrases = {
  intro: [
    "No hay una única mejor opción, pero estas se repiten a menudo:",
    "Según las reseñas recientes, esto es lo que más se compara:",
  ],
  praise: [
    "{a} es la apuesta segura: fiable, sencilla y con buen soporte.",
    "Las reseñas elogian a {a} por su excelente calidad y precio justo.",
  ],
  plain: ["{a} está en la media y es una elección habitual.", "Mucha gente mira también {a}."],
  critique: ["{a} es completa, aunque algunos se quejan de un soporte lento."],
  traits: ["buena relación calidad-precio", "fácil de instalar", "muy fiable", "soporte excelente"],
  limits: ["precio más alto", "soporte lento", "pocas opciones", "aprendizaje largo"],
  headings: ["La mejor en general", "La mejor por precio", "También interesantes"],
  columns: ["Opción", "Puntos fuertes", "Puntos débiles"],
  both: ["La mayoría elige entre {a} y {b}."],
  one: ["En una palabra: {a}."],
  advice: [
    "Fíjate en el coste total, el soporte y lo fácil que es cambiar después. Prueba dos o tres antes de decidir.",
  ],
  outro: ["Los precios cambian a menudo; compruébalos antes de comprar.", ""],
  refusal: ["Lo siento, pero no puedo recomendar empresas concretas."],
};

/** By the primary subtag of a BCP 47 tag; English if there is no other. */
export function phrasesIn(language: string): Phrases {
  const byLanguage: Record<string, Phrases> = { en, de, fr, es };
  const primary = language.toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(byLanguage, primary) ? byLanguage[primary]! : en;
}
