/** A text as it comes, and whom its reader sees named of Northwind, Smeg and Fellow, in order. */
export interface FieldText {
  what: string;
  text: string;
  names: readonly string[];
}

/** Texts that every door reads alike: each engine's answers, imports and `mentions`. */
export const fieldTexts: readonly FieldText[] = [
  { what: "a sentence", text: "I would buy a Northwind, then a Smeg.", names: ["Northwind", "Smeg"] },
  { what: "a list", text: "1. **Smeg**: pretty\n2. **Northwind**: precise", names: ["Smeg", "Northwind"] },
  {
    what: "an end that nobody says was cut",
    text: "Buy a Smeg or a Northwind",
    names: ["Smeg", "Northwind"],
  },
];
